// What came of a whole run, and its form as JSON.

import FoundationEssentials

/// The results of a run of scenarios. Written as one JSON object by `--json`:
///
///     {"meterloop": 1,              the version of this schema
///      "counts": {"passed": 4, "failed": 1, "broken": 0, "unknown": 0, "skipped": 0,
///                 "unreadable": 0},
///      "exitCode": 4, "isInterrupted": false,
///      "flaky": 0,                   how many of those that passed did not at first
///      "results": [ScenarioResult …],   in the order of the files
///      "unfinished": [{"file", "title"} …],   what an interrupt cut short: no verdict
///      "unreadable": [{"file", "message", "position"?, "suggestion"?, "notes"} …]}
public struct SuiteReport: Sendable {
  /// The results, in the order of the files.
  public var results: [ScenarioResult]
  /// The files that could not be read as scenarios.
  public var unreadable: [ScenarioError]
  /// Whether the run was cut short.
  public var isInterrupted: Bool
  /// What was at work when the run was cut short, which has no verdict.
  public var unfinished: [Scenario]

  /// A report of these.
  public init(
    results: [ScenarioResult], unreadable: [ScenarioError] = [], isInterrupted: Bool = false,
    unfinished: [Scenario] = []
  ) {
    self.results = results
    self.unreadable = unreadable
    self.isInterrupted = isInterrupted
    self.unfinished = unfinished
  }

  /// How many scenarios came to this verdict.
  public func count(of verdict: Verdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// How many scenarios came to each verdict, and how many files are no scenarios.
  var counts: [String: Int] {
    var counts = ["unreadable": unreadable.count]
    for verdict in Verdict.allCases { counts[verdict.rawValue] = count(of: verdict) }
    return counts
  }

  /// The report as JSON, with sorted keys and a line end.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(File(self)), as: UTF8.self) + "\n"
  }

  private struct File: Encodable {
    var meterloop = 1
    var counts: [String: Int]
    var exitCode: Int32
    var isInterrupted: Bool
    var flaky: Int
    var results: [ScenarioResult]
    var unfinished: [[String: String]]
    var unreadable: [UnreadableFile]

    init(_ report: SuiteReport) {
      counts = report.counts
      exitCode = ExitCode.of(report)
      isInterrupted = report.isInterrupted
      flaky = report.results.count(where: \.isFlaky)
      results = report.results
      unfinished = report.unfinished.map { ["file": $0.name, "title": $0.title] }
      unreadable = report.unreadable.map(UnreadableFile.init)
    }
  }
}

/// A file that is no scenario, as reports code it.
struct UnreadableFile: Encodable {
  private let file: String
  private let position: SourcePosition?
  private let message: String
  private let suggestion: String?
  private let notes: [String]

  init(_ error: ScenarioError) {
    file = error.file
    position = error.position
    message = error.message
    suggestion = error.suggestion
    notes = error.notes
  }
}
