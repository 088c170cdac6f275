// The capture of a run, read by a program that knows nothing of meterloop.

import Foundation
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Tool.isThere("tshark"), "tshark is not installed: apt-get install tshark"))
  struct CaptureTests {
    /// A field of the packets that a filter lets through.
    private func field(_ name: String, of filter: String, in capture: String) throws -> [String] {
      let outcome = try Tool.run(
        "tshark", ["-r", capture, "-Y", filter, "-T", "fields", "-e", name])
      #expect(outcome.code == 0, "\(outcome.all)")
      return outcome.output.split(separator: "\n").map(String.init)
    }

    private func capture(of scenario: String) throws -> (Workspace, String) {
      let workspace = try Workspace()
      let (outcome, report) = try workspace.report(
        ["\(Meterloop.checkout)/scenarios/\(scenario).yaml", "--keep"])
      #expect(outcome.code == 0, "\(outcome.all)")
      let folder = try #require(report.results.first?.folder)
      return (workspace, folder + "/capture.btsnoop")
    }

    @Test func theLossOfALinkIsASupervisionTimeoutOnBothSides() throws {
      let (workspace, file) = try capture(of: "reconnect/out-of-range")
      defer { withExtendedLifetime(workspace) {} }
      let reasons = try field("bthci_evt.reason", of: "bthci_evt.code == 0x05", in: file)
      #expect(reasons == ["0x08", "0x08"])
    }

    @Test func theDelaysBeforeTheAttemptsAreOneTwoAndFourSeconds() throws {
      let (workspace, file) = try capture(of: "reconnect/out-of-range")
      defer { withExtendedLifetime(workspace) {} }
      func times(of filter: String) throws -> [Double] {
        try field("frame.time_relative", of: filter, in: file).compactMap(Double.init)
      }
      let scan = "bthci_cmd.opcode == 0x200c && bthci_cmd.le_scan_enable"
      let drop = try times(of: "bthci_evt.code == 0x05").prefix(1)
      // The scans before the drop belong to the discovery and the first connection.
      let starts = try times(of: "\(scan) == 1").filter { $0 > drop[0] }
      let ends = try times(of: "\(scan) == 0").filter { $0 > drop[0] }
      #expect(starts.count == 3 && ends.count == 3)
      let delays = zip(starts, drop + ends).map { $0 - $1 }
      for (delay, expected) in zip(delays, [1.0, 2, 4]) {
        #expect(abs(delay - expected) < 0.02, "\(delays)")
      }
    }

    @Test func theRequestAndTheMeasurementAreATTPackets() throws {
      let (workspace, file) = try capture(of: "identification/um25c-measured")
      defer { withExtendedLifetime(workspace) {} }
      let written = try field("btatt.value", of: "btatt.opcode == 0x12", in: file)
      #expect(written.contains("00f0a01bab"), "\(written)")
      let notified = try field("btatt.value", of: "btatt.opcode == 0x1b", in: file)
      // A UM25C, 5.080 V, 1.2000 A.
      #expect(notified.first?.hasPrefix("09c913d82ee0") == true, "\(notified.first ?? "nothing")")
      #expect(notified.first?.count == 40, "pieces of 20 bytes")
      #expect(try field("frame.number", of: "_ws.malformed", in: file).isEmpty)
    }
  }
}
