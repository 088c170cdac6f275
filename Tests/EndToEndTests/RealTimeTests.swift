// Scenarios in real time: as judged as ever, and with no limit on a central that stands still.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct RealTimeTests {
    @Test func aScenarioPassesInRealTime() throws {
      let workspace = try Workspace()
      let file = "\(Meterloop.checkout)/scenarios/identification/um25c-measured.yaml"
      let outcome = try workspace.test([file, "--real-time"])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(workspace.names(in: "").isEmpty)
    }

    /// A central that takes longer to answer than the scenario may last.
    private func write(to workspace: Workspace) throws {
      try workspace.write(
        """
        scenario: A central in a debugger
        limit: 1s
        meters: [{model: UM25C}]
        central:
          command:
            - /bin/sh
            - -c
            - |
              echo '{"protocol":1,"capabilities":[]}' >&9
              read hello <&9
              read command <&9
              sleep 3
              echo '{"reply":1,"ok":true}' >&9
              exec sleep 1000000
        policy: {attemptCap: 7}
        timeline:
          - wait: 100ms

        """, to: "a.yaml")
    }

    @Test func aCentralThatStandsStillIsWaitedFor() throws {
      let workspace = try Workspace()
      try write(to: workspace)
      let judged = try workspace.test(["a.yaml"])
      #expect(judged.code == 4, "\(judged.all)")
      #expect(judged.output.contains("the scenario's limit of 1 s was reached"), "\(judged.all)")
      let outcome = try workspace.test(["a.yaml", "--real-time"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }

    @Test func anInterruptEndsOneThatIsWaitedFor() throws {
      let workspace = try Workspace()
      try write(to: workspace)
      try workspace.write(
        workspace.read("a.yaml").replacing("sleep 3", with: "sleep 1000000"), to: "a.yaml")
      let run = try Meterloop.start(["test", "a.yaml", "--real-time"], in: workspace.path)
      let processes = GuestProcesses(of: workspace)
      #expect(
        eventually { (try? workspace.read("results/a/progress"))?.contains("began\n") == true })
      run.signal(SIGINT)
      let outcome = run.wait()
      #expect(outcome.code == 130, "\(outcome.all)")
      #expect(processes.vanish(), "left: \(processes.commandLines)")
      #expect(workspace.names(in: "") == ["a.yaml"])
    }

    @Test(arguments: [["--hash"], ["--stall-seconds", "5"]])
    func whatNeedsVirtualTimeIsRefused(options: [String]) throws {
      let workspace = try Workspace()
      try write(to: workspace)
      let outcome = try workspace.test(["a.yaml", "--real-time"] + options)
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.contains("--real-time and \(options[0]) exclude each other"),
        "\(outcome.all)")
    }
  }
}
