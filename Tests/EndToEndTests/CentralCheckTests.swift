// The central's half of Core Bluetooth over the real BlueZ: the checks of Tests/CentralChecks, each in a
// guest of its own.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct CentralCheckTests {
    /// Beside the program that runs these tests.
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "CentralChecks").path

    /// What apps rely on and ports get wrong, by its number.
    private static let behaviours = [
      "1-own-cancel-has-no-error-and-a-loss-has-one",  // covers: CBC-4
      "2-cancelling-a-pending-connect-is-a-disconnect",
      "3-connect-never-times-out",
      "4-a-peripheral-that-nobody-holds-is-disconnected",
      "5-commands-before-powered-on-are-dropped",  // covers: CBC-1
      "6-switched-off-tells-the-state-alone",
      "6-bluetoothd-restarting-voids-peripherals",
      "7-the-name-is-kept-and-the-advertised-name-is-live",
      "8-writes-without-response-are-under-flow-control",  // covers: CBP-3
      "9-after-a-disconnect-everything-is-discovered-anew",
      "10-identifiers-are-stable-and-tell-no-address",  // covers: CBC-5
      "11-reads-and-notifications-come-the-same-way",  // covers: CBP-2, CBP-4
      "13-services-that-change-are-told",
      "14-a-scan-merges-duplicates-and-a-second-one-replaces-it",  // covers: CBC-2
      "15-characteristics-are-there-once-discovered",
      "16-a-disconnect-may-come-without-a-connect",
    ]

    private static let others = [
      "included-services",  // covers: CBP-1
      "descriptors",  // covers: CBP-1
      "values",  // covers: CBP-2, CBP-3
      "a-value-longer-than-the-protocol-has",
      "services-that-change-while-they-are-discovered",
      "indications",  // covers: CBP-4
      "several-managers",  // covers: CBM-1, CBP-4
      "requests-are-told-in-their-order",  // covers: CBP-2, CBP-4
      "rssi",  // covers: CBP-5
      "advertisement",  // covers: CBC-3
      "not-connectable",
      "retrieval",  // covers: CBC-5
      "forgotten-devices",
      "connect-options",  // covers: CBC-7
      "connect-timeout",  // covers: CONN-5
      "several-peripherals",  // covers: CBM-1
      "many-reconnects",
      "without-a-queue-the-main-one-is-used",  // covers: CBC-6
      "restoration",  // covers: CBR-1
      "restoration-of-what-is-over",
      "restoration-of-a-pending-connect",
      "without-the-management-channel",
      "background",  // covers: CBR-2
    ]

    @Test func everyCheckIsRun() throws {
      let outcome = try RunningProcess(
        program: Self.program, arguments: [], folder: "/", environment: [:]
      ).wait()
      #expect(
        outcome.output.split(separator: "\n").map(String.init) == Self.behaviours + Self.others)
    }

    @Test(arguments: behaviours + others) func holds(check: String) throws {
      let outcome = try Bench.run(["--adapters", "2"], [Self.program, check], in: BenchFolder())
      #expect(outcome.code == 0 && outcome.output == "ok \(check)\n", "\(outcome.all)")
    }

    /// `make soak` does it for a day.
    @Test func threeHoursLoseNothingAndGrowNothing() throws {
      let outcome = try Bench.run(
        ["--adapters", "2"], [Self.program, "soak", "3"], in: BenchFolder())
      #expect(outcome.code == 0 && outcome.output.hasSuffix("ok soak\n"), "\(outcome.all)")
    }

    @Test(arguments: [
      ("0x08", "the connection has timed out"), ("0x13", "the peripheral has disconnected"),
      ("0x16", "another program on this host has ended the connection"),
    ])
    func aDropIsToldByItsReason(code: String, reason: String) throws {
      let workspace = try Workspace()
      try workspace.write(
        """
        scenario: The app is told why the link was lost
        meters: [{model: UM25C}]
        timeline:
          - central: connect
          - expect: {state: dataIsAvailable, within: 5s}
          - fault: {link: disconnect, reason: \(code)}
          - expect: {event: {kind: dropped, reason: "\(reason)"}, within: 2s}
        """, to: "reason.yaml")
      let outcome = try workspace.test(["reason.yaml"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }
  }
}
