// What a suite does, as it does it: JSON, one event a line, for whoever watches by program.
//
// docs/events.schema.json is the schema, docs/reports.md explains it.

import FoundationEssentials
import Records

/// Renders a suite's events. Each call returns one line with its end.
public struct EventStream {
  /// The version of the schema.
  public static let version = 1

  private let encoder: JSONEncoder

  /// A stream.
  public init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// The first line: how many runs there will be, and the files that are no scenarios.
  public func began(
    at time: Duration, runs: Int, unreadable: [ScenarioError]
  ) throws -> String {
    try line(
      Event(
        event: "suiteBegan", time: time, meterloop: Self.version, runs: runs,
        unreadable: unreadable.map(UnreadableFile.init)))
  }

  /// A scenario's guest was started.
  public func began(
    at time: Duration, run: Int, file: String, title: String
  ) throws -> String {
    try line(
      Event(event: "scenarioBegan", time: time, run: run, file: file, title: title))
  }

  /// A scenario has a verdict.
  public func ended(at time: Duration, run: Int, _ result: ScenarioResult) throws -> String {
    try line(Event(event: "scenarioEnded", time: time, run: run, result: result))
  }

  /// The last line: how many of each, as in the JSON report.
  public func ended(at time: Duration, _ report: SuiteReport) throws -> String {
    try line(
      Event(
        event: "suiteEnded", time: time, counts: report.counts, exitCode: ExitCode.of(report),
        isInterrupted: report.isInterrupted))
  }

  private func line(_ event: Event) throws -> String {
    String(decoding: try encoder.encode(event), as: UTF8.self) + "\n"
  }

  private struct Event: Encodable {
    var event: String
    var time: Duration
    var meterloop: Int?
    var runs: Int?
    var unreadable: [UnreadableFile]?
    var run: Int?
    var file: String?
    var title: String?
    var result: ScenarioResult?
    var counts: [String: Int]?
    var exitCode: Int32?
    var isInterrupted: Bool?

    private enum CodingKeys: String, CodingKey {
      case event, meterloop, runs, unreadable, run, file, title, result, counts, exitCode
      case isInterrupted
      case time = "real_ns"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(event, forKey: .event)
      try container.encode(time.wholeNanoseconds, forKey: .time)
      try container.encodeIfPresent(meterloop, forKey: .meterloop)
      try container.encodeIfPresent(runs, forKey: .runs)
      try container.encodeIfPresent(unreadable, forKey: .unreadable)
      try container.encodeIfPresent(run, forKey: .run)
      try container.encodeIfPresent(file, forKey: .file)
      try container.encodeIfPresent(title, forKey: .title)
      try container.encodeIfPresent(result, forKey: .result)
      try container.encodeIfPresent(counts, forKey: .counts)
      try container.encodeIfPresent(exitCode, forKey: .exitCode)
      try container.encodeIfPresent(isInterrupted, forKey: .isInterrupted)
    }
  }
}
