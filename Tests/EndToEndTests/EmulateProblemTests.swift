// What `meterloop emulate` says where it cannot begin, on a machine without Bluetooth.

import BlueZ
import BusTestSupport
import Foundation
import Testing

extension EndToEnd {
  struct EmulateProblemTests {
    @Test(.needsBus) func withoutBluetoothd() throws {
      let bus = try PrivateBus()
      guard case .path(let path) = bus.address else { preconditionFailure("no path") }
      let outcome = try Meterloop.run(
        ["emulate", "um25c"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)"])
      #expect(outcome.code == 3)
      #expect(
        outcome.errors.contains(
          "meterloop emulate: bluetoothd is not running: there is no org.bluez on the bus unix:"),
        "\(outcome.all)")
      #expect(outcome.errors.contains("  Start it: sudo systemctl start bluetooth; or do without"))
      let events = outcome.output.split(separator: "\n")
      #expect(events.first?.contains("\"event\":\"failed\"") == true, "\(outcome.all)")
      #expect(events.last?.contains("\"event\":\"ended\"") == true)
    }

    @Test func withoutABus() throws {
      let outcome = try Meterloop.run(
        ["emulate", "um25c"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"])
      #expect(outcome.code == 3)
      #expect(outcome.errors.contains("there is no system bus at unix:path=/nowhere"))
      #expect(outcome.errors.contains("  Start one: sudo systemctl start dbus"))
    }

    @Test(arguments: [
      (["emulate"], "name the model: meterloop emulate um25c"),
      (["emulate", "um99"], "um99: there is no such model; there are um24c, um25c, um34c, tc66c"),
      (["emulate", "um25c", "um34c"], "one meter at a time; for several"),
      (["emulate", "um25c", "--serial"], "--serial: a UM25C has no USB protocol; a TC66C has"),
      (["emulate", "um25c", "--load", "volts=x"], "--load takes volts=5.08,amperes=1.2"),
      (
        ["emulate", "um25c", "--load", "{noise: {around: {}}}"],
        "--load:1:9: error: nothing changes"
      ),
      (["emulate", "{model: UM25}"], "MODEL:1:9: error: unknown model 'UM25'"),
      (["emulate", "{model: UM25C}", "--name", "x"], "--name and MODEL '{…}' exclude each other"),
      (["emulate", "um25c", "--firmware", "1.14"], "--firmware is about a TC66C with --profile"),
      (["emulate", "um25c", "--address", "x"], "--address takes one such as 00:15:A6:00:36:2F"),
      (["emulate", "um25c", "--name", ""], "--name: a meter has a name"),
      (["emulate", "um25c", "--name", "a\nb"], "--name: the name must be one line"),
      (["emulate", "um25c", "--name", "a\u{1B}b"], "--name: the name holds a control character"),
      (["emulate", "um25c", "--adapter", ""], "--adapter is empty"),
      (["emulate", "um25c", "--control", ""], "--control is empty"),
      (["emulate", "tc66c", "--serial", ""], "--serial: the path of the link is empty"),
      (
        ["emulate", "um25c", "--fault", "link.outOfRange"],
        "--fault: link.outOfRange needs the bench's air"
      ),
      (
        ["emulate", "um25c", "--fault", "payload.x"], "there is no fault 'payload.x'; there can be"
      ),
      (
        ["emulate", "um25c", "--fault", "payload.badChecksum,frames=none"],
        "payload.badChecksum: 'frames' must be 1 or more"
      ),
      (["emulate", "um25c", "--fault", "payload.badChecksum,3"], "--fault takes payload."),
      (
        ["emulate", "um25c", "--name", String(repeating: "n", count: 30)],
        "in the scan response it takes 32 bytes (length and type 2, name 30), and 31 is all"
      ),
    ])
    func aWrongCall(arguments: [String], message: String) throws {
      let outcome = try Meterloop.run(arguments)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains(message), "\(outcome.all)")
      #expect(outcome.output.isEmpty)
    }

    @Test func anEndedReaderEndsIt() throws {
      let folder = try BenchFolder()
      let outcome = try Tool.run(
        "sh",
        [
          "-c", "\"$0\" emulate tc66c --serial --control \(folder.at("meter")) | head -n 1",
          try #require(Meterloop.path),
        ])
      #expect(outcome.output.contains("\"event\":\"terminal\""), "\(outcome.all)")
    }
  }
}
