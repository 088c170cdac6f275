// A run that is cut short: what had run is told, and nothing stays behind.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct InterruptTests {
    /// A run whose first scenario has passed and whose second is in the midst of a long one.
    private func runInTheMidst(
      _ workspace: Workspace, whileRunning body: (RunningProcess, GuestProcesses) throws -> Void
    ) throws -> Outcome {
      try workspace.write(
        """
        scenario: A short one
        meters:
          - model: UM25C
        timeline:
          - wait: 1s

        """, to: "1-short.yaml")
      // A central that spins keeps its guest up for as long as the test wants.
      try workspace.write(
        """
        scenario: An endless one
        meters:
          - model: UM25C
        central:
          command: [/bin/sh, -c, "while :; do :; done"]
        timeline:
          - wait: 1h

        """, to: "2-endless.yaml")
      let run = try Meterloop.start(
        [
          "test", "1-short.yaml", "2-endless.yaml", "--jobs", "1", "--stall-seconds", "60",
          "--json", "report.json", "--junit", "report.xml",
        ], in: workspace.path)
      #expect(run.waits(for: "passed   1-short.yaml"))
      let processes = GuestProcesses(of: workspace)
      #expect(
        eventually {
          (try? workspace.read("results/2-endless/progress"))?.contains("began\n") == true
        })
      #expect(!processes.commandLines.isEmpty, "the guest cannot be found, so the test is blind")
      try body(run, processes)
      return run.wait()
    }

    /// What a guest leaves on the machine if it is not ended well.
    private func traces(_ workspace: Workspace) throws -> [String] {
      let mounts = try String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)
        .split(separator: "\n").filter { $0.contains(workspace.path) }.map(String.init)
      let memory =
        try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
        + FileManager.default.contentsOfDirectory(atPath: "/tmp")
      return mounts + memory.filter { $0.hasPrefix("vm_file") || $0.contains("bt-server") }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func anInterruptEndsTheGuestAndTellsWhatHadRun(signal: Int32) throws {
      let workspace = try Workspace()
      let before = try traces(workspace)
      var guests: GuestProcesses?
      let outcome = try runInTheMidst(workspace) { run, processes in
        guests = processes
        run.signal(signal)
      }
      #expect(outcome.code == 130, "\(outcome.all)")
      #expect(
        outcome.output.hasSuffix("\ninterrupted  2-endless.yaml\n1 passed, interrupted\n"),
        "\(outcome.all)")
      let report = try SuiteJSON(workspace.read("report.json"))
      #expect(report.isInterrupted && report.exitCode == 130)
      #expect(report.verdicts == ["1-short.yaml": "passed"])
      #expect(report.unfinished == [["file": "2-endless.yaml", "title": "An endless one"]])
      let cases = try workspace.read("report.xml")
      #expect(cases.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""))
      #expect(cases.contains("<skipped message=\"interrupted"))
      #expect(guests?.vanish() == true, "left: \(guests?.commandLines ?? [])")
      #expect(try traces(workspace) == before)
      #expect(
        workspace.names(in: "") == ["1-short.yaml", "2-endless.yaml", "report.json", "report.xml"])
    }

    @Test func evenAKilledRunTakesItsGuestsWithIt() throws {
      let workspace = try Workspace()
      let before = try traces(workspace)
      var guests: GuestProcesses?
      let outcome = try runInTheMidst(workspace) { run, processes in
        guests = processes
        run.signal(SIGKILL)
      }
      #expect(outcome.code == 128 + SIGKILL)
      #expect(guests?.vanish() == true, "left: \(guests?.commandLines ?? [])")
      #expect(try traces(workspace) == before)
      // Its folder stays, and the next run of the same name takes its place.
      #expect(workspace.names(in: "results").filter { !$0.hasPrefix(".") } == ["2-endless"])
      try workspace.write(workspace.read("1-short.yaml"), to: "2-endless.yaml")
      let next = try workspace.test(["2-endless.yaml"])
      #expect(next.code == 0, "\(next.all)")
      #expect(workspace.names(in: "results").isEmpty)
    }
  }
}
