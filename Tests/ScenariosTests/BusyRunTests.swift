// A run in which much happens, as every report shows it: its picture and its story are compared as wholes.

import Records
import Testing

@testable import Scenarios

@Suite struct BusyRunTests {
  /// Scans, links, eight attempts, faults, frames in pieces, states that change within a blink, and two
  /// meters, in five minutes.
  private static func records() -> [Record] {
    let stream = RecordStream()
    func say(
      _ milliseconds: Int, _ witness: Witness, _ kind: String, _ details: [String: Detail] = [:],
      adapter: Int? = 0, link: Int? = nil
    ) {
      stream.append(
        Record(
          time: VirtualTime(nanoseconds: Int64(milliseconds) * 1_000_000), witness: witness,
          adapter: adapter, connection: link, kind: kind, details: details))
    }
    say(50, .emulator, "registered", adapter: 1)
    say(60, .air, "advertising.start", ["interval_ms": 100], adapter: 1)
    say(100, .harness, "step", ["line": 4, "text": "central: connect"])
    say(101, .harness, "step", ["line": 5, "text": "expect: <b>"])
    say(102, .central, "log", ["message": "begun\u{1B}"])
    say(110, .air, "scan.start", ["type": "active"])
    say(150, .air, "scan.stop")
    say(200, .air, "attempt.start", ["via": "create"])
    say(230, .air, "attempt.end", ["attempt": 1, "outcome": "connected"])
    say(230, .air, "connected", link: 1)
    say(230, .air, "connected", adapter: 1, link: 1)
    for (index, state) in RecordVocabulary.states.dropFirst().enumerated() {
      let previous = RecordVocabulary.states[index]
      say(240 + 5 * index, .central, "state", ["previous": .text(previous), "state": .text(state)])
    }
    say(260, .emulator, "subscribed", adapter: 1)
    for frame in 1...3 {
      let time = 1000 * frame
      say(time, .emulator, "request", ["command": "measurement"], adapter: 1)
      for piece in 1...2 {
        say(time + 10 * piece, .emulator, "notify", ["frame": .integer(frame)], adapter: 1)
        say(time + 10 * piece, .air, "att", ["opcode": 27], link: 1)
      }
      say(
        time + 30, .central, "measurement",
        ["volts": .number(5 + Double(frame) / 10), "amperes": .number(1.2)])
    }
    say(4000, .emulator, "request", ["command": "next"], adapter: 1)
    say(4100, .emulator, "notify", ["frame": 4], adapter: 2)
    say(4110, .emulator, "notify", ["frame": 4], adapter: 2)
    say(4500, .emulator, "write.refused", adapter: 1)
    say(5000, .harness, "step", ["line": 9, "text": "fault: …"])
    for fault in 1...6 {
      let id = Detail.text("fault-\(fault)")
      say(5000 + fault, .harness, "fault.laid", ["fault": id, "verb": "link.outOfRange"])
    }
    for time in [5100, 5200, 60_000] {
      say(time, .air, "fault.fired", ["fault": "fault-1", "verb": "link.outOfRange"])
    }
    say(6000, .harness, "fault.lifted", ["fault": "fault-2", "verb": "link.outOfRange"])
    say(7000, .air, "disconnected", ["reason": 8], link: 1)
    say(7000, .air, "disconnected", ["reason": 8], adapter: 1, link: 1)
    say(7001, .central, "dropped", ["wanted": .flag(false)])
    say(
      7002, .central, "state", ["previous": "dataIsAvailable", "state": "peripheralNotConnected"])
    for number in 2...9 {
      let time = 10_000 * number
      say(time, .air, "attempt.start", ["attempt": .integer(number), "via": "passiveScan"])
      // One is told late, and the last is not over when the run is.
      let end = number == 4 ? ["ended_at_ns": Detail.integer((time + 500) * 1_000_000)] : [:]
      if number < 9 {
        say(
          time + 900, .air, "attempt.end",
          ["attempt": .integer(number), "outcome": "stopped"].merging(end) { $1 })
      }
    }
    say(120_000, .central, "rejected", ["reason": "checksum"])
    say(120_500, .central, "rejected", ["reason": "checksum"])
    say(300_000, .harness, "step", ["line": 12, "text": "wait: 1s"])
    return stream.inOrder
  }

