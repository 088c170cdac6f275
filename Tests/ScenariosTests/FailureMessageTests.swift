// What a failure says, word for word, and the reports that carry it.

import FoundationEssentials
import Records
import Scenarios
import Testing

@Suite struct FailureMessageTests {
  /// The shipped out-of-range scenario, with a central that waits 3 s before its second attempt.
  static func lateSecondAttempt() throws -> ScenarioResult { try lateRun().result }

  /// The same, with all that was seen.
  static func lateRun() throws -> (result: ScenarioResult, records: [Record]) {
    let rig = Rig()
    let world = rig.world
    let path = "scenarios/reconnect/out-of-range.yaml"
    let scenario = try ScenarioFile.parse(
      try GoldenFiles.bytes(GoldenFiles.root + path), file: path)
    world.react = { world, command in
      guard case .connect = command else { return }
      world.say(after: .milliseconds(2), .air, "connected", ["address": "00:AA:01:00:00:42"])
      world.state("peripheralConnected", after: .milliseconds(10))
      world.say(
        after: .milliseconds(400), .central, "measurement", ["volts": .number(5.08)])
      world.state("dataIsAvailable", after: .milliseconds(400))
    }
    world.onFault = { world, fault in
      world.fire(fault)
      world.say(after: .seconds(2), .air, "disconnected", ["reason": 8])
      world.say(
        after: .seconds(2), .central, "dropped",
        ["reason": "connectionTimeout", "wanted": .flag(false)])
      world.say(
        after: .seconds(2), .central, "retry", ["attempt": 1, "delay_ns": 1_000_000_000])
      world.say(
        after: .seconds(3), .air, "attempt.start", ["attempt": 1, "via": "passiveScan"])
      world.say(
        after: .seconds(33), .air, "attempt.end",
        ["attempt": 1, "ended_at_ns": 33_400_000_000, "outcome": "stopped", "status": 0])
      world.say(
        after: .seconds(36), .air, "attempt.start", ["attempt": 2, "via": "passiveScan"])
    }
    let run = ScenarioRun(
      scenario, world: world, scheduler: world.scheduler, records: world.records)
    var result: ScenarioResult?
    run.start { result = $0 }
    world.scheduler.advance(by: .seconds(700))
    result?.folder = "results/out-of-range"
    result?.reproduction = "meterloop test scenarios/reconnect/out-of-range.yaml"
    let judged = try #require(result)
    // A real run ends with its verdict.
    let end = VirtualTime(nanoseconds: judged.durationNanoseconds)
    return (judged, world.records.inOrder.filter { $0.time <= end })
  }

  @Test func attempts() throws {
    let result = try Self.lateSecondAttempt()
    try GoldenFiles.check(FailureText.render(result), against: "failing/attempts.txt")
  }

  @Test(arguments: [
    ("state", "  - expect: {state: dataIsAvailable, within: 5s}\n"),
    ("measurement-aside", "  - expect: {measurement: {dataPlusVolts: 0.7V}, within: 5s}\n"),
    ("measurement", "  - expect: {measurement: {volts: 9.01, amperes: 1.2}, within: 5s}\n"),
    ("rejected", "  - expect: {rejected: tail, within: 5s}\n"),
    ("disconnected", "  - expect: {disconnected: {reason: 0x08}, within: 5s}\n"),
    ("at", "  - expect: {event: {kind: timedOut, what: connect}, at: 3s, tolerance: 50ms}\n"),
    ("never", "  - expect: {never: {event: retry}, for: 60s}\n"),
    ("count", "  - expect: {event: requested, count: 3, within: 5s}\n"),
    ("emulator", "  - expect: {event: request, witness: emulator, within: 5s}\n"),
    ("retry", "  - expect: {event: {kind: retry, delay: 2s}, within: 5s}\n"),
    ("dud", "  - fault: {gatt: error, code: 0x0E, to: read}   # never read\n  - wait: 5s\n"),
  ])
  func expectation(_ name: String, _ step: String) throws {
    let rig = Rig()
    let world = rig.world
    world.onFault = { _, _ in }
    world.state("peripheralConnected", after: .milliseconds(100))
    world.state("communicating", after: .milliseconds(1234))
    world.say(
      after: .seconds(2), .central, "measurement",
      [
        "volts": .number(5.08), "amperes": .number(1.2),
        // These two are shown only where they are asked for.
        "dataPlusVolts": .number(0.6), "fahrenheit": 77,
      ])
    world.say(after: .milliseconds(2500), .central, "timedOut", ["what": "connect"])
    world.say(after: .milliseconds(2600), .central, "requested")
    world.say(
      after: .milliseconds(2700), .central, "rejected", ["reason": "length", "detail": "129"])
    world.say(after: .seconds(3), .air, "disconnected", ["reason": 0x13])
    world.say(after: .seconds(3), .central, "retry", ["attempt": 1, "delay_ns": 1_000_000_000])
    let result = try #require(try rig.play(step))
    #expect(result.verdict == .failed)
    try GoldenFiles.check(FailureText.render(result), against: "failing/\(name).txt")
  }

