// What a run's exit code says.

/// The exit codes of `meterloop test`.
public enum ExitCode {
  /// Every scenario passed.
  public static let passed: Int32 = 0
  /// The command line was wrong.
  public static let usage: Int32 = 1
  /// A scenario does not parse.
  public static let unreadable: Int32 = 2
  /// The harness or its environment failed.
  public static let broken: Int32 = 3
  /// A scenario failed.
  public static let failed: Int32 = 4
  /// Something could not be measured, or nothing was judged.
  public static let unknown: Int32 = 5
  /// The run was interrupted.
  public static let interrupted: Int32 = 130

  /// The code of one verdict.
  public static func of(_ verdict: Verdict) -> Int32 {
    switch verdict {
    // By itself it says nothing, as long as others were judged.
    case .passed, .skipped: passed
    case .broken: broken
    case .failed: failed
    case .unknown: unknown
    }
  }

  /// The code of a whole run: where several hold the lowest, and an interrupt over all.
  public static func of(_ report: SuiteReport) -> Int32 {
    if report.isInterrupted { return interrupted }
    let codes =
      report.results.map { of($0.verdict) } + (report.unreadable.isEmpty ? [] : [unreadable])
    if let lowest = codes.filter({ $0 != passed }).min() { return lowest }
    let isAllSkipped = report.results.allSatisfy { $0.verdict == .skipped }
    return isAllSkipped && !report.results.isEmpty ? unknown : passed
  }
}
