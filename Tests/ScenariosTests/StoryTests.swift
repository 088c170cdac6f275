// What `meterloop explain` says of a run, and what of folders that are none.

import FoundationEssentials
import Records
import Scenarios
import Testing

@Suite struct StoryTests {
  private func story() throws -> (RunStory, RunFolder) {
    let (result, records) = try FailureMessageTests.lateRun()
    return (RunStory(result, records: records), RunFolder("results/out-of-range", result))
  }

  @Test func isToldInPlainTextAndInColours() throws {
    let (story, folder) = try story()
    let plain = OutputStyle(isTerminal: false, environment: [:])
    let text = ExplainText.render(story, in: folder, style: plain)
    try GoldenFiles.check(text, against: "report/explain.txt")
    let colours = OutputStyle(isTerminal: true, environment: ["TERM": "xterm"])
    let coloured = ExplainText.render(story, in: folder, style: colours)
    #expect(coloured.contains("\u{1B}[31mfailed"))
    #expect(coloured.replacing(/\u{1B}\[\d+m/, with: "") == text)
  }

  @Test func isToldAsJSON() throws {
    let (story, folder) = try story()
    try GoldenFiles.check(
      try ExplainText.json(story, in: folder), against: "report/explain.json")
  }

  /// Records of one kind are counted until something of note happens.
  @Test func countsWhatComesInStreams() throws {
    let stream = RecordStream()
    func say(_ milliseconds: Int64, _ witness: Witness, _ kind: String, _ details: [String: Detail])
    {
      stream.append(
        Record(
          time: VirtualTime(nanoseconds: milliseconds * 1_000_000), witness: witness, adapter: 0,
          kind: kind, details: details))
    }
    say(1000, .harness, "step", ["line": 4, "text": "wait: 9s"])
    for number in 0..<12 {
      let volts = number == 7 ? 5.1 : 5.08
      say(
        Int64(1100 + number * 100), .central, "measurement",
        ["volts": .number(volts), "amperes": .number(1.2)])
      say(Int64(1100 + number * 100), .air, "att", ["opcode": 27])
    }
    say(3000, .harness, "step", ["line": 5, "text": "wait: 1s"])
    say(3500, .central, "measurement", ["volts": .number(5.08), "amperes": .number(1.2)])
    var result = try FailureMessageTests.lateSecondAttempt()
    result.durationNanoseconds = 3_000_000_000
    let entries = RunStory(result, records: stream.inOrder).entries
    #expect(
      entries.map(\.text) == [
        "line 4: wait: 9s", "12 ATT packets", "12 measurements 5.08–5.1 V 1.2 A",
        "line 5: wait: 1s", "1 measurement 5.08 V 1.2 A",
      ])
    #expect(entries[2].offset == .milliseconds(100) && entries[2].end == .milliseconds(1200))
    #expect(entries.map(\.count) == [1, 12, 12, 1, 1])
  }

  // MARK: Folders

  private func message(_ path: String) -> String {
    do {
      return "no error: \(try RunFolder(path).story().entries.count)"
    } catch { return "\(error)" }
  }

  @Test func saysWhatIsThereInsteadOfARun() throws {
    let folder = try TemporaryFolder()
    #expect(message(folder.path + "/none").contains("there is no such folder"))
    #expect(message(folder.path).contains("is no run's folder\n  Each run has one below `results`"))

    try folder.write("", to: "results/a-run/meterloop-run")
    #expect(
      message(folder.path + "/results").contains(
        "It holds those of 1 runs; name one of them, such as \(folder.path)/results/a-run"))
    let run = folder.path + "/results/a-run"
    #expect(message(run).contains("the run came to no verdict"))

    try folder.write("{}", to: "results/a-run/result.json")
    #expect(message(run).contains("result.json cannot be read"))

    let result = try FailureMessageTests.lateSecondAttempt()
    let json = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
    try folder.write(json, to: "results/a-run/result.json")
    #expect(message(run) == "no error: 0", "a guest that died has left no records")

    try folder.write("{\"kind\":\n", to: "results/a-run/records.jsonl")
    #expect(message(run).contains("records.jsonl cannot be read"))
    try folder.write(
      "{\"kind\":\"ready\",\"sequence\":0,\"time_ns\":1,\"witness\":\"central\"}\n",
      to: "results/a-run/records.jsonl")
    #expect(message(run) == "no error: 1")
  }
}

/// A folder of a test's own, which goes with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.path
      + "/meterloop-unit-\(UInt64.random(in: 0...UInt64.max))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      print("\(path) was not removed: \(error)")
    }
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path + "/" + name)
    try FileManager.default.createDirectory(
      atPath: file.deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
