// Shared parts: what comes together, and that an error in one names both places.

import Records
import Testing

@testable import Scenarios

@Suite struct IncludeTests {
  private func scenario(
    _ text: String, _ files: [String: String], file: String = "suite/test.yaml"
  ) throws(ScenarioError) -> Scenario {
    try ScenarioFile.parse(Array(text.utf8), file: file, attachments: files)
  }

  private func problem(
    _ text: String, _ files: [String: String], file: String = "suite/test.yaml"
  ) -> ScenarioError? {
    do throws(ScenarioError) {
      _ = try scenario(text, files, file: file)
      return nil
    } catch { return error }
  }

  private static let end = "timeline: [{wait: 1s}]\n"

  @Test func metersPolicyAndVariablesComeTogether() throws {
    let scenario = try scenario(
      """
      scenario: A
      include: [shared/desk.yaml, ../common/policy.yaml]
      variables: {name: Own}
      policy: {attemptCap: 7}
      meters: [{model: UM34C, name: $name}]
      timeline: [{wait: 1s}]
      """,
      [
        "suite/shared/desk.yaml": """
        variables: {name: Theirs, unused: 1, model: UM25C}
        meters: [{model: $model}]
        policy: {attemptCap: 5, pollInterval: 2s}
        """,
        "common/policy.yaml": "policy: {attemptCap: 6, connectTimeout: off}\n",
      ])
    #expect(scenario.meters.map(\.name) == ["UM25C-7F3A", "Own"])
    #expect(scenario.policy.attemptCap == 7)
    #expect(scenario.policy.pollInterval == .seconds(2))
    #expect(scenario.policy.connectTimeout == nil)
    #expect(scenario.setsPolicy)
  }

  @Test func theLaterPartCounts() throws {
    let files = [
      "suite/a.yaml": "policy: {attemptCap: 5}\n", "suite/b.yaml": "policy: {attemptCap: 6}\n",
    ]
    let rest = "scenario: A\nmeters: [{model: UM25C}]\n" + Self.end
    #expect(try scenario("include: [a.yaml, b.yaml]\n" + rest, files).policy.attemptCap == 6)
    #expect(try scenario("include: [b.yaml, a.yaml]\n" + rest, files).policy.attemptCap == 5)
  }

