// What is shown on a terminal, and that none of it is shown elsewhere.

import Foundation
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Tool.isThere("script"), "script (bsdutils) is not installed"))
  struct TerminalTests {
    private static let scenario = """
      scenario: Anything
      meters:
        - model: UM25C
      timeline:
        - wait: 1s

      """

    /// What a run writes to a terminal.
    private func onATerminal(_ environment: [String: String] = [:]) throws -> String {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      try workspace.write(Self.scenario, to: "b.yaml")
      let outcome = try Tool.run(
        "script",
        [
          "--quiet", "--return", "--command",
          "'\(try #require(Meterloop.path))' test a.yaml b.yaml --jobs 1", "/dev/null",
        ], in: workspace.path,
        environment: ["TERM": "xterm", "NO_COLOR": ""].merging(environment) { $1 })
      #expect(outcome.code == 0, "\(outcome.all)")
      // A terminal makes a line feed of the two.
      return outcome.output.replacingOccurrences(of: "\r\n", with: "\n")
    }

    @Test func theScenarioAtWorkIsShownAndDrawnOver() throws {
      let text = try onATerminal()
      let erase = "\r\u{1B}[K"
      let passed = "\u{1B}[32mpassed \u{1B}[0m"
      #expect(
        text == "[1/2] a.yaml\(erase)\(passed)  a.yaml  1.000 s\n"
          + "[2/2] b.yaml\(erase)\(passed)  b.yaml  1.000 s\n2 passed\n")
    }

    @Test func noColourMeansNoColour() throws {
      let text = try onATerminal(["NO_COLOR": "1"])
      #expect(text.contains("[1/2] a.yaml\r\u{1B}[K") && !text.contains("\u{1B}[3"), "\(text)")
    }

    @Test func aDumbTerminalGetsPlainLines() throws {
      let text = try onATerminal(["TERM": "dumb"])
      #expect(text == "passed   a.yaml  1.000 s\npassed   b.yaml  1.000 s\n2 passed\n")
    }

    @Test func elsewhereLinesArePlain() throws {
      let workspace = try Workspace()
      try workspace.write(Self.scenario, to: "a.yaml")
      let outcome = try workspace.test(["a.yaml"], environment: ["TERM": "xterm"])
      #expect(outcome.output == "passed   a.yaml  1.000 s\n1 passed\n")
      #expect(outcome.errors.isEmpty)
    }
  }
}
