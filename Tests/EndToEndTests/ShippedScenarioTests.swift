// The shipped scenarios pass, and each of them can fail.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct ShippedScenarioTests {
    // covers: HIL-4
    @Test func allArePassed() throws {
      let workspace = try Workspace()
      let (outcome, report) = try workspace.report(["\(Meterloop.checkout)/scenarios"])
      #expect(outcome.code == 0, "\(outcome.all)")
      let count = try ShippedScenario.runCount()
      #expect(count > 70)
      #expect(report.results.map(\.verdict) == Array(repeating: "passed", count: count))
      #expect(report.counts["passed"] == count)
      for result in report.results {
        #expect(result.boots == 1, "\(result.file)")
        for fault in result.faults { #expect(fault.firings > 0, "\(result.file): \(fault.name)") }
      }
      #expect(workspace.names(in: "") == ["report.json"], "passed runs leave nothing")
      let laid = Set(report.results.flatMap(\.faults).map(\.name))
      let verbs = try Meterloop.run(["faults", "--list"], in: workspace.path).output
        .split(separator: "\n").map(String.init)
      #expect(verbs.count > 40)
      #expect(verbs.filter { !laid.contains($0) } == [], "no scenario lays these")
    }

    /// What a scenario says when its fault is taken out, or when it expects another value: place,
    /// expectation, what was seen by which witness, and what led there.
    // covers: HIL-3
    @Test func eachFailsWithoutItsFaultAndWithAnotherExpectation() throws {
      let workspace = try Workspace()
      var expected: [String] = []
      for scenario in ShippedScenario.all {
        let name = scenario.name.replacingOccurrences(of: "/", with: "-")
        let variants = [
          ("without-fault", scenario.withoutFault), ("expecting-else", scenario.expectingElse),
        ]
        for (variant, edits) in variants {
          try workspace.write(scenario.text(edits), to: "failing/\(name)-\(variant).yaml")
          expected.append("\(name)-\(variant)")
        }
      }
      let (outcome, report) = try workspace.report(["failing"])
      #expect(outcome.code == 4, "\(outcome.all)")
      #expect(report.counts["failed"] == expected.count)
      let parts = outcome.parts
      for name in expected {
        let file = "failing/\(name).yaml"
        let failure = report.result(of: file)?.failure
        #expect(failure?.position != nil && failure?.expected != nil, "\(name): \(outcome.all)")
        #expect(failure?.witness != nil, "\(name)")
        try Golden.check(parts[file] ?? "", against: "failing/\(name).txt", in: workspace)
      }
    }
  }
}
