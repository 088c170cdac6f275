// Two adapters of this machine for one scenario: the meter on one, the central that is judged on the
// other. Both are the same bluetoothd's.

import BlueZ
import EventLoop
import MeterEmulator
import Records
import TestBench

/// Which adapters are used.
public struct HostAdapters: Sendable {
  /// The address of the bus that bluetoothd is on, in D-Bus's form.
  public var busAddress: String
  /// The meter's, such as `hci1`.
  public var peripheral: String
  /// The central's.
  public var central: String

  /// These adapters of the bluetoothd on this bus.
  public init(busAddress: String, peripheral: String, central: String) {
    self.busAddress = busAddress
    self.peripheral = peripheral
    self.central = central
  }
}

/// A meter on the air for one scenario, and a central's adapter that knows nothing of it yet.
public final class HostPair {
  /// Told of what went wrong after the start.
  public var onFailure: ((BenchError) -> Void)?

  private let adapters: HostAdapters
  private let loop: EventLoop
  private let radio: HostRadio
  private var isStopped = false

  /// bluetoothd ends a link up to 2 s after it is told to, and takes the meter's leave after that.
  private static let longestFarewell = Duration.seconds(6)

  /// A pair for this meter.
  public init(
    _ meter: Meter, on adapters: HostAdapters, loop: EventLoop, records: RecordStream
  ) {
    self.adapters = adapters
    self.loop = loop
    radio = HostRadio(
      meter,
      at: .init(
        busAddress: adapters.busAddress, adapter: adapters.peripheral,
        option: "--peripheral-adapter"), loop: loop,
      log: EmulationLog(scheduler: loop, records: records))
    radio.onFailure = { [unowned self] error in if let error, !isStopped { onFailure?(error) } }
    radio.onChange = { [unowned self] in
      guard radio.phase == .waiting, !isStopped else { return }
      onFailure?(BenchError("bluetoothd or the meter's adapter has gone", remedy: ""))
    }
  }

  /// Puts the meter on the air and has the central's adapter forget it; `done` gets nil once that is so.
  public func start(_ done: @escaping (BenchError?) -> Void) {
    radio.start { [self] error in
      if let error { return done(error) }
      guard let client = radio.client else { return }
      let place = HostRadio.Place(
        busAddress: adapters.busAddress, adapter: adapters.central, option: "--central-adapter")
      do throws(BenchError) { _ = try place.adapter(of: client) } catch { return done(error) }
      forgetMeter { done(nil) }
    }
  }

  /// Ends the links, takes the meter off the air and gives its adapter its name back.
  public func stop(_ done: @escaping () -> Void) {
    guard !isStopped else { return }
    isStopped = true
    var isOver = false
    let finish = {
      guard !isOver else { return }
      isOver = true
      done()
    }
    loop.after(Self.longestFarewell, finish)
    forgetMeter { [radio] in radio.stop(finish) }
  }

  /// Removes the meter's device from the central's adapter, with its link and what was cached of its
  /// services; no other device is touched.
  private func forgetMeter(_ done: @escaping () -> Void) {
    guard let address = radio.address,
      let adapter = radio.client?.adapter(named: adapters.central), adapter.exists,
      let device = adapter.devices.first(where: { $0.address == address })
    else { return done() }
    // It fails where bluetoothd has just forgotten the device by itself, which is as well.
    adapter.removeDevice(device.path) { _ in done() }
  }
}
