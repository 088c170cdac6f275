// An adapter as a meter uses it, on a private bus: it takes what is registered and notes it.

import BlueZ
import BusTestSupport
import Testing

/// Stands in for bluetoothd with one adapter, hci1.
final class StandInAdapter {
  static let path = "/org/bluez/hci1"
  let test: PrivateBus
  let daemon: FakeBlueZ
  let client: BlueZClient
  /// The calls that came, in order, with what matters of their arguments.
  private(set) var calls: [String] = []
  /// Members that fail, with this error.
  var failing: [String: BusError] = [:]

  init() throws {
    test = try PrivateBus()
    daemon = try FakeBlueZ(test)
    client = BlueZClient(bus: try test.connect())
    daemon.bus.export(Self.path) { [unowned self] in take($0) }
  }

  private func take(_ call: IncomingCall) {
    let arguments = call.arguments.compactMap { $0.unwrapped.string ?? $0.path }
    calls.append(([call.member] + arguments).joined(separator: " "))
    if let error = failing[call.member] { return call.fail(error) }
    call.reply()
  }

  /// Calls an object of the meter as bluetoothd would.
  func ask(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws -> Result<[BusValue], BusError> {
    try test.wait {
      daemon.bus.call(
        MethodCall(
          destination: client.bus.uniqueName, path: path, interface: interface, member: member,
          arguments: arguments), $0)
    }
  }
}
