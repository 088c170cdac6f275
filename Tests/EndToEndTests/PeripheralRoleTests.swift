// The peripheral role and L2CAP channels of the CoreBluetooth module, in the bench: CBPM-1 to 6, CBP-6,
// CBR-1. Tests/PeripheralProbe is both sides.

import Glibc
import Testing

extension EndToEnd {
  @Suite struct PeripheralRoleTests {
    /// What the two sides said.
    private struct Said {
      let central: [String]
      let peripheral: [String]
    }

    /// Runs the central's tasks one after the other beside the peripheral, and a second more, so that
    /// the peripheral hears of the end.
    private func run(
      _ tasks: String..., adapters: Int = 1, _ location: SourceLocation = #_sourceLocation
    ) throws -> Said {
      try said(
        """
        METERLOOP_ADAPTER=hci1 "$1" serve >/tmp/peripheral 2>&1 &
        \(tasks.map { "\"$1\" \($0)" }.joined(separator: "\n"))
        sleep 1; echo --; cat /tmp/peripheral
        """, adapters: adapters, location)
    }

    private func said(
      _ line: String, adapters: Int = 1, _ location: SourceLocation = #_sourceLocation
    ) throws -> Said {
      let outcome = try BuiltProgram.run(line, ["PeripheralProbe"], adapters: adapters)
      #expect(outcome.code == 0, "\(outcome.all)", sourceLocation: location)
      let parts = outcome.output.split(separator: "--\n", omittingEmptySubsequences: false)
      try #require(parts.count == 2, "\(outcome.all)", sourceLocation: location)
      return Said(
        central: parts[0].split(separator: "\n").map(String.init),
        peripheral: parts[1].split(separator: "\n").map(String.init))
    }

    private static let start = [
      "state poweredOn advertising false", "added FB00 -", "added FA00 -", "published 128 -",
      "advertising true -",
    ]

    @Test("CBPM-2: values, those of the app by offset, those that stay without it")
    func values() throws {
      let said = try run("values")
      #expect(
        said.central == [
          "constant 300 bytes true", "long 300 bytes true", "closed readNotPermitted",
          "description Konstante -", #"included ["FB00"]"#, "disconnected -",
        ])
      #expect(said.peripheral == Self.start + ["asked at 0"])
    }

