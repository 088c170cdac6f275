// The fuzzer against centrals with a known bug: it is found within a minute of two cores, whatever
// the seed, and made small. Nothing in the fuzzer knows of these bugs.

import Foundation
import Testing

extension EndToEnd {
  /// They compile a central for each bug and take some twenty minutes, so `make fuzz-tests` runs them and
  /// `make test` does not.
  @Suite(
    .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment["METERLOOP_FUZZ_TESTS"] != nil,
      "make fuzz-tests runs them"))
  struct FuzzTests {
    /// A bug of PlantedBugs, and which kind of fuzzing is to find it.
    static let bugs: [String: [String]] = [
      "tail-unchecked": [], "buffer-not-cleared": [], "length-from-frame": [],
      "request-before-subscribing": [], "retries-not-reset": ["--schedules"],
    ]

    /// Fuzzes a central until something is found; the scenario that is kept, which fails again.
    private func found(
      _ central: [String], seed: Int, _ options: [String], in workspace: Workspace
    ) throws -> String {
      let results = "found-\(seed)"
      let list = "[\(central.joined(separator: ", "))]"
      let outcome = try Meterloop.run(
        ["fuzz", "--seed", "\(seed)", "--seconds", "60", "--jobs", "2", "--until-failure"]
          + ["--results", results, "--central", list] + options, in: workspace.path)
      try #require(outcome.code == 4, "seed \(seed): \(outcome.all)")
      let file = try #require(
        workspace.names(in: results).first { $0.hasSuffix(".yaml") }, "\(outcome.all)")
      let again = try workspace.test(["\(results)/\(file)", "--central", list])
      #expect(again.code == 4, "\(again.all)")
      let text = try workspace.read("\(results)/\(file)")
      return text
    }

    @Test(arguments: bugs.keys.sorted())
    func aPlantedBugIsFoundWithEachSeed(bug: String) throws {
      let workspace = try Workspace()
      let central = workspace.path + "/central"
      let release = URL(filePath: try #require(Meterloop.path)).deletingLastPathComponent().path
      let built = try RunningProcess(
        program: Meterloop.checkout + "/Tests/EndToEndTests/PlantedBugs/build",
        arguments: [bug, release, central], folder: workspace.path, environment: [:]
      ).wait()
      try #require(built.code == 0, "\(built.all)")
      for seed in 1...3 {
        let text = try found(
          [central, "--driver"], seed: seed, Self.bugs[bug] ?? [], in: workspace)
        let faults = text.components(separatedBy: "- fault:").count - 1
        #expect(faults <= 2, "\(text)")
        // The bug is to blame, and nothing else: without it the scenario passes, but for faults that
        // then find nothing to strike.
        try workspace.write(text, to: "without-\(seed).yaml")
        let without = try workspace.test(["without-\(seed).yaml"])
        let isDud = without.output.contains("seen: it did not fire")
        #expect(without.code == 0 || isDud, "\(without.all)\n\(text)")
      }
    }

    @Test
    func aClientThatCutsAt130BytesIsCaughtOutOfStep() throws {
      let script = Meterloop.checkout + "/Tests/EndToEndTests/Clients/cutting_central.py"
      let text = try found(
        ["/usr/bin/python3", script], seed: 1, ["--meter", "UM25C", "--profile", "documented"],
        in: try Workspace())
      #expect(text.contains("scenario: After what went wrong"), "\(text)")
    }

    @Test func theSameSeedGivesTheSameScheduleVerdictAndRecord() throws {
      let workspace = try Workspace()
      func run(_ arguments: [String]) throws -> Outcome {
        try Meterloop.run(["fuzz", "--seed", "9", "--schedules"] + arguments, in: workspace.path)
      }
      let printed = try run(["--print", "1"]).output
      #expect(try run(["--print", "1"]).output == printed)
      try workspace.write(printed, to: "one/plan.yaml")
      try workspace.write(printed, to: "two/plan.yaml")
      let (_, report) = try workspace.report(["one", "two", "--keep", "--jobs", "2"])
      #expect(Set(report.results.map(\.verdict)).count == 1)
      let records = try report.results.map { try $0.normalisedRecords() }
      #expect(records.count == 2)
      #expect(records[0].split(separator: "\n").count > 100)
      #expect(records[0] == records[1])
    }
  }
}
