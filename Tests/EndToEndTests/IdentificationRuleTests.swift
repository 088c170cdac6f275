// IDENT-3: the documents' sample takes whatever has FFF0 for a UM25C. The scenario of a UM34C whose name
// tells nothing finds a central out that does so.

import Foundation
import Testing

extension EndToEnd {
  @Suite(.enabled(if: Bench.hasBleak, Bench.bleakReason))
  struct IdentificationRuleTests {
    /// The scenario with a central of this rule.
    private func write(
      _ name: String, rule: String, without line: String? = nil, to workspace: Workspace
    ) throws {
      let shipped = try #require(
        ShippedScenario.all.first { $0.name == "identification/um34c-unknown-first" })
      let edits = line.map { [Edit.without($0)] } ?? []
      let central = "[\(Bench.python), \(Emulating.fixtures)/identifying.py, \(rule)]"
      try workspace.write(
        shipped.text(
          edits + [.replace("timeline:", with: "central: {command: \(central)}\ntimeline:")]),
        to: "\(name).yaml")
    }

    @Test func theSampleRuleFails() throws {
      let workspace = try Workspace()
      try write("sample", rule: "sample", to: workspace)
      try write(
        "sample-on", rule: "sample", without: "- expect: {identified: {model: unknown",
        to: workspace)
      try write("frame", rule: "frame", to: workspace)
      let (_, report) = try workspace.report(["sample.yaml", "sample-on.yaml", "frame.yaml"])

      let sample = report.result(of: "sample.yaml")
      #expect(sample?.verdict == "failed")
      #expect(sample?.failure?.expected?.contains("identified with model unknown") == true)
      #expect(
        sample?.failure?.seen.contains("model UM25C") == true, "\(sample?.description ?? "")")

      // Not asked what it believes, it is found out by what it reads.
      let on = report.result(of: "sample-on.yaml")
      #expect(on?.verdict == "failed")
      #expect(
        on?.failure?.seen.contains("model UM25C, volts 0.508") == true, "\(on?.description ?? "")")

      // It is the rule: the same program with the other one passes.
      #expect(report.result(of: "frame.yaml")?.verdict == "passed")
    }
  }
}
