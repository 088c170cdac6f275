// Plans into guests, results out of them.

import EventLoop
import Scenarios
import TestBench

/// What came of a plan.
struct PlanOutcome {
  var plan: FuzzPlan
  var failure: FuzzFailure?
  var verdict: Verdict
  /// The exchange in which it failed; nil where it did not, or before the first.
  var failedExchange: Int?
  /// In how many of its exchanges a fault struck.
  var malformed: Int
  /// The result itself.
  var result: ScenarioResult
}

/// Runs plans, each in a guest of its own.
final class PlanRunner {
  private let host: HostEnvironment
  private let options: SuiteOptions
  private let loop: EventLoop
  private let wrap: (ScenarioJob) -> any Encodable
  /// Whether the user has interrupted a run.
  private(set) var isInterrupted = false

  /// A runner of plans against the options' central.
  init(
    host: HostEnvironment, options: SuiteOptions, loop: EventLoop,
    wrap: @escaping (ScenarioJob) -> any Encodable
  ) {
    self.host = host
    self.options = options
    self.loop = loop
    self.wrap = wrap
  }

  /// Runs the plans side by side; outcomes in their order, fewer when interrupted.
  func run(
    _ plans: [FuzzPlan], names: [String], keeps: Bool = false
  ) throws(ScenarioError) -> [PlanOutcome] {
    var items: [SuiteItem] = []
    var lines: [[ClosedRange<Int>]] = []
    for (plan, name) in zip(plans, names) {
      let text = ScenarioText(plan, title: "Fuzzing \(name)")
      lines.append(text.lines)
      items.append(try SuiteItem(file: name + ".yaml", text: text.text))
    }
    var options = options
    options.keepsPassed = keeps
    let suite = Suite(items, host: host, options: options, loop: loop, wrap: wrap) { _ in }
    let report = suite.run()
    isInterrupted = isInterrupted || report.isInterrupted
    guard report.results.count == plans.count else { return [] }
    return zip(zip(plans, lines), report.results).map { entry, result in
      let failedLine = result.failure?.position?.line
      return PlanOutcome(
        plan: entry.0, failure: FuzzFailure(result), verdict: result.verdict,
        failedExchange: failedLine.flatMap { line in
          entry.1.firstIndex { $0.contains(line) }
        },
        malformed: entry.1.count { lines in
          result.faults.contains { $0.firings > 0 && lines.contains($0.line) }
        },
        result: result)
    }
  }
}