  private static func result(_ verdict: Verdict, seen: String = "nothing & <more>")
    -> ScenarioResult
  {
    var failure = ScenarioFailure(
      .expectation, file: "busy.yaml", position: SourcePosition(line: 12, column: 5),
      excerpt: ["  12 |   - wait: 1s", "     |     ^"], expected: "a 'measurement'", seen: seen,
      witness: .central, around: Array(records().suffix(2)),
      timelineStart: VirtualTime(nanoseconds: 100_000_000))
    if verdict == .broken { (failure.expected, failure.witness) = (nil, nil) }
    var result = ScenarioResult(
      title: "A busy run", file: "busy.yaml", covers: ["RETRY-1", "HIL-3"], verdict: verdict,
      failure: verdict == .passed ? nil : failure, durationNanoseconds: 301_000_000_000,
      faults: [FaultReport(id: "fault-1", name: "link.outOfRange", line: 9, firings: 3)], boots: 1)
    if verdict == .passed { result.earlier = [.failed] }
    return result
  }

  /// One element a line, so that a difference can be read.
  private func lines(_ markup: String) -> String { markup.replacing("><", with: ">\n<") }

  @Test func thePictureIsThis() throws {
    let picture = RunPicture(RunStory(Self.result(.failed), records: Self.records()))
    try GoldenFiles.check(lines(picture.markup), against: "report/busy-picture.html")
  }

  @Test func theStoryIsThis() throws {
    let result = Self.result(.failed)
    let text = ExplainText.render(
      RunStory(result, records: Self.records()), in: RunFolder("results/busy", result),
      style: OutputStyle(isTerminal: false, environment: [:]))
    try GoldenFiles.check(text, against: "report/busy-explain.txt")
  }

  /// The verdicts of a suite, without the pictures, the style and the script.
  @Test func thePageIsThis() throws {
    var page = HTMLReport()
    let results = [Verdict.passed, .broken, .failed, .unknown].map { Self.result($0) }
    for (index, result) in results.enumerated() { try page.add(index + 1, result, folder: nil) }
    let unreadable = ScenarioError(file: "un&readable.yaml", message: "no <scenario>")
    let text = page.render(
      SuiteReport(results: results, unreadable: [unreadable], isInterrupted: true))
    let body = try #require(text.firstMatch(of: /(?s)<header>.*<\/main>/)).output
    let short = String(body).replacing(/(?s)<figure.*?<\/figure>/, with: "<figure/>")
    try GoldenFiles.check(lines(short), against: "report/busy-page.html")
  }

  @Test func controlCharactersAreInNoReport() throws {
    let evil = "\u{1}a\u{7F}b\u{80}c\u{9F}d\u{A0}"
    let result = Self.result(.failed, seen: evil)
    var page = HTMLReport()
    try page.add(1, result, folder: nil)
    let html = page.render(SuiteReport(results: [result]))
    #expect(html.contains("\u{FFFD}a\u{FFFD}b"))
    #expect(Markup.escaped("a\u{7F}") == "a\u{FFFD}" && Markup.escaped("\u{1}") == "\u{FFFD}")
    #expect(
      TAP.render(SuiteReport(results: [result])).contains(#"\x01a\x7fb\x80c\x9fd"# + "\u{A0}"))
    #expect(Markup.decimal(0) == "0" && Markup.decimal(-0.25) == "-0.25")
    #expect(Markup.decimal(1.5) == "1.5" && Markup.decimal(2.044) == "2.04")
  }
}
