// `meterloop emulate tc66c --serial`: a pseudo-terminal as a meter's USB port.

import Foundation
import Testing

extension EndToEnd {
  struct EmulateSerialTests {
    @Test func theProtocolOnAPortThatIsFreshEachTime() throws {
      let folder = try BenchFolder()
      let outcome = try Emulating.here("emulate_serial", [folder.at("tc66")])
      #expect(
        outcome.output == """
          link True
          raw True
          query b'firm' b'firm'
          getva 192 192
          pac3 4231f411e56f5c203c590b4a68fd5b09
          no answer True
          after it b'firm'
          record 50800 120000
          record 50800 120000
          state pluggedIn 2 recording
          anew True True b'firm'
          code 130
          left False False

          """, "\(outcome.all)")
      #expect(folder.names().isEmpty)
    }

    @Test func itIsChangedWhileItRuns() throws {
      let folder = try BenchFolder()
      try folder.write("0,12,0.5\n", to: "r.csv")
      let outcome = try Emulating.here(
        "emulate_changes", [folder.at("tc66"), folder.at("r.csv")])
      #expect(
        outcome.output == """
          begins 77 5.0000 1.00000 25
          steady 77 9.1000 1.00000 25
          recording 77 12.0000 0.50000 25
          steps 77 20.0000 2.00000 25
          set 78 20.0000 2.00000 -4
          refused there is no command 'dance'; there are load, set, drop, off,
          refused only a UM has 'backlightLevel'
          refused nothing is changed: say volts, amperes, or a load that chang
          refused a ramp needs 'from:'
          refused volts must be from 0 to 65.535, not 99
          refused unknown key of a load 'volt'; did you mean 'volts'?
          still 78 20.0000 2.00000 -4

          """, "\(outcome.all)")
    }

    @Test func aClientFromPyPIReadsIt() throws {
      let folder = try BenchFolder()
      let python = try PythonPackage.install("tc66-serial==1.0.1", in: folder)
      let outcome = try Emulating.here(
        "tc66_serial_client", [folder.at("tc66")], python: python)
      #expect(
        outcome.output == """
          firm
          TC66 5.0800 V 1.20000 A
          True True
          code 130

          """, "\(outcome.all)")
    }

    @Test func whatIsThereAlreadyIsNotReplacedButALeftLinkIs() throws {
      let folder = try BenchFolder()
      try folder.write("mine", to: "file")
      let refused = try Meterloop.run(["emulate", "tc66c", "--serial", folder.at("file")])
      #expect(refused.code == 3)
      #expect(refused.errors.contains("File exists"), "\(refused.all)")
      #expect(refused.errors.contains("Remove what is there, or name another path."))
      #expect(try folder.read("file") == Data("mine".utf8))

      try FileManager.default.createSymbolicLink(
        atPath: folder.at("link"), withDestinationPath: "/dev/pts/9999")
      let running = try Meterloop.start(["emulate", "tc66c", "--serial", folder.at("link")])
      #expect(running.waits(for: "\"ready\""))
      running.signal(SIGTERM)
      #expect(running.wait().code == 130)
      #expect(!folder.has("link"))
    }

    @Test func theLinkOfARunningOneIsLeftToIt() throws {
      let folder = try BenchFolder()
      let link = folder.at("tc66")
      let first = try Meterloop.start(["emulate", "tc66c", "--serial", link])
      #expect(first.waits(for: "\"ready\""))
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      let second = try Meterloop.run(["emulate", "tc66c", "--serial", link])
      #expect(second.code == 3)
      #expect(
        second.errors.contains("\(link) leads to \(target), which a running program has"),
        "\(second.all)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      first.signal(SIGTERM)
      #expect(first.wait().code == 130)
      #expect(!folder.has("tc66"))
    }
  }
}
