// A machine with one adapter and a stand-in for bluetoothd, and a meter emulated on it.

import BlueZ
import BusTestSupport
import HostLane
import MeterEmulator
import Records
import TestBench
import Testing

/// A private bus, a bluetoothd that notes what it is asked, and an emulation.
final class Machine {
  static let adapter = "/org/bluez/hci1"
  let test: PrivateBus
  let daemon: FakeBlueZ
  let records = RecordStream()
  /// The calls to the adapter, in order.
  private(set) var calls: [String] = []
  /// The errors of coming calls of a method, in order; none is success.
  var failing: [String: [BusError]] = [:]
  private(set) var end: Emulation.End?
  private var emulations: [Emulation] = []

  init(isPowered: Bool = true, alias: String = "desk") throws {
    test = try PrivateBus()
    daemon = try FakeBlueZ(test) { daemon in
      try daemon.add(
        Self.adapter, "org.bluez.Adapter1",
        [
          "Address": .string("00:15:A6:00:36:2F"), "Alias": .string(alias),
          "Name": .string("machine"), "Powered": .bool(isPowered),
        ])
    }
    daemon.bus.export(Self.adapter) { [unowned self] in take($0) }
  }

  private func take(_ call: IncomingCall) {
    let words = call.arguments.compactMap { $0.unwrapped.string }
    calls.append(([call.member] + words).joined(separator: " "))
    if let error = failing[call.member]?.first {
      failing[call.member]?.removeFirst()
      return call.fail(error)
    }
    call.reply()
  }

  /// Starts emulating a meter.
  func emulate(_ configuration: MeterConfiguration) -> Emulation {
    guard case .path(let path) = test.address else { preconditionFailure("no path") }
    let meter = Meter(
      configuration: configuration, scheduler: test.loop, records: records, adapterIndex: 0)
    var wish = Emulation.Wish(
      makeFault: { name, _ throws(CommandRefusal) in throw CommandRefusal("no \(name) here") },
      readChange: { text throws(CommandRefusal) in throw CommandRefusal("no \(text) here") })
    wish.radio = HostRadio.Place(busAddress: "unix:path=\(path)", adapter: nil)
    let emulation = Emulation(meter, wish, on: test.loop, records: records)
    emulation.onEnd = { [unowned self] in end = $0 }
    emulations.append(emulation)
    emulation.start()
    return emulation
  }

  /// What went wrong, once it has.
  func failure() throws -> BenchError {
    try test.run(until: { end != nil })
    guard case .failed(let error)? = end else {
      throw BenchError("it ended, and did not fail", remedy: "")
    }
    return error
  }

  /// The kinds of record so far.
  var kinds: [String] { records.records.map(\.kind) }
}
