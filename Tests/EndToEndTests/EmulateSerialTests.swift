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
  }
}
