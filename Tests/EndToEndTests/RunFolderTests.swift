// The folders of runs: each belongs to one scenario of one run, whatever else goes on.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct RunFolderTests {
    private static func scenario(seconds: Int) -> String {
      """
      scenario: Some \(seconds) seconds
      meters:
        - model: UM25C
      timeline:
        - wait: \(seconds)s

      """
    }

    @Test func filesThatWouldShareAFolderDoNot() throws {
      let workspace = try Workspace()
      let long = String(repeating: "ä", count: 110)
      let files = ["a/b.yaml", "a-b.yaml", "a-b.yml", "scenarios.yaml", ".yaml", "\(long).yaml"]
      for (index, file) in files.enumerated() {
        try workspace.write(Self.scenario(seconds: index + 1), to: file)
      }
      let deep = "\(long)/\(long)/x.yaml"
      try workspace.write(Self.scenario(seconds: 7), to: deep)
      let (outcome, report) = try workspace.report(files + [deep, "./a-b.yaml", "--keep"])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(report.results.map(\.file) == files + [deep], "each once, in order")
      let names = report.results.compactMap {
        $0.folder?.split(separator: "/").last.map(String.init)
      }
      #expect(
        names.prefix(5) == ["a-b", "a-b-2", "a-b-3", "scenario", "scenario-2"], "\(names)")
      #expect(Set(names).count == 7 && workspace.names(in: "results").count == 7)
      for (index, name) in names.enumerated() {
        let verdict = try workspace.read("results/\(name)/result.json")
        #expect(verdict.contains("Some \(index + 1) seconds"), "\(name) is of another scenario")
      }
    }

    @Test func twoRunsInOneResultsFolderLeaveEachOtherAlone() throws {
      let workspace = try Workspace()
      try workspace.write(
        """
        scenario: An endless one
        meters:
          - model: UM25C
        central:
          command: [/bin/sh, -c, "while :; do :; done"]
        timeline:
          - wait: 1h

        """, to: "a.yaml")
      let endless = try Meterloop.start(
        ["test", "a.yaml", "--stall-seconds", "60"], in: workspace.path)
      #expect(
        eventually { (try? workspace.read("results/a/progress"))?.contains("began\n") == true })
      try workspace.write(Self.scenario(seconds: 1), to: "a.yaml")
      let (outcome, report) = try workspace.report(["a.yaml", "--keep"])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(report.results.first?.folder?.hasSuffix("/results/a-2") == true)
      #expect(workspace.names(in: "results/a").contains("guest.plan"), "the other's is untouched")
      endless.signal(SIGINT)
      #expect(endless.wait().code == 130)
      #expect(workspace.names(in: "results") == ["a-2"], "and no lock is left")
    }

    @Test func whatAKilledRunLeftIsReplaced() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario(seconds: 1), to: "a.yaml")
      try workspace.write("", to: "results/.meterloop-lock-1-1")
      // With its mark and a lock nobody holds, and killed before it had put its mark.
      try workspace.write(
        "In use while this is locked: .meterloop-lock-1-1\n", to: "results/a/meterloop-run")
      try workspace.write("old", to: "results/a/records.jsonl")
      try FileManager.default.createDirectory(
        atPath: workspace.path + "/results/b", withIntermediateDirectories: true)
      try workspace.write(Self.scenario(seconds: 1), to: "b.yaml")
      let outcome = try workspace.test(["a.yaml", "b.yaml"])
      #expect(outcome.code == 0, "\(outcome.all)")
      #expect(workspace.names(in: "") == ["a.yaml", "b.yaml"], "nothing is left")
    }

    @Test(arguments: ["with a space", "à la carte", "\"quoted\" 'twice'", "50%20"])
    func aFolderMayHaveAnyName(_ name: String) throws {
      let workspace = try Workspace()
      try workspace.write(ShippedScenario.all[0].text(), to: "\(name)/a.yaml")
      try workspace.write(
        Self.scenario(seconds: 1).replacing(
          "timeline:", with: "central:\n  command: [/bin/sleep, 9]\ntimeline:"),
        to: "\(name)/b.yaml")
      let folder = "\(workspace.path)/\(name)"
      let outcome = try Meterloop.run(["test", "a.yaml", "b.yaml"], in: folder)
      #expect(outcome.code == 0, "\(outcome.all)")
      let bench = try Meterloop.run(["bench", "--", "/bin/pwd"], in: folder)
      #expect(bench.output == folder + "\n", "\(bench.all)")
    }

    @Test func theProgramMayBeInAnyFolderButOne() throws {
      let workspace = try Workspace()
      try workspace.write(ShippedScenario.all[0].text(), to: "a.yaml")
      let source = URL(filePath: try #require(Meterloop.path)).deletingLastPathComponent()
      for (folder, code) in [("some programs", Int32(0)), ("\"quoted\"", 3)] {
        let place = "\(workspace.path)/\(folder)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for name in ["meterloop", "meterloop-init", "meterloop-central"] {
          try FileManager.default.copyItem(
            atPath: source.appending(path: name).resolvingSymlinksInPath().path,
            toPath: "\(place)/\(name)")
        }
        let outcome = try RunningProcess(
          program: place + "/meterloop", arguments: ["test", "a.yaml"], folder: workspace.path,
          environment: [:]
        ).wait()
        #expect(outcome.code == code, "\(outcome.all)")
        #expect(code == 0 || outcome.output.contains("holds a double quote"), "\(outcome.all)")
      }
    }

    /// A suite whose files cannot even be started.
    @Test func thousandsThatCannotBeStartedAreTold() throws {
      let workspace = try Workspace()
      for number in 0..<3000 {
        try workspace.write(Self.scenario(seconds: 1), to: "suite/\(number).yaml")
      }
      let outcome = try workspace.test(
        ["suite"], environment: ["METERLOOP_KERNEL": "/nowhere/linux"])
      #expect(outcome.code == 3, "exit \(outcome.code)")
      #expect(outcome.output.hasSuffix("\n3000 broken\n"))
    }

    @Test func theBuiltInCentralNeedsNoneOfTheCallersFolder() throws {
      let workspace = try Workspace()
      let elsewhere = try Workspace()
      try workspace.write(ShippedScenario.all[0].text(), to: "a.yaml")
      let outcome = try workspace.test(["a.yaml", "--results", elsewhere.path + "/results"])
      #expect(outcome.code == 0, "\(outcome.all)")
    }
  }
}