  @Test func stepsOfAFileComeInItsPlace() throws {
    let scenario = try scenario(
      """
      scenario: A
      variables: {long: 3s}
      meters: [{model: UM25C}]
      timeline:
        - wait: 1s
        - include: parts/steps.yaml
        - wait: 4s
      """,
      [
        "suite/parts/steps.yaml": "- wait: 2s\n- include: more.yaml\n",
        "suite/parts/more.yaml": "# one\n- wait: $long\n",
      ])
    let waits = scenario.timeline.map { step in
      if case .wait(let duration) = step.action { duration } else { Duration.zero }
    }
    #expect(waits == [.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
    #expect(
      scenario.timeline.map(\.place.text) == [
        "suite/test.yaml:5:5", "suite/parts/steps.yaml:1:3", "suite/parts/more.yaml:2:3",
        "suite/test.yaml:7:5",
      ])
  }

  @Test func anErrorNamesBothPlaces() throws {
    let error = try #require(
      problem(
        "scenario: A\nmeters: [{model: UM25C}]\ntimeline:\n  - include: a.yaml\n",
        ["suite/a.yaml": "- include: b.yaml\n", "suite/b.yaml": "- wait: 1s\n- wiat: 1s\n"]))
    #expect(
      error.rendered == """
        suite/b.yaml:2:3: error: unknown step 'wiat'; did you mean 'wait'?
          2 | - wiat: 1s
            |   ^
          included in suite/a.yaml:1:12
          included in suite/test.yaml:4:14
        """)
  }

  @Test func aFailureInASharedStepIsShownThere() throws {
    let rig = Rig()
    let text = "scenario: A\nmeters: [{model: UM25C}]\ntimeline: [{include: s.yaml}]\n"
    let scenario = try ScenarioFile.parse(
      Array(text.utf8), file: "test.yaml",
      attachments: ["s.yaml": "# shared\n- expect: {state: communicating, within: 1s}\n"])
    var result: ScenarioResult?
    let run = ScenarioRun(
      scenario, world: rig.world, scheduler: rig.world.scheduler, records: rig.world.records)
    run.start { result = $0 }
    rig.world.scheduler.advance(by: .seconds(2))
    let failed = try #require(result)
    #expect(failed.file == "test.yaml")
    let lines = FailureText.render(failed).split(separator: "\n").prefix(2)
    #expect(
      lines == [
        "s.yaml:2:11: failed: A", "  2 | - expect: {state: communicating, within: 1s}",
      ])
  }

  @Test(arguments: [
    ("a.yaml", "a.yaml: the file was not brought along"),
    ("[steps.yaml]", "these are steps: include them in the timeline, '- include: …'"),
    ("$x", "a path of include has no variables"),
    ("test.yaml", "suite/test.yaml includes itself"),
    ("../suite/./test.yaml", "suite/test.yaml includes itself"),
  ])
  func saysWhatIsWrongAtTheTop(_ include: String, _ message: String) throws {
    let text = "scenario: A\ninclude: \(include)\nmeters: [{model: UM25C}]\n" + Self.end
    let files = ["suite/steps.yaml": "- wait: 1s\n", "suite/test.yaml": text]
    #expect(problem(text, files)?.message == message)
    #expect(problem(text, files)?.position?.line == 2)
  }

  @Test func aCycleIsFoundWhereItCloses() throws {
    let text = "scenario: A\nmeters: [{model: UM25C}]\ntimeline: [{include: a.yaml}]\n"
    let files = ["a.yaml": "- include: b.yaml\n", "b.yaml": "- wait: 1s\n- include: a.yaml\n"]
    let error = try #require(problem(text, files, file: "test.yaml"))
    #expect(error.message == "a.yaml includes itself")
    #expect(error.file == "b.yaml" && error.position == SourcePosition(line: 2, column: 12))
  }

  @Test func depthHasALimit() throws {
    var files: [String: String] = [:]
    for level in 1...9 { files["\(level).yaml"] = "- include: \(level + 1).yaml\n" }
    let text = "scenario: A\nmeters: [{model: UM25C}]\ntimeline: [{include: 1.yaml}]\n"
    #expect(
      problem(text, files, file: "test.yaml")?.message == "includes more than 8 levels deep")
    files["8.yaml"] = "- wait: 1s\n"
    #expect(problem(text, files, file: "test.yaml") == nil)
  }

  @Test func includesThatMultiplyEnd() throws {
    let files = (1...7).reduce(into: ["8.yaml": String(repeating: "- wait: 1ms\n", count: 20)]) {
      files, level in
      files["\(level).yaml"] = String(repeating: "- include: \(level + 1).yaml\n", count: 10)
    }
    let text = "scenario: A\nmeters: [{model: UM25C}]\ntimeline: [{include: 1.yaml}]\n"
    #expect(problem(text, files, file: "test.yaml")?.message == "more than 100000 steps")
    let empty = files.merging(["8.yaml": "[]\n"]) { $1 }
    #expect(problem(text, empty, file: "test.yaml")?.message == "more than 100000 includes")
  }

  @Test func aPartHasNoTitle() throws {
    let text = "scenario: A\ninclude: a.yaml\nmeters: [{model: UM25C}]\n" + Self.end
    let error = try #require(problem(text, ["suite/a.yaml": "scenario: B\n"]))
    #expect(
      error.message
        == "unknown key of a shared part 'scenario': one of version, include, variables, meters, policy"
    )
    #expect(error.notes == ["included in suite/test.yaml:2:10"])
  }

  @Test func anIncludeStandsAlone() throws {
    let text =
      "scenario: A\nmeters: [{model: UM25C}]\ntimeline: [{include: a.yaml, at: 1s}]\n"
    #expect(
      problem(text, [:])?.message
        == "an include has nothing beside it: begin a new step with '- '")
  }
}