  @Test func whatHappensOutsideOfExpectations() throws {
    let rig = Rig()
    rig.world.onFault = { _, _ in }
    try rig.start("  - fault: {link: outOfRange}\n  - expect: {event: retry}\n")
    rig.world.scheduler.advance(by: .seconds(2))
    rig.run?.centralEnded(.exited(1))
    rig.world.scheduler.settle()
    let result = try #require(rig.result)
    try GoldenFiles.check(FailureText.render(result), against: "failing/ended.txt")
  }

  // MARK: Reports

  static func report() throws -> SuiteReport {
    let failed = try lateSecondAttempt()
    var passed = failed
    passed.title = "Volts & \"amperes\" are < 6\u{1}"
    passed.file = "scenarios/identification/um25c.yaml"
    passed.verdict = .passed
    passed.failure = nil
    passed.durationNanoseconds = 2_300_000_000
    passed.boots = 2
    var unreadable: [ScenarioError] = []
    do throws(ScenarioError) {
      _ = try ScenarioFile.parse(
        Array("scenaro: x\n".utf8), file: "scenarios/bad.yaml")
    } catch {
      unreadable = [error]
    }
    return SuiteReport(results: [passed, failed], unreadable: unreadable)
  }

  @Test func junit() throws {
    try GoldenFiles.check(JUnitXML.render(Self.report()), against: "report/junit.xml")
  }

  @Test func json() throws {
    let json = try Self.report().json()
    try GoldenFiles.check(json, against: "report/report.json")
  }

  @Test func progressOnATerminalAndElsewhere() throws {
    let report = try Self.report()
    let styles = [
      ("live", OutputStyle(isTerminal: true, environment: ["TERM": "xterm"])),
      ("noColor", OutputStyle(isTerminal: true, environment: ["NO_COLOR": "1"])),
      ("plain", OutputStyle(isTerminal: false, environment: [:])),
      ("plain", OutputStyle(isTerminal: true, environment: ["TERM": "dumb"])),
    ]
    for (name, style) in styles {
      var progress = SuiteProgress(style: style, total: 2)
      var text = progress.unreadable(report.unreadable[0])
      text += progress.began(report.results[0].file) + progress.began(report.results[1].file)
      for result in report.results {
        text += progress.ended(result)
      }
      text += progress.finished(report)
      let visible = text.replacing("\u{1B}", with: "<ESC>").replacing("\r", with: "<CR>")
      try GoldenFiles.check(visible, against: "report/progress-\(name).txt")
    }
  }

  @Test func exitCodes() throws {
    let report = try Self.report()
    #expect(ExitCode.of(report) == 2)
    var read = report
    read.unreadable = []
    #expect(ExitCode.of(read) == 4)
    read.results[0].verdict = .unknown
    #expect(ExitCode.of(read) == 4)
    read.results[1].verdict = .passed
    #expect(ExitCode.of(read) == 5)
    read.results[1].verdict = .broken
    #expect(ExitCode.of(read) == 3)
    read.isInterrupted = true
    #expect(ExitCode.of(read) == 130)
    #expect(ExitCode.of(SuiteReport(results: [])) == 0)
  }

  @Test func aResultSurvivesItsJourneyAsJSON() throws {
    let result = try Self.lateSecondAttempt()
    let copy = try JSONDecoder().decode(
      ScenarioResult.self, from: try JSONEncoder().encode(result))
    #expect(FailureText.render(copy) == FailureText.render(result))
    #expect(copy.faults == result.faults)
  }
}
