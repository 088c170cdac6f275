// How many guests a suite boots, and that nothing of a run is left for the next one.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct GuestReuseTests {
    private let workspace: Workspace
    /// A kernel that leaves a line in `boots` each time it is started.
    private let environment: [String: String]

    init() throws {
      workspace = try Workspace()
      let kernel = workspace.path + "/kernel"
      let real = try #require(ProcessInfo.processInfo.environment["METERLOOP_KERNEL"])
      try workspace.write(
        "#!/bin/sh\necho boot >>'\(workspace.path)/boots'\nexec '\(real)' \"$@\"\n", to: "kernel")
      try #require(chmod(kernel, 0o755) == 0)
      environment = ["METERLOOP_KERNEL": kernel]
      for name in ["a", "b", "c", "d"] {
        try workspace.write(
          """
          scenario: Connects
          meters: [{model: UM25C}]
          timeline: [{central: connect}, {expect: {event: measurement, within: 60s}}]

          """, to: "\(name).yaml")
      }
    }

    /// How many guests were booted since this was last asked.
    private func boots() throws -> Int {
      let count = try workspace.read("boots").split(separator: "\n").count
      try workspace.write("", to: "boots")
      return count
    }

    private func judge(_ arguments: String..., code: Int32 = 0) throws {
      let outcome = try workspace.test(arguments + ["--jobs", "1"], environment: environment)
      #expect(outcome.code == code, "\(outcome.all)")
    }

    @Test func aSuiteBootsOneGuestForEachOfItsJobs() throws {
      try judge("a.yaml", "b.yaml", "c.yaml", "d.yaml")
      #expect(try boots() == 1)
      try judge("a.yaml", "--repeat", "65")
      #expect(try boots() == 2, "a guest has 64 runs")
      try judge("a.yaml", "b.yaml", "c.yaml", "d.yaml", "--fresh-guests")
      #expect(try boots() == 4)
    }

    @Test func aScenarioThatFailsLeavesTheNextAsItIs() throws {
      try workspace.write(
        """
        scenario: Expects what does not come
        meters: [{model: UM25C}]
        timeline: [{expect: {event: measurement, within: 1s}}]

        """, to: "b.yaml")
      let (outcome, report) = try workspace.report(
        ["a.yaml", "b.yaml", "c.yaml", "--jobs", "1", "--keep"], environment: environment)
      #expect(outcome.code == 4, "\(outcome.all)")
      #expect(try boots() == 1)
      let records = try report.results.map { try $0.normalisedRecords() }
      try #require(records.count == 3)
      #expect(records[0] == records[2])
    }

    /// It may do to its guest whatever it likes, as root.
    @Test func aProgramOfTheUsersHasItsOwnGuest() throws {
      try workspace.write(
        """
        scenario: Leaves something behind
        meters: [{model: UM25C}]
        central:
          command:
            - /bin/sh
            - -c
            - '[ ! -e /tmp/left ] && echo >/tmp/left && echo 7 >/proc/sys/kernel/printk && exec sleep 9999'
        timeline: [{wait: 1s}]

        """, to: "b.yaml")
      try judge("a.yaml", "b.yaml", "c.yaml")
      #expect(try boots() == 3)
      try judge("b.yaml", "--repeat", "2")
      #expect(try boots() == 2)
    }
  }
}
