// Several centrals in one scenario: who is told, who is asked, and who is to blame.

import Records
import Testing

@testable import Scenarios

@Suite struct CentralsTests {
  let rig = Rig()
  var world: FakeWorld { rig.world }

  private static let head = """
    scenario: Two
    meters: [{model: UM25C}, {model: UM34C}]
    centrals: [{name: phone}, {name: tablet, command: [client]}]

    """

  private func play(_ timeline: String, always: String = "[]") throws -> ScenarioResult? {
    try rig.start(head: Self.head + "always: \(always)\n", timeline)
    world.scheduler.advance(by: .seconds(100))
    return rig.result
  }

  @Test func areOnTheFirstAdapterAndBehindTheMeters() throws {
    let text = Self.head + "timeline: [{wait: 1s}]\n"
    let scenario = try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
    #expect(scenario.centrals.map(\.name) == ["phone", "tablet"])
    #expect(scenario.centrals.map(\.adapter) == [0, 3])
    #expect(scenario.centrals.map(\.program) == [.builtIn, .command(["client"])])
  }

  @Test func theNamedOneIsToldAndTheRecordSaysWhich() throws {
    let result = try play(
      """
        - central: {name: tablet, do: connect}
        - central: {name: phone, connect: UM34C-7F3A}
      """)
    #expect(result?.verdict == .passed)
    // The built-in one is configured first.
    #expect(world.told == [0, 1, 1, 0])
    #expect(
      world.commands.map(\.command.name) == ["configure", "configure", "connect", "connect"])
    let notes = world.records.records.filter { $0.kind == "command" }
    #expect(notes.map(\.adapter) == [3, 0])
    #expect(
      result?.centrals == [
        CentralReport(name: "phone", adapter: 0), CentralReport(name: "tablet", adapter: 3),
      ])
  }

  @Test func whatAnotherSeesMeetsNoExpectation() throws {
    world.say(after: .seconds(1), .central, "retry", adapter: 0)
    world.say(after: .seconds(2), .central, "retry", adapter: 3)
    let result = try play(
      "  - expect: {event: retry, central: tablet, at: 2s}\n"
        + "  - expect: {event: retry, central: phone, within: 5s}\n")
    #expect(result?.verdict == .failed)
    #expect(result?.failure?.position?.line == 7)
    #expect(result?.failure?.expected == "phone's retry within 5 s")
  }

  @Test func attemptsAndDropsAreJudgedByTheAirOfThatCentral() throws {
    world.say(after: .seconds(1), .air, "disconnected", ["reason": 8], adapter: 3)
    world.say(after: .milliseconds(1500), .air, "attempt.start", ["attempt": 1], adapter: 0)
    world.say(after: .seconds(2), .air, "attempt.start", ["attempt": 1], adapter: 3)
    let held = try play(
      """
        - expect: {disconnected: {reason: 0x08}, central: tablet, at: 1s}
        - expect: {attempts: [1s], central: tablet}
      """)
    #expect(held?.verdict == .passed)
    let other = Rig()
    other.world.say(after: .seconds(1), .air, "disconnected", ["reason": 8], adapter: 3)
    other.world.say(after: .seconds(2), .air, "attempt.start", ["attempt": 1], adapter: 0)
    try other.start(
      head: Self.head, "  - expect: {attempts: [1s], central: tablet, within: 5s}\n")
    other.world.scheduler.advance(by: .seconds(100))
    #expect(other.result?.failure?.expected == "tablet's attempts after 1 s ±0.02 s within 5 s")
    #expect(other.result?.verdict == .failed)
  }

  @Test func neverIsOfTheNamedOne() throws {
    world.say(after: .seconds(1), .air, "connected", ["peer": 1], adapter: 0)
    #expect(
      try play("  - expect: {never: connection, central: tablet, for: 5s}\n")?.verdict == .passed)
    let other = Rig()
    other.world.say(after: .seconds(1), .air, "connected", ["peer": 1], adapter: 3)
    try other.start(
      head: Self.head, "  - expect: {never: connection, central: tablet, for: 5s}\n")
    other.world.scheduler.advance(by: .seconds(100))
    #expect(other.result?.failure?.expected == "no tablet's connected for 5 s")
  }

  @Test func anOrderGoesAcrossThem() throws {
    let order = """
        - expect:
            order:
              - {disconnected: {}, central: phone}
              - {state: dataIsAvailable, central: tablet}

      """
    world.say(after: .seconds(1), .air, "disconnected", ["reason": 0x16], adapter: 0)
    world.say(
      after: .seconds(2), .central, "state", ["state": "dataIsAvailable"], adapter: 3)
    #expect(try play(order)?.verdict == .passed)
    let other = Rig()
    other.world.say(after: .seconds(1), .air, "disconnected", ["reason": 0x16], adapter: 3)
    other.world.say(
      after: .seconds(2), .central, "state", ["state": "dataIsAvailable"], adapter: 3)
    try other.start(head: Self.head, order)
    other.world.scheduler.advance(by: .seconds(100))
    #expect(other.result?.failure?.seen.hasPrefix("no phone's disconnected") == true)
  }

  /// Nobody waits for the hello of a black box that is only watched.
  @Test(arguments: [
    ("{state: dataIsAvailable, central: phone}", false),
    ("{event: {kind: state, adapter: 0}}", false),
    ("{order: [{disconnected: {}, central: tablet}, {event: ready, central: phone}]}", false),
    ("{disconnected: {}, central: tablet}", false), ("{event: ready, central: tablet}", true),
    ("{event: {kind: state, adapter: 3}}", true),
    ("{order: [{disconnected: {}, central: phone}, {event: ready, central: tablet}]}", true),
  ])
  func whoseWordIsAskedForHasToSpeak(_ expectation: String, _ isTablet: Bool) throws {
    let text = Self.head + "timeline: [{expect: \(expectation)}]\n"
    let scenario = try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
    #expect(scenario.needsDriver(of: 1) == isTablet)
  }

  @Test func theOneThatEndsIsNamed() throws {
    try rig.start(head: Self.head, "  - wait: 9s\n")
    world.scheduler.advance(by: .seconds(1))
    rig.run?.centralEnded(.exited(1), central: 1)
    world.scheduler.advance(by: .seconds(1))
    #expect(
      rig.result?.failure?.seen
        == "the central tablet ended with exit code 1 before the scenario did")
  }

  @Test func oneMayQuitAndTheOtherGoesOn() throws {
    try rig.start(
      head: Self.head,
      "  - central: {name: phone, do: quit}\n  - central: {name: tablet, do: connect}\n")
    world.scheduler.advance(by: .seconds(1))
    rig.run?.centralEnded(.exited(0), central: 0)
    world.scheduler.advance(by: .seconds(1))
    #expect(rig.result?.verdict == .passed)
  }

  @Test func eachIsHeldToTheRules() throws {
    world.say(after: .seconds(1), .central, "state", ["state": "peripheralReady"], adapter: 0)
    // Of one central this would be a fall.
    world.say(
      after: .seconds(2), .central, "state", ["state": "peripheralConnected"], adapter: 3)
    #expect(try play("  - wait: 9s\n", always: "[statesRise]")?.verdict == .passed)
    let other = Rig()
    for (second, state) in [(1, "peripheralReady"), (2, "peripheralConnected")] {
      other.world.say(
        after: .seconds(second), .central, "state", ["state": .text(state)], adapter: 3)
    }
    try other.start(head: Self.head + "always: [statesRise]\n", "  - wait: 9s\n")
    other.world.scheduler.advance(by: .seconds(100))
    #expect(other.result?.failure?.kind == .rule("statesRise"))
    #expect(
      other.result?.failure?.seen == "of tablet: peripheralConnected after peripheralReady")
  }

  @Test func reportsCallThemByTheirNames() throws {
    world.say(after: .seconds(1), .air, "attempt.start", ["attempt": 1], adapter: 0)
    world.say(after: .seconds(2), .air, "attempt.start", ["attempt": 1], adapter: 3)
    world.say(
      after: .seconds(3), .air, "attempt.end",
      ["attempt": 1, "outcome": "connected", "status": 0], adapter: 3)
    world.say(after: .seconds(3), .central, "state", ["state": "peripheralReady"], adapter: 3)
    let result = try #require(try play("  - expect: {event: retry, central: phone}\n"))
    let story = RunStory(result, records: world.records.inOrder)
    #expect(
      story.attempts.map(\.text) == [
        "phone: attempt 1: not over yet", "tablet: attempt 1: connected after 1 s",
      ])
    #expect(
      story.rows.map(\.name).filter { $0.contains("phone") || $0.contains("tablet") } == [
        "attempts phone", "attempts tablet", "state tablet",
      ])
    #expect(story.entries.contains { $0.text == "tablet: peripheralReady" })
    let folder = RunFolder("results/two", result)
    let plain = OutputStyle(isTerminal: false, environment: [:])
    let told = ExplainText.render(story, in: folder, style: plain)
    #expect(told.contains("centrals  phone on hci0, tablet on hci3\n"))
    #expect(told.contains("central   hci3 tablet state {state: peripheralReady}"))
    let report = SuiteReport(results: [result])
    #expect(
      JUnitXML.render(report).contains(
        "<system-out>centrals: phone on hci0, tablet on hci3</system-out>"))
    #expect(TAP.render(report).contains("centrals: \"phone on hci0, tablet on hci3\""))
  }
}
