// `meterloop fuzz`: a central against meters and links that do what no scenario has thought of.

import EventLoop
import Fuzzing
import Glibc
import Scenarios
import SharedProtocols
import TestBench

/// Fuzzes a central in the bench.
enum FuzzCommand: Command {
  static let table = OptionTable(
    command: "fuzz", operands: "",
    summary: "Find scenarios that a central fails",
    details: """
      Faults by chance strike exchange after exchange; after each the central has to read a good frame
      again. It fails when its process ends, when it hangs, when it reports what no valid frame said,
      when it does not recover, or when it breaks a rule of `always: everything`. What fails is made
      as small as it gets, and kept as a scenario file with its run's folder.

      The same seed makes the same plans, in the same order, and the same verdicts.

      Exit codes: 0 nothing found, 1 usage, 3 broken (the harness or this machine), 4 something found,
      130 interrupted.

      Examples:
        meterloop fuzz --seconds 600
        meterloop fuzz --schedules --seed 7 --runs 20
        meterloop fuzz --meter UM25C --profile documented --central '[python3, central.py]'
      """,
    options: [
      .init(
        name: "seconds", letter: nil, value: "N",
        help: "Begin nothing more after so long (60; with --runs, no limit)"),
      .init(name: "runs", letter: "n", value: "N", help: "How many guests, of 100 exchanges each"),
      .init(
        name: "jobs", letter: "j", value: "N",
        help: "How many at a time (one for each core this process may use)"),
      .init(
        name: "seed", letter: "s", value: "N", help: "What everything follows from (by chance)"),
      .init(
        name: "schedules", letter: nil, value: nil,
        help: "Faults of all levels but host at any step, and a user who disconnects and connects"),
      .init(
        name: "central", letter: "c", value: "COMMAND",
        help: "The central: a program, or '[PROGRAM, ARGUMENT]' (the built-in one)"),
      .init(name: "meter", letter: "m", value: "MODEL", help: "Only this model (all)"),
      .init(
        name: "profile", letter: nil, value: "PROFILE", help: "Only documented, or factory (both)"),
      .init(
        name: "until-failure", letter: nil, value: nil, help: "End with the first finding"),
      .init(
        name: "print", letter: "p", value: "RUN",
        help: "Print the scenario of this run, from 0, and run nothing; needs --seed"),
      .init(
        name: "results", letter: "r", value: "DIR", help: "Where findings go (results/fuzz)"),
      .init(
        name: "stall-seconds", letter: nil, value: "N",
        help: "How long a program may compute without a pause, in real time (10)"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    let options = try options(parsed)
    if let run = try parsed.number("print", in: 0...1_000_000) {
      guard parsed.value("seed") != nil else { throw UsageError(message: "--print needs --seed") }
      emit(Fuzzer.scenario(of: run, options))
      return ExitCode.passed
    }
    let schedules = options.kind.isSchedules ? " --schedules" : ""
    emit("fuzz: seed \(options.seed), \(options.suite.jobs) at a time\n")
    let fuzzer = Fuzzer(
      options, host: host, loop: EventLoop(), wrap: { GuestJob.scenario($0) },
      processorTime: guestsProcessorTime, listener: tell)
    let report = try fuzzer.run()
    let totals = report.totals
    emit(
      "\(totals.malformed) malformed exchanges in \(totals.runs) runs and "
        + "\(tenths(totals.elapsed.inSeconds)) s, "
        + "\(tenths(totals.perSecondAndCore)) a second of one core\n")
    for finding in report.findings where finding.repetitions > 0 {
      emit("\(finding.file): found \(finding.repetitions) times more\n")
    }
    emit("\(report.findings.count) found\n")
    if report.isInterrupted { return ExitCode.interrupted }
    if !report.findings.isEmpty {
      emit("again: meterloop fuzz --seed \(options.seed)\(schedules)\n")
      return ExitCode.failed
    }
    // A run that broke says nothing of the central, and one among many is no reason for alarm.
    return totals.broken > 0 && totals.runs == 0 ? ExitCode.broken : ExitCode.passed
  }

  /// What all guests so far have taken of the processors.
  private static func guestsProcessorTime() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds(Int64($1.tv_sec)) + .microseconds(Int64($1.tv_usec))
    }
  }

  private static func tell(_ event: FuzzEvent) {
    switch event {
    case .progressed: break
    case .found(let failure, let run): emit("run \(run): \(failure.words); making it smaller\n")
    case .kept(let finding):
      emit("found    \(finding.file)\n")
      emit("  seen: \(finding.seen)\n")
      emit("  faults: \(finding.plan.faultCount), exchanges: \(finding.plan.exchanges.count)\n")
      if let folder = finding.folder { emit("  capture and logs: \(folder)\n") }
    case .broken(let run, let reason): complain("meterloop fuzz: run \(run) is broken: \(reason)")
    }
  }

  private static func tenths(_ number: Double) -> String {
    let whole = Int((number * 10).rounded())
    return "\(whole / 10).\(whole % 10)"
  }

  private static func options(_ parsed: OptionTable.Parsed) throws(UsageError) -> FuzzOptions {
    var kind = FuzzKind(isSchedules: parsed.has("schedules"))
    if let name = parsed.value("meter") {
      guard let model = MeterModel(named: name) else {
        let names = MeterModel.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(message: "--meter must be one of \(names), not '\(name)'")
      }
      kind.model = model
    }
    if let name = parsed.value("profile") {
      guard let profile = MeterProfile(rawValue: name) else {
        throw UsageError(message: "--profile must be documented or factory, not '\(name)'")
      }
      kind.profile = profile
    }
    var limits = GuestLimits()
    if let seconds = try parsed.number("stall-seconds", in: 1...1_000_000) {
      limits.stall = .seconds(seconds)
    }
    var suite = SuiteOptions(
      jobs: try parsed.number("jobs", in: 1...1024) ?? Cores.usable().count,
      results: parsed.value("results") ?? "results/fuzz", keepsPassed: false, limits: limits)
    if let central = parsed.value("central") {
      do throws(ScenarioError) {
        suite.central = try ScenarioFile.command(central, of: "--central")
      } catch { throw UsageError(message: "--central: \(error.message)") }
    }
    let runs = try parsed.number("runs", in: 1...1_000_000)
    let seconds = try parsed.number("seconds", in: 1...10_000_000) ?? (runs == nil ? 60 : nil)
    let seed = try parsed.number("seed", in: 0...Int.max).map(UInt64.init)
    var options = FuzzOptions(
      seed: seed ?? UInt64.random(in: 0...0xFFFF_FFFF), kind: kind, runs: runs,
      duration: seconds.map { .seconds($0) }, suite: suite)
    options.stopsAtFinding = parsed.has("until-failure")
    return options
  }
}
