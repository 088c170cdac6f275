// `meterloop central scan` and `monitor`, beside every kind of meter in the bench.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct CentralClientTests {
    /// Runs a line of shell in the bench, in which `$0` is meterloop.
    private func run(_ options: [String], _ line: String) throws -> Outcome {
      let program = try #require(Meterloop.path)
      return try Bench.run(options, ["/bin/sh", "-c", line, program], in: BenchFolder())
    }

    /// Of the client's adapter: switches it, and says whether it has a link to the meter.
    private static let adapter = #"""
      on_hci0() {
        place=/org/bluez/hci0$1; shift
        dbus-send --system --dest=org.bluez --print-reply=literal "$place" "$@"
      }
      power() { on_hci0 "" org.freedesktop.DBus.Properties.Set \
        string:org.bluez.Adapter1 string:Powered variant:boolean:$1; }
      link() { on_hci0 /dev_00_AA_01_01_00_42 org.freedesktop.DBus.Properties.Get \
        string:org.bluez.Device1 string:Connected | grep -o "true\|false"; }

      """#

    private static let um25c = ["--meter", "um25c", "--load", "volts=5.08,amperes=1.2"]

    @Test("APP-1: every meter is listed with its model", arguments: EveryMeter.profiles)
    func scans(_ meters: EveryMeter) throws {
      let outcome = try run(meters.options, "\"$0\" central scan --for 3s")
      #expect(outcome.code == 0, "\(outcome.all)")
      let listed = outcome.output.split(separator: "\n").map { line in
        line.split(separator: " ").prefix(2).joined(separator: " ")
      }
      // A bare radio module tells no model before it is asked.
      let expected = meters.said.map { line in
        line.split(separator: " ").prefix(2).joined(separator: " ")
          .replacingOccurrences(of: "BT24-M TC66C", with: "BT24-M unknown")
      }
      #expect(listed.sorted() == expected.sorted(), "\(outcome.all)")
    }

    @Test("Every meter is read, documented and as sold", arguments: EveryMeter.profiles)
    func monitors(_ meters: EveryMeter) throws {
      for said in meters.said {
        let words = said.split(separator: " ").map(String.init)
        let outcome = try run(meters.options, "\"$0\" central monitor \(words[0]) --json --count 2")
        #expect(outcome.code == 0, "\(outcome.all)")
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 2, "\(outcome.all)")
        for line in lines {
          let object = try #require(
            JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
          #expect(object["name"] as? String == words[0])
          #expect(object["model"] as? String == words[1])
          for value in words.dropFirst(2) {
            let parts = value.split(separator: "=").map(String.init)
            #expect(object[parts[0]] as? Double == Double(parts[1]), "\(line)")
          }
        }
      }
    }

    @Test("A line a measurement, with what happens on the way on standard error") func lines()
      throws
    {
      let outcome = try run(Self.um25c, "\"$0\" central monitor um25c --count 2")
      #expect(
        outcome.output == """
          0.000 s  5.0800 V  1.2000 A  6.0960 W  25 °C
          0.700 s  5.0800 V  1.2000 A  6.0960 W  25 °C

          """, "\(outcome.all)")
      #expect(outcome.errors == "connected to UM25C-0001\n")
    }

    @Test("A table can be replayed as a load") func table() throws {
      let folder = try BenchFolder()
      let program = try #require(Meterloop.path)
      let outcome = try Bench.run(
        Self.um25c + ["--writable", folder.path],
        [program, "central", "monitor", "--csv", "table.csv", "--for", "2s"], in: folder)
      #expect(outcome.code == 0, "\(outcome.all)")
      let table = String(decoding: try folder.read("table.csv"), as: UTF8.self)
      #expect(table.hasPrefix("seconds,time,name,model,volts,amperes,watts,"), "\(table)")
      #expect(table.contains("\n0.000,2026-01-01T00:00:00."), "\(table)")
      let again = try Bench.run(
        ["--meter", "um34c", "--load", "table.csv"],
        [program, "central", "monitor", "um34c", "--count", "1"], in: folder)
      #expect(
        again.output == "0.000 s  5.0800 V  1.2000 A  6.0960 W  25 °C\n", "\(again.all)")
      let kept = try Bench.run(
        Self.um25c + ["--writable", folder.path],
        [program, "central", "monitor", "--csv", "table.csv", "--count", "1"], in: folder)
      #expect(kept.code == 3 && kept.errors.contains("table.csv: File exists"), "\(kept.all)")
      #expect(try folder.read("table.csv") == Data(table.utf8), "nothing is overwritten")
    }

    @Test("Ctrl-C lets go of the meter before it ends") func interrupted() throws {
      let outcome = try run(
        Self.um25c,
        Self.adapter + #"""
          "$0" central monitor um25c >/dev/null & client=$!
          sleep 2; link; kill -INT $client; wait $client; echo "code $?"; link
          """#)
      #expect(outcome.output == "true\ncode 130\nfalse\n", "\(outcome.all)")
    }

    @Test("A reader that goes away ends it") func pipe() throws {
      let outcome = try run(
        Self.um25c, "{ \"$0\" central monitor um25c; echo \"code $?\" >&2; } | head -n 1")
      #expect(outcome.errors.hasSuffix("code 130\n"), "\(outcome.all)")
    }

    @Test(
      "On a terminal one line is drawn over",
      .enabled(if: Tool.isThere("script"), "script (bsdutils) is not installed"))
    func terminal() throws {
      let outcome = try run(
        Self.um25c,
        "script -qec \"'$0' central monitor um25c --count 2\" /dev/null | tr '\\r' '|'")
      let line = "5.0800 V  1.2000 A  6.0960 W  25 °C  UM25C-0001\u{1B}[K"
      #expect(
        outcome.output.hasSuffix("|0.000 s  \(line)|0.700 s  \(line)|\n"), "\(outcome.all)")
    }

    @Test("While the adapter is off it waits, and goes on when it is on again") func switchedOff()
      throws
    {
      let outcome = try run(
        Self.um25c,
        Self.adapter + #"""
          "$0" central monitor um25c >/dev/null & client=$!
          sleep 1; power false; sleep 1; power true; sleep 3; kill -INT $client; wait $client
          """#)
      #expect(
        outcome.errors == """
          connected to UM25C-0001
          the adapter hci0 is off
            Switch it on: rfkill unblock bluetooth; bluetoothctl power on
          disconnected: Bluetooth is off
          connected to UM25C-0001

          """, "\(outcome.all)")
    }

    @Test("A meter that does not come back is given up after three attempts") func lost() throws {
      let outcome = try run(
        Self.um25c,
        Self.adapter + #"""
          "$0" central monitor um25c >/dev/null & client=$!
          sleep 1
          dbus-send --system --dest=org.bluez --print-reply /org/bluez/hci1 \
            org.freedesktop.DBus.Properties.Set string:org.bluez.Adapter1 string:Powered \
            variant:boolean:false >/dev/null
          wait $client; echo "code $?"
          """#)
      #expect(outcome.output == "code 4\n", "\(outcome.all)")
      #expect(
        outcome.errors == """
          connected to UM25C-0001
          no answer in time: measurement
          no answer in time: measurement
          no answer in time: measurement
          disconnected: the meter does not answer
          trying again in 1 s, attempt 1
          no answer in time: connect
          trying again in 2 s, attempt 2
          no answer in time: connect
          trying again in 4 s, attempt 3
          no answer in time: connect
          meterloop central: given up after 3 attempts

          """)
    }

    @Test(
      "What is wrong is said, with what to do",
      arguments: [
        (
          "central monitor um34c --within 2s", 4,
          "UM34C was not heard within 2 s; heard: UM25C-0001"
        ),
        ("central scan --profile documented --adapter hci7", 3, "there is no adapter hci7"),
        ("central monitor nobody --within 1s", 4, "'nobody' was not heard within 1 s"),
        ("central dance", 1, "there is no 'dance' here; there are scan and monitor"),
        ("central", 1, "say scan, monitor or --driver"),
        ("central scan --count 2", 1, "--count is for monitor"),
        ("central monitor --for soon", 1, "--for takes a time such as 90s or 2h, not 'soon'"),
        ("central scan --profile all", 1, "--profile is documented or factory, not 'all'"),
        ("central scan --driver", 1, "--driver stands alone"),
      ])
    func wrong(words: String, code: Int32, message: String) throws {
      let outcome = try run(Self.um25c, "\"$0\" \(words)")
      #expect(outcome.code == code && outcome.errors.contains(message), "\(outcome.all)")
      #expect(outcome.output == "")
    }

    @Test(
      "Without Bluetooth it ends and says why",
      arguments: [
        ("power false", "the adapter hci0 is off\n  Switch it on: rfkill unblock bluetooth"),
        (
          "killall bluetoothd",
          "bluetoothd is not running\n  Start it: sudo systemctl start bluetooth"
        ),
        ("export DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere", "the system bus cannot be reached"),
      ])
    func unavailable(before: String, message: String) throws {
      let outcome = try run(Self.um25c, Self.adapter + before + "; \"$0\" central scan")
      #expect(outcome.code == 3 && outcome.errors.contains(message), "\(outcome.all)")
    }
  }
}
