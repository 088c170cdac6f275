// A meter's radio switched off and on, its links dropped, its end.

import BlueZ
import MeterEmulator

/// What a person or a script does to the radio.
extension HostRadio {
  /// Ends the links of all centrals; `done` gets how many there were.
  func drop(_ done: @escaping (Int) -> Void) {
    let devices = centrals.connected
    guard !devices.isEmpty else { return done(0) }
    var missing = devices.count
    for device in devices {
      device.disconnect { _ in
        missing -= 1
        if missing == 0 { done(devices.count) }
      }
    }
  }

  /// Takes the meter off the air, or puts it there again.
  func set(isOn: Bool, _ done: @escaping () -> Void) {
    isWanted = isOn
    if isOn {
      move(to: .waiting)
      putOnTheAir()
      return isBusy ? whenIdle.append(done) : done()
    }
    drop { _ in }
    withdraw { [weak self] in
      self?.move(to: .off)
      done()
    }
  }

  private func withdraw(_ done: @escaping () -> Void) {
    guard !isBusy else { return whenIdle.append { [weak self] in self?.withdraw(done) } }
    guard isRegistered else { return done() }
    isRegistered = false
    isBusy = true
    meter.unregister { [weak self] _ in
      self?.isBusy = false
      done()
      self?.becomeIdle()
    }
  }

  /// Takes the meter off the air for good and gives the adapter its name back. bluetoothd ends the
  /// links by itself, later.
  func stop(_ done: @escaping () -> Void) {
    isWanted = false
    move(to: .ending)
    drop { _ in }
    withdraw { [weak self] in
      guard let self, let adapter, let earlierName, adapter.exists else {
        self?.claim = nil
        return done()
      }
      adapter.setAlias(earlierName.alias) { [weak self] _ in
        self?.log.append("name.restored")
        self?.claim = nil
        self?.client?.bus.onClosed = nil
        self?.client?.bus.close()
        done()
      }
    }
  }
}
