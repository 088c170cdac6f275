// Files that are no scenarios: exit code 2, and what is wrong with them where. No guest is started.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct UnreadableScenarioTests {
    private static let good = """
      scenario: A good one
      meters:
        - model: UM25C
          load: {volts: 5.08}
      timeline:
        - central: connect
        - expect: {state: dataIsAvailable, within: 5s}

      """

    /// A bad file, where it is bad, what is said, and what is suggested.
    struct Bad: CustomTestStringConvertible {
      var testDescription: String
      var place: String
      var text: String
      var message: String
      var suggestion: String?

      init(
        _ name: String, at place: String, _ text: String, says message: String,
        suggests suggestion: String? = nil
      ) {
        testDescription = name
        self.place = place
        self.text = text
        self.message = message
        self.suggestion = suggestion
      }
    }

    static let bad = [
      Bad("empty", at: ":1:1", "", says: "the file is empty"),
      Bad("not YAML", at: ":2:7", "scenario: [a\nmeters", says: "not YAML"),
      Bad(
        "unknown key", at: ":5:1", good.replacing("timeline:", with: "timelime:"),
        says: "unknown key of a scenario 'timelime'", suggests: "timeline"),
      Bad(
        "wrong unit", at: ":7:46", good.replacing("5s", with: "5sec"),
        says: "unknown unit of time 'sec'", suggests: "5s"),
      Bad(
        "wrong model", at: ":3:12", good.replacing("UM25C", with: "UM25"),
        says: "unknown model 'UM25'", suggests: "UM25C"),
      Bad(
        "nested", at: ":1:65", String(repeating: "[", count: 100_000),
        says: "nested more than 64 levels deep"),
      Bad(
        "10 MB", at: ":", good + String(repeating: "# nothing\n", count: 1_000_000),
        says: "longer than a scenario may be"),
    ]

    @Test(arguments: bad)
    func aBadFileIsNoScenario(_ bad: Bad) throws {
      let workspace = try Workspace()
      try workspace.write(bad.text, to: "bad.yaml")
      let (outcome, report) = try workspace.report(["bad.yaml"])
      #expect(outcome.code == 2)
      #expect(outcome.output.hasPrefix("bad.yaml\(bad.place)"), "\(outcome.all.prefix(500))")
      #expect(outcome.output.contains(bad.message), "\(outcome.all.prefix(500))")
      #expect(outcome.output.utf8.count < 1000, "a message of \(outcome.output.utf8.count) bytes")
      #expect(report.exitCode == 2)
      #expect(report.unreadable.map(\.suggestion) == [bad.suggestion])
      if let suggestion = bad.suggestion {
        #expect(outcome.output.contains("did you mean '\(suggestion)'?"), "\(outcome.output)")
      }
      #expect(workspace.names(in: "results").isEmpty)
    }

    @Test func theGoodOnesAreJudgedAllTheSame() throws {
      let workspace = try Workspace()
      try workspace.write(Self.good, to: "suite/good.yaml")
      try workspace.write("", to: "suite/bad.yaml")
      let (outcome, report) = try workspace.report(["suite"])
      #expect(outcome.code == 2)
      #expect(report.verdicts == ["suite/good.yaml": "passed"], "\(outcome.all)")
      #expect(outcome.output.hasSuffix("1 passed, 1 unreadable\n"), "\(outcome.all)")
    }
  }
}
