// What of the suite the host lane cannot judge, and that the guide says so.

import FoundationEssentials
import Testing

@testable import Scenarios

@Suite struct LaneObstacleTests {
  private func obstacle(_ steps: String, head: String = Rig.head) throws -> String? {
    let text = head + "timeline:\n" + steps
    return LaneObstacle(try ScenarioFile.parse(Array(text.utf8), file: "example.yaml"))?.text
  }

  @Test(arguments: [
    "  - central: connect\n  - expect: {measurement: {volts: 5}, within: 5s}\n",
    "  - fault: {payload: badChecksum, frames: 1}\n",
    "  - expect: {event: request, witness: emulator, within: 5s}\n",
    "  - meter: {load: {volts: 9}}\n  - wait: 1s\n",
  ])
  func whatTheMeterAndTheCentralSeeIsJudged(_ steps: String) throws {
    #expect(try obstacle(steps) == nil)
  }

  @Test(arguments: [
    ("  - expect: {attempts: [1s]}\n", "attempts"),
    ("  - expect: {event: connected, witness: air, within: 5s}\n", "connected"),
    ("  - expect: {never: connection, for: 5s}\n", "connected"),
    ("  - fault: {link: outOfRange}\n", "link level"),
    ("  - fault: {host: adapterOff, for: 2s}\n", "host level"),
  ])
  func whatTheAirSeesOrDoesIsNot(_ steps: String, _ word: String) throws {
    let text = try obstacle(steps)
    #expect(text?.contains(word) == true, "\(text ?? "none")")
  }

  @Test(arguments: [
    ("trueMeasurements", false), ("attemptCap", false), ("ladder", false), ("statesRise", true),
    ("oneRequest", true), ("subscribesFirst", true), ("boundedMemory", true),
  ])
  func aRuleOfTheAirIsNot(_ rule: String, _ isJudged: Bool) throws {
    let text = try obstacle("  - wait: 1s\n", head: Rig.head + "always: [\(rule)]\n")
    #expect((text == nil) == isJudged)
  }

  @Test func theGuideCountsTheSuite() throws {
    let folder = GoldenFiles.root + "scenarios"
    let (items, unreadable) = SuiteItem.read(try SuiteItem.files([folder]))
    #expect(unreadable.isEmpty)
    let obstacles = items.map { LaneObstacle($0.scenario)?.text }
    var counts: [String: Int] = [:]
    for case let text? in obstacles { counts[text, default: 0] += 1 }
    let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "| skipped: \($0.key) | \($0.value) |" }
    let table =
      (["| Of the scenarios in scenarios/ | |", "| --- | --- |"]
      + ["| judged | \(obstacles.count { $0 == nil }) |"] + rows).joined(separator: "\n") + "\n"
    let path = GoldenFiles.root + "docs/guide-adapters.md"
    let page = String(decoding: try GoldenFiles.bytes(path), as: UTF8.self)
    #expect(page.contains("\n\n" + table + "\n"), "the guide's table should be:\n\(table)")
  }
}