    @Test("CBPM-2: a read from an offset on, and one past the end") func offsets() throws {
      let said = try run("offsets")
      #expect(
        said.central == [
          "long at 100: 200 bytes true", "long at 301: Invalid offset",
          "constant at 100: 200 bytes true", "constant at 301: Invalid offset", "disconnected -",
        ])
      #expect(said.peripheral == Self.start + ["asked at 100", "asked at 301"])
    }

    /// What bluetoothd 5.66 can pass on; the documents have the same table.
    private static let passedOn: [Int: (read: String, write: String)] = [
      0: ("1 bytes false", "-"), 2: ("readNotPermitted", "unlikelyError"),
      3: ("unlikelyError", "writeNotPermitted"),
      6: ("requestNotSupported", "requestNotSupported"), 7: ("invalidOffset", "invalidOffset"),
      8: ("insufficientAuthorization", "insufficientAuthorization"),
      13: ("invalidAttributeValueLength", "invalidAttributeValueLength"),
    ]

    @Test("CBPM-2: every result, or what bluetoothd makes of it, which the log says")
    func results() throws {
      let said = try run("results")
      let expected = (0...17).map { code in
        let (read, write) = Self.passedOn[code] ?? ("unlikelyError", "unlikelyError")
        return "\(code) read \(read) write \(write)"
      }
      #expect(said.central == expected + ["disconnected -"])
      // Of the eleven codes that get lost both ways one is unlikelyError itself; two get lost one way.
      let warnings = said.peripheral.filter { $0.contains("cannot pass on") }
      #expect(warnings.count == 10 * 2 + 2, "\(said.peripheral)")
    }

    @Test("CBPM-2: no answer") func silence() throws {
      #expect(try run("silence").central == ["silence unlikelyError after 5 s", "disconnected -"])
    }

    @Test("CBPM-3: writes, long ones whole, commands all") func writes() throws {
      let said = try run("writes")
      #expect(
        said.central == ["write -", "long write -", "commands -", "disconnected -"])
      #expect(
        said.peripheral == Self.start + [
          "written 1 × 20 bytes at 0", "written 1 × 505 bytes at 0", "took 200 commands",
          "written 1 × 0 bytes at 0",
        ])
    }

    @Test("CBPM-4: notifications under back-pressure, and who is subscribed")
    func notifications() throws {
      let said = try run("notifications")
      #expect(
        said.central == [
          "indications true -", "notifications true -", "received in order true",
          "notifications false -", "disconnected -",
        ])
      #expect(
        said.peripheral == Self.start + [
          "subscribed FA0A 1 room 512", "subscribed FA07 1 room 512", "sent, turned down true",
          "unsubscribed FA07 0", "unsubscribed FA0A 0",
        ])
    }

    @Test("CBPM-4: a second central is told of, and one alone cannot be notified")
    func twoCentrals() throws {
      let said = try said(
        """
        METERLOOP_ADAPTER=hci1 "$1" serve >/tmp/peripheral 2>&1 &
        METERLOOP_ADAPTER=hci2 "$1" subscriber 10 >/dev/null &
        sleep 3; "$1" subscriber 1 others; sleep 20; echo --; cat /tmp/peripheral
        """, adapters: 2)
      #expect(said.central == ["disconnected -"])
      #expect(
        said.peripheral == Self.start + [
          "subscribed FA07 1 room 512", "subscribed FA07 2 room 512",
          "[CoreBluetooth] API MISUSE: bluetoothd cannot notify some of the subscribed centrals "
            + "and not the others",
          "targeted at 1 of 2: false", "unsubscribed FA07 1", "unsubscribed FA07 0",
        ])
    }

    @Test("CBPM-5, CBP-6: an encrypted channel, on a run loop and without one")
    func channel() throws {
      let said = try run("channel")
      #expect(
        said.central == [
          "nobody listens: connectionFailed, paired false", "opened 128 by a peripheral true",
          "paired true",
          "900 bytes came back: true", "disconnected -",
        ])
      #expect(
        said.peripheral == Self.start + [
          "opened 128 by a central true", "open in", "open out", "the channel has ended",
          "the run loop has ended",
        ])
    }

    @Test("CBPM-5: a channel ends with its link, on both sides") func hangup() throws {
      let said = try run("hangup")
      #expect(said.central == ["disconnected -", "opened -, then -1 with \(ECONNABORTED)"])
      #expect(said.peripheral.suffix(2) == ["the channel has ended", "the run loop has ended"])
    }

    @Test("A value for trusted centrals is given after pairing") func secret() throws {
      #expect(try run("secret").central == ["secret 1 bytes false", "disconnected -"])
    }

    @Test(
      "CBPM-4: who subscribes to what is for trusted centrals is paired first",
      arguments: [("trusted", "FA0C", 0x10), ("trusted-indications", "FA0D", 0x20)])
    func trusted(task: String, uuid: String, properties: Int) throws {
      let said = try run(task)
      #expect(
        said.central == [
          "properties \(properties), paired false", "subscribed true -, paired true",
          "value [7] -", "disconnected -",
        ])
      #expect(
        said.peripheral == Self.start + [
          "subscribed \(uuid) 1 room 512", "unsubscribed \(uuid) 0",
        ])
    }

    @Test("CBPM-6: both roles in one process") func bothRoles() throws {
      let said = try said(
        """
        METERLOOP_ADAPTER=hci1 "$1" serve >/tmp/peripheral 2>&1 &
        sleep 1; "$1" both; echo --; cat /tmp/peripheral
        """)
      #expect(said.central.contains("advertising true -"), "\(said.central)")
      #expect(said.central.contains("long 300 bytes true"), "\(said.central)")
      #expect(said.peripheral.contains("asked at 0"), "\(said.peripheral)")
    }

    @Test("CBPM-4: a paired central's subscription outlasts its link") func paired() throws {
      let said = try run("secret", "subscriber 1", "subscriber 1")
      #expect(
        said.peripheral == Self.start + [
          "subscribed FA07 1 room 512", "unsubscribed FA07 0",
          // bluetoothd tells nothing of it, and so nothing of the link's MTU.
          "subscribed FA07 1 room 20", "unsubscribed FA07 0",
        ])
    }

    @Test("CBPM-1: while Bluetooth is off, services stay and advertising pauses") func power()
      throws
    {
      let set = """
        dbus-send --system --print-reply --dest=org.bluez /org/bluez/hci1 \
        org.freedesktop.DBus.Properties.Set string:org.bluez.Adapter1 string:Powered \
        variant:boolean:
        """
      let said = try said(
        """
        METERLOOP_ADAPTER=hci1 "$1" serve >/tmp/peripheral 2>&1 &
        "$1" secret >/dev/null
        \(set)false >/dev/null; sleep 1; \(set)true >/dev/null; sleep 1
        "$1" secret; sleep 1; echo --; cat /tmp/peripheral
        """)
      #expect(said.central == ["secret 1 bytes false", "disconnected -"])
      #expect(said.peripheral.contains("state poweredOff advertising true"), "\(said.peripheral)")
    }

    @Test("CBPM-1: with bluetoothd all is gone, and can be added again") func restart() throws {
      let said = try said(
        """
        METERLOOP_ADAPTER=hci1 "$1" serve >/tmp/peripheral 2>&1 &
        "$1" secret >/dev/null
        daemon=$(readlink /proc/$(pidof bluetoothd)/exe)
        pkill -9 bluetoothd; sleep 3; "$daemon" -n >/dev/null 2>&1 &
        sleep 6; "$1" notifications; sleep 1; echo --; cat /tmp/peripheral
        """)
      #expect(said.central.contains("received in order true"), "\(said.central)")
      #expect(
        Array(said.peripheral.prefix(11))
          == Self.start + ["state resetting advertising false"] + Self.start,
        "\(said.peripheral)")
    }

    @Test("CBR-1: what a killed process offered and advertised is there again")
    func restoration() throws {
      let said = try said(
        """
        export XDG_STATE_HOME=/tmp/state
        METERLOOP_ADAPTER=hci1 "$1" serve app >/dev/null & first=$!
        sleep 1; kill -9 $first
        METERLOOP_ADAPTER=hci1 "$1" serve app >/tmp/peripheral 2>&1 &
        "$1" values; "$1" notifications; sleep 1; echo --; cat /tmp/peripheral
        """)
      #expect(said.central.contains("constant 300 bytes true"))
      #expect(said.central.contains("description Konstante -"))
      #expect(said.central.contains("received in order true"))
      #expect(
        said.peripheral.prefix(3) == [
          "restored [FB00, FA00] Probe [FA00]", "state poweredOn advertising true", "asked at 0",
        ])
    }

    @Test("CBPM-1: what is refused, and why") func rules() throws {
      let outcome = try BuiltProgram.run(#""$1" rules"#, ["PeripheralProbe"])
      #expect(outcome.code == 0)
      try Golden.check(outcome.all, against: "peripheral-rules.txt")
    }
  }
}
