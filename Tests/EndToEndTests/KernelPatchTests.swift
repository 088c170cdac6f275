// Each patch in bench/patches is needed: without it, what it mends shows.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct KernelPatchTests {
    /// The same kernel without the patches, which bench/build-kernel leaves beside it.
    private static let unpatched: String? = {
      let kernel = ProcessInfo.processInfo.environment["METERLOOP_KERNEL"] ?? ""
      let path = kernel + "-unpatched"
      return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// l2cap-hci-chan-double-free: the link falls while bluetoothd waits for an ATT answer.
    private static let linkFallsInTheMidst = """
      scenario: The link falls while bluetoothd waits for an ATT answer
      meters:
        - model: UM25C
      timeline:
        - central: connect
        - expect: {state: discoveringServices, within: 2s}
        - fault: {link: disconnect, reason: 0x13}
        - expect: {disconnected: {reason: 0x13}, within: 1s}
        - expect: {state: dataIsAvailable, within: 10s}

      """

    @Test func aLinkMayFallInTheMidstOfADiscovery() throws {
      let workspace = try Workspace()
      try workspace.write(Self.linkFallsInTheMidst, to: "a.yaml")
      let outcome = try workspace.test(["a.yaml"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }

    @Test(.enabled(if: unpatched != nil, "there is no kernel without the patches here"))
    func withoutThePatchTheKernelPanics() throws {
      let workspace = try Workspace()
      try workspace.write(Self.linkFallsInTheMidst, to: "a.yaml")
      let (outcome, report) = try workspace.report(
        ["a.yaml"], environment: ["METERLOOP_KERNEL": try #require(Self.unpatched)])
      #expect(outcome.code == 3, "\(outcome.all)")
      let seen = report.results.first?.failure?.seen ?? ""
      #expect(seen.hasPrefix("the guest died: Kernel panic"), "\(outcome.all)")
      // It died after the scenario had begun, so it is not tried again.
      #expect(report.results.first?.boots == 1)
      let folder = try #require(report.results.first?.folder)
      #expect(
        try String(contentsOfFile: folder + "/kernel.log", encoding: .utf8).contains("panic"))
    }

    /// um-keep-fp-in-stub: they are brought out of a program only where somebody asks for them.
    @Test func aProgramFindsItsRegistersAsItLeftThem() throws {
      let folder = try BenchFolder()
      let source = Meterloop.checkout + "/Tests/EndToEndTests/Clients/registers.c"
      let program = folder.at("registers")
      let built = try Tool.run("gcc", ["-O1", "-pthread", source, "-o", program])
      try #require(built.code == 0, "\(built.all)")
      let outcome = try Bench.run([], [program], in: folder)
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(outcome.output.contains("as they were left"))
    }
  }
}
