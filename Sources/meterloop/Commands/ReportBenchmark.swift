// How long the HTML report takes, and how large it is: `meterloop benchmark --reports`.

import EventLoop
import Records
import Scenarios
import TestBench

/// The page of a hundred runs, made from the folders of real ones.
struct ReportBenchmark {
  /// So many runs are on the page: the given ones, again and again.
  static let runs = 100
  /// What it may take, in seconds of real time.
  static let mostSeconds = 2.0
  /// What it may have, in bytes.
  static let mostBytes = 5_000_000

  private let seconds: Double
  private let bytes: Int
  private let different: Int

  /// Reads the folders of runs that were kept, and renders. Where `failing`, each run counts as failed,
  /// so that captures are in the page as far as they may be.
  init(_ results: [ScenarioResult], failing: Bool, clock: () -> VirtualTime) throws {
    let runs = results.filter { $0.folder != nil }
    guard !runs.isEmpty else {
      throw BenchError("no run has left a folder", remedy: "Look at what the suite says.")
    }
    let begin = clock()
    var page = HTMLReport()
    var shown: [ScenarioResult] = []
    for number in 1...Self.runs {
      var result = runs[(number - 1) % runs.count]
      if failing { result.verdict = .failed }
      shown.append(result)
      try page.add(number, result, folder: result.folder)
    }
    bytes = page.render(SuiteReport(results: shown)).utf8.count
    seconds = (clock() - begin).inSeconds
    different = runs.count
  }

  /// The figures on one line.
  var line: String {
    let milliseconds = Int(seconds * 1000 + 0.5)
    let kilobytes = (bytes + 500) / 1000
    return "HTML of \(Self.runs) runs (\(different) different): \(milliseconds) ms, \(kilobytes) kB"
  }

  /// What is more than it may be.
  var shortfalls: [String] {
    var shortfalls: [String] = []
    if seconds > Self.mostSeconds { shortfalls.append("the HTML took more than 2 s") }
    if bytes > Self.mostBytes { shortfalls.append("the HTML is larger than 5 MB") }
    return shortfalls
  }
}
