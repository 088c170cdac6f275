// Getting and keeping the wanted meter: attempts, drops, delays.

import CoreBluetooth
import SharedProtocols

extension BluetoothManager {
  /// Starts an attempt at the wanted meter now, or when Bluetooth is on.
  func attempt() {
    guard let wanted else { return }
    guard radio.isPoweredOn else {
      phase = .waitingForPower
      return
    }
    phase = .connecting
    reach(.peripheralConnectionPending)
    radio.connect(wanted)
  }

  func connected() {
    guard case .connecting = phase, let meter = wantedMeter
    else { return }
    phase = .linked
    reach(.peripheralConnected)
    let link = MeterLink(to: meter, radio: radio, settings: settings, scheduler: scheduler) {
      [weak self] in self?.linkDid($0)
    }
    self.link = link
    link.start()
  }

  private func linkDid(_ happened: MeterLink.Report) {
    switch happened {
    case .reached(let next): reach(next)
    case .event(let event):
      emit(event)
      switch event {
      case .measurement(let reading):
        // A valid measurement ends the count of attempts: a connection alone would not do, for a
        // mute meter would be tried for ever.
        policy.reset()
        learn(reading.model)
      case .rejected(.otherModel): learn(nil)
      default: break
      }
    case .finished(let ending): give(up: ending)
    }
  }

  /// What the meter's own frames say it is; nil when they and its name, or they among themselves,
  /// disagree.
  private func learn(_ model: MeterModel?) {
    guard let index = meters.firstIndex(where: { $0.identifier == wanted }),
      meters[index].capabilities.model != model
    else { return }
    meters[index].capabilities.model = model
    emit(.identified(model, name: meters[index].name))
  }

  private func give(up ending: MeterLink.Ending) {
    switch ending {
    case .retry(let reason): phase = .closing(.forAttempt(reason: reason))
    case .incompatible(let reason):
      emit(.incompatible(reason: reason))
      phase = .closing(.forGood(reason: reason))
    case .pairing(let reason):
      emit(.pairingNeeded(reason: reason))
      phase = .closing(.forGood(reason: reason))
    }
    if let wanted { radio.cancelConnection(wanted) }
  }

  func failed(_ error: (any Error)?) {
    switch phase {
    case .closing: disconnected(nil)
    case .connecting:
      if let error = error as? CBError, error.code == .connectionTimeout {
        emit(.timedOut(.connect))
      }
      emit(.log("connecting failed: \(Self.describe(error))"))
      letGo()
      goOn(after: error)
    default: break
    }
  }

  func disconnected(_ error: (any Error)?) {
    let ended = phase
    switch ended {
    case .idle, .waiting, .waitingForForeground, .waitingForPower: return
    case .connecting, .linked:
      letGo()
      emit(.dropped(wanted: false, reason: Self.describe(error)))
      goOn(after: error)
    case .closing(.byUser(let connectAgain)):
      letGo()
      emit(.dropped(wanted: true, reason: "the user disconnected"))
      if connectAgain { attempt() }
    case .closing(.forAttempt(let reason)):
      letGo()
      emit(.dropped(wanted: false, reason: reason))
      retry()
    case .closing(.forGood(let reason)):
      letGo()
      emit(.dropped(wanted: false, reason: reason))
    }
  }

  /// Releases the connection and returns to the first state.
  private func letGo() {
    link?.close()
    link = nil
    phase = .idle
    reach(.peripheralNotConnected)
  }

  private func goOn(after error: (any Error)?) {
    switch FailureReaction(to: error) {
    case .retry: retry()
    case .pair: emit(.pairingNeeded(reason: Self.describe(error)))
    case .stop:
      emit(.log("not tried again: \(Self.describe(error))"))
      emit(.gaveUp(attempts: policy.attempts))
    }
  }

  private func retry() {
    guard let next = policy.next() else {
      emit(.gaveUp(attempts: policy.attempts))
      return
    }
    if isReconnectSuspended { hold(next) } else { wait(for: next) }
  }

  /// Starts an attempt after its delay.
  func wait(for next: ReconnectPolicy.Attempt) {
    // The timer before the event, so that the time it takes to tell the observer is not added.
    let work = scheduler.after(next.delay) { [weak self] in
      guard let self else { return }
      emit(.log("reconnect attempt \(next.number)"))
      attempt()
    }
    phase = .waiting(work, next)
    emit(.retry(next))
  }

  func powerChanged(isOn: Bool, _ description: String) {
    if isOn {
      startScan()
      emit(.ready)
      if case .waitingForPower = phase { attempt() }
      return
    }
    emit(.unavailable(description))
    // Core Bluetooth tells of no disconnect when the power goes: the links are just gone.
    switch phase {
    case .connecting, .linked, .closing(.forAttempt):
      letGo()
      emit(.dropped(wanted: false, reason: description))
      phase = .waitingForPower
    case .closing: disconnected(nil)
    case .idle, .waiting, .waitingForForeground, .waitingForPower: break
    }
  }

  private static func describe(_ error: (any Error)?) -> String {
    error?.localizedDescription ?? "no reason was given"
  }
}

extension BluetoothManager: MeterRadioListener {
  /// Takes what the radio tells to where it belongs.
  public func radio(_ radio: any MeterRadio, did event: RadioEvent) {
    switch event {
    case .power(let isOn, let description): powerChanged(isOn: isOn, description)
    case .sighted(let sighting): sighted(sighting)
    case .connected(wanted): connected()
    case .failedToConnect(wanted, let error): failed(error)
    case .disconnected(wanted, let error): disconnected(error)
    case .services(wanted, let services): link?.found(services: services)
    case .characteristics(wanted, let found): link?.found(characteristics: found)
    case .subscribed(wanted, let error): link?.subscribed(error)
    case .received(wanted, let bytes): link?.received(bytes)
    case .wrote(wanted, let error): link?.wrote(error)
    default: break
    }
  }
}
