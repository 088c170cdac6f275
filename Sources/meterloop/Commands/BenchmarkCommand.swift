// `meterloop benchmark`: how long a guest takes, and on what.

import EventLoop
import Glibc
import Records
import Scenarios
import TestBench

/// Runs scenarios again and again, one at a time on one core, and prints where the time goes.
enum BenchmarkCommand: Command {
  static let table = OptionTable(
    command: "benchmark", operands: "FILE|FOLDER…",
    summary: "Measure how long scenarios take, and on what",
    details: """
      Real time on this machine, the median of the runs with the least and the most. A guest has many
      runs, as in meterloop test; --fresh-guests boots one for each. The shares: boot is kernel, init,
      message bus and the runner's start; daemons ends with all adapters powered; connect with the first
      link; scenario with the verdict; end with the guest switched off or ready for another run.

      --frames measures the frames' codecs instead, in processor time and without a guest, a TC66C's
      beside a C loop that does the same AES and checksums and nothing else. The exit code is 4 when one
      does less than a million frames a second, or a TC66C's less than 0.7 of the C loop's.

      --reports runs each scenario once and then measures the HTML report of a hundred of these runs: from
      reading their folders to the page, as they came out and as if all had failed. The exit code is 4
      when it takes more than 2 s or has more than 5 MB.
      """,
    options: [
      .init(name: "runs", letter: "n", value: "N", help: "Runs of each scenario (7)"),
      .init(
        name: "fresh-guests", letter: nil, value: nil, help: "Boot a guest for each run"),
      .init(name: "json", letter: nil, value: nil, help: "Print JSON lines instead of a table"),
      .init(
        name: "frames", letter: nil, value: nil, help: "Frames a second, by model and direction"),
      .init(
        name: "reports", letter: nil, value: nil, help: "Time and size of the HTML report"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    if parsed.has("frames") {
      guard parsed.operands.isEmpty, !parsed.has("json") else {
        throw UsageError(message: "--frames stands alone")
      }
      let benchmark = try FrameBenchmark()
      for line in benchmark.lines { emit(line + "\n") }
      for shortfall in benchmark.shortfalls { complain("meterloop benchmark: \(shortfall)") }
      return benchmark.shortfalls.isEmpty ? ExitCode.passed : ExitCode.failed
    }
    guard !parsed.operands.isEmpty else {
      throw UsageError(message: "name a scenario file or folder")
    }
    let runs = try parsed.number("runs", in: 1...1_000_000) ?? 7
    let (items, unreadable) = SuiteItem.read(try SuiteItem.files(parsed.operands))
    guard unreadable.isEmpty, !items.isEmpty else {
      for error in unreadable { complain(error.rendered) }
      return ExitCode.unreadable
    }
    let scratch = "/tmp/meterloop-benchmark-\(getpid())"
    defer { Files.remove(scratch) }
    if parsed.has("reports") { return try measureReports(items, host, scratch: scratch) }
    var options = SuiteOptions(
      jobs: 1, results: scratch, keepsPassed: false, limits: GuestLimits())
    options.reusesGuests = !parsed.has("fresh-guests")
    var figures = BenchmarkFigures()
    // One that is not counted, so that files are in memory as they are later.
    for round in 0...runs {
      let loop = EventLoop()
      var clock = BenchmarkClock(loop: loop)
      let suite = Suite(
        items, host: host, options: options, loop: loop, wrap: { GuestJob.scenario($0) },
        listener: { clock.note($0) })
      let report = suite.run()
      if report.isInterrupted { return ExitCode.interrupted }
      guard report.count(of: .passed) == items.count else {
        for result in report.results where result.failure != nil {
          complain(FailureText.render(result))
        }
        return ExitCode.of(report)
      }
      if round > 0 { figures.add(clock) }
    }
    emit(parsed.has("json") ? try figures.json() : figures.table(runs: runs))
    return ExitCode.passed
  }

  private static func measureReports(
    _ items: [SuiteItem], _ host: HostEnvironment, scratch: String
  ) throws -> Int32 {
    let loop = EventLoop()
    let options = SuiteOptions(
      jobs: Cores.usable().count, results: scratch, keepsPassed: true, limits: GuestLimits())
    let suite = Suite(
      items, host: host, options: options, loop: loop, wrap: { GuestJob.scenario($0) },
      listener: { _ in })
    let report = suite.run()
    if report.isInterrupted { return ExitCode.interrupted }
    var shortfalls: [String] = []
    for (name, failing) in [("as they came out", false), ("as if all had failed", true)] {
      let figures = try ReportBenchmark(report.results, failing: failing, clock: { loop.now })
      emit("\(figures.line), \(name)\n")
      shortfalls += figures.shortfalls
    }
    for shortfall in shortfalls { complain("meterloop benchmark: \(shortfall)") }
    return shortfalls.isEmpty ? ExitCode.passed : ExitCode.failed
  }
}
