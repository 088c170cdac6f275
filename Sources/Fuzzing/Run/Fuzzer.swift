// Fuzzing over the air: plans by chance, one after the other, until time or number is up; what fails
// is made small, written down as a scenario, and told once.

import EventLoop
import Records
import Scenarios
import TestBench

/// How a central is fuzzed.
public struct FuzzOptions: Sendable {
  /// What the plans follow from.
  public var seed: UInt64
  /// What is fuzzed.
  public var kind: FuzzKind
  /// How many plans; nil for as many as there is time for.
  public var runs: Int?
  /// No plan begins later than this after the first; nil for no limit.
  public var duration: Duration?
  /// How guests are run, against which central.
  public var suite: SuiteOptions
  /// Whether the first finding ends it.
  public var stopsAtFinding = false

  /// Exchanges in a guest: so many that its boot costs little, and so few that a finding ends little.
  static let exchanges = 100
  /// Candidates that are tried to make a finding smaller.
  static let budget = 120

  /// Options.
  public init(
    seed: UInt64, kind: FuzzKind, runs: Int?, duration: Duration?, suite: SuiteOptions
  ) {
    self.seed = seed
    self.kind = kind
    self.runs = runs
    self.duration = duration
    self.suite = suite
  }
}

/// Fuzzes one central.
public final class Fuzzer {
  private let options: FuzzOptions
  private let folder: String
  private let runner: PlanRunner
  private let now: () -> VirtualTime
  private let processorTime: () -> Duration
  private let listener: (FuzzEvent) -> Void
  private var report = FuzzReport()

  /// A fuzzer. `wrap` makes the job that the executable's runner understands; `processorTime` is what
  /// the process's ended children have taken.
  public init(
    _ options: FuzzOptions, host: HostEnvironment, loop: EventLoop,
    wrap: @escaping (ScenarioJob) -> any Encodable, processorTime: @escaping () -> Duration,
    listener: @escaping (FuzzEvent) -> Void
  ) {
    self.options = options
    self.listener = listener
    folder = options.suite.results
    now = { loop.now }
    self.processorTime = processorTime
    runner = PlanRunner(host: host, options: options.suite, loop: loop, wrap: wrap)
  }

  /// The scenario that a run is.
  public static func scenario(of run: Int, _ options: FuzzOptions) -> String {
    let maker = PlanMaker(seed: options.seed, kind: options.kind, exchanges: FuzzOptions.exchanges)
    return ScenarioText(maker.plan(run), title: "Fuzzing run-\(run)").text
  }

  /// Fuzzes until time or number is up.
  public func run() throws -> FuzzReport {
    let maker = PlanMaker(seed: options.seed, kind: options.kind, exchanges: FuzzOptions.exchanges)
    let start = now()
    var next = 0
    while !runner.isInterrupted {
      if let runs = options.runs, next >= runs { break }
      if let duration = options.duration, now() - start >= duration { break }
      // Two for each guest at a time, so that a short one does not leave its core idle for long.
      let count = min(2 * options.suite.jobs, options.runs.map { $0 - next } ?? .max)
      let numbers = next..<next + count
      next += count
      let began = (time: now(), processor: processorTime())
      let outcomes = try runner.run(
        numbers.map(maker.plan), names: numbers.map { "run-\($0)" })
      report.totals.elapsed += now() - began.time
      report.totals.processor += processorTime() - began.processor
      try take(outcomes, from: numbers.lowerBound)
      if options.stopsAtFinding, !report.findings.isEmpty { break }
    }
    report.isInterrupted = runner.isInterrupted
    return report
  }

  private func take(_ outcomes: [PlanOutcome], from first: Int) throws {
    for (offset, outcome) in outcomes.enumerated() {
      report.totals.malformed += outcome.malformed
      if outcome.verdict == .broken || outcome.verdict == .unknown {
        report.totals.broken += 1
        listener(.broken(run: first + offset, reason: outcome.result.failure?.seen ?? ""))
      } else {
        report.totals.runs += 1
      }
    }
    listener(.progressed(report.totals))
    for (offset, outcome) in outcomes.enumerated() {
      let isEnough = runner.isInterrupted || options.stopsAtFinding && !report.findings.isEmpty
      if let failure = outcome.failure, !count(again: failure), !isEnough {
        try keep(outcome, run: first + offset)
      }
      try discard(outcome)
    }
  }

  /// Whether the failure is one that was found before, which is counted.
  private func count(again failure: FuzzFailure) -> Bool {
    guard let known = report.findings.firstIndex(where: { $0.failure == failure }) else {
      return false
    }
    report.findings[known].repetitions += 1
    return true
  }

  /// Makes a finding small, and writes it down.
  private func keep(_ found: PlanOutcome, run: Int) throws {
    guard let failure = found.failure else { return }
    listener(.found(failure, run: run))
    let minimiser = Minimiser(
      run: { [runner] plans in
        let outcomes = try runner.run(plans, names: plans.indices.map { "smaller-\($0)" })
        for outcome in outcomes { try self.discard(outcome) }
        return outcomes
      }, budget: FuzzOptions.budget, width: 4)
    let smallest = try minimiser.minimise(found)
    guard let final = smallest.failure, !runner.isInterrupted else { return }
    // What two plans failed by may turn out to be one and the same.
    if final != failure, count(again: final) { return }
    let name = unusedName(final.signature)
    let outcomes = try runner.run([smallest.plan], names: [name], keeps: true)
    let file = "\(folder)/\(name).yaml"
    let central = options.suite.central.map { " --central '[\($0.joined(separator: ", "))]'" } ?? ""
    let text = ScenarioText(
      smallest.plan, title: "\(final.claim)",
      comments: [
        "Found by meterloop fuzz --seed \(options.seed), in run \(run).",
        "meterloop test \(file)\(central)",
      ])
    try Files.write(text.text, to: file)
    let finding = FuzzFinding(
      failure: final, run: run, file: file, plan: smallest.plan,
      folder: outcomes.first?.result.folder,
      seen: outcomes.first?.result.failure?.seen ?? smallest.result.failure?.seen ?? "")
    report.findings.append(finding)
    listener(.kept(finding))
  }

  /// Removes the folder of a run that nobody needs any more.
  private func discard(_ outcome: PlanOutcome) throws {
    if let folder = outcome.result.folder { Files.remove(folder) }
  }

  /// A name that no earlier finding in the folder has.
  private func unusedName(_ name: String) -> String {
    var candidate = name
    var number = 1
    while Files.exists("\(folder)/\(candidate).yaml") {
      number += 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }
}
