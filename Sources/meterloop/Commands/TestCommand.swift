// `meterloop test`: scenarios judged in the bench.

import CLinux
import EventLoop
import Faults
import Glibc
import HostLane
import Scenarios
import TestBench

/// Runs scenario files and reports.
enum TestCommand: Command {
  static let table = OptionTable(
    command: "test", operands: "FILE|FOLDER…",
    summary: "Judge scenarios in the bench, or on this machine's own adapters",
    details: """
      A folder stands for all .yaml and .yml files in and below it; FILE[CASE] for one row of a
      file's table of cases.

      Exit codes: 0 all passed, 1 usage, 2 a file is no scenario, 3 broken (the harness or this
      machine, not the central), 4 failed, 5 unknown, 130 interrupted; where several hold, the
      lowest of 2 to 5.

      Examples:
        meterloop test scenarios/
        meterloop test scenarios/reconnect --keep
        meterloop test scenarios/ --filter RETRY-1 --junit report.xml
        meterloop test 'models.yaml[UM25C]'
        meterloop test scenarios/ --central '[python3, central.py]'
        meterloop test scenarios/reconnect --repeat 50 --until-failure
        meterloop test scenarios/ --repeat 100 --hash
        meterloop test scenarios/ --shard 2/5 --retry 1
        meterloop test scenarios/ --html report.html --tap report.tap
        meterloop test a.yaml --real-time --keep --central '[gdb, --batch, -x, gdb.txt, ./central]'
        meterloop test scenarios/ --lane host --peripheral-adapter hci1 --central-adapter hci0

      With --real-time a sleep takes as long as it says, and a central that stands still in a
      debugger is waited for: neither the guest's limits, nor the scenario's, nor that for an
      answer end it; Ctrl-C does. What it expects is judged as ever. Real time measures this machine
      too, so that exact times may fail there.

      --lane host judges the same files on this machine's bluetoothd, in real time: the meter on one of
      its adapters, the central on another. A scenario that asks for what only the bench's air can do or
      see is skipped, with the reason; where all are skipped the code is 5.

      meterloop explain tells what happened in one run, from its folder.

      A scenario that passes only when it is run again is flaky: it counts as passed, and is told
      apart in every report.
      """,
    options: [
      .init(
        name: "filter", letter: "f", value: "TEXT",
        help: "Only scenarios whose file, title or requirement has this text"),
      .init(
        name: "list", letter: "l", value: nil, help: "List the scenarios, one a line; run none"),
      .init(
        name: "jobs", letter: "j", value: "N",
        help: "How many at a time (one for each core this process may use)"),
      .init(
        name: "central", letter: "c", value: "COMMAND",
        help:
          "Judge this central in place of the scenarios' own: a program, or '[PROGRAM, ARGUMENT]'"),
      .init(
        name: "without-faults", letter: nil, value: nil,
        help: "Leave the faults out: what passes then would not notice them"),
      .init(name: "repeat", letter: nil, value: "N", help: "Run each scenario N times"),
      .init(
        name: "hash", letter: nil, value: nil,
        help: "Print a hash of all records; where --repeat brought others it is broken"),
      .init(
        name: "until-failure", letter: nil, value: nil,
        help: "Start nothing more once one did not pass"),
      .init(
        name: "retry", letter: nil, value: "N",
        help: "Run what did not pass again, up to N times"),
      .init(
        name: "shuffle", letter: nil, value: "SEED",
        help: "Run in an order that follows from this number"),
      .init(
        name: "shard", letter: nil, value: "I/N",
        help: "Run the I-th of N parts that make up the whole, for machines that share it"),
      .init(
        name: "fresh-guests", letter: nil, value: nil,
        help: "Boot a guest for each run, instead of many runs in one"),
      .init(name: "keep", letter: "k", value: nil, help: "Keep the folders of passed runs too"),
      .init(
        name: "results", letter: "r", value: "DIR", help: "Where the runs' folders go (results)"),
      .init(name: "junit", letter: nil, value: "FILE", help: "Write a JUnit XML report"),
      .init(name: "json", letter: nil, value: "FILE", help: "Write a JSON report"),
      .init(name: "tap", letter: nil, value: "FILE", help: "Write a TAP 14 report"),
      .init(
        name: "html", letter: nil, value: "FILE",
        help: "Write a page with a picture of each run, for a browser"),
      .init(
        name: "events", letter: nil, value: "FILE",
        help: "Write what happens while it happens, as JSON lines"),
      .init(
        name: "real-time", letter: nil, value: nil,
        help: "This machine's time and no limits, for debugging a central; not for CI"),
      .init(
        name: "stall-seconds", letter: nil, value: "N",
        help: "How long a program may compute without a pause, in real time (10)"),
    ] + TestLane.options)

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    // In a path that begins with a dash nobody sees an option if it is given from its folder.
    let operands = parsed.operands.map { $0.hasPrefix("-") ? "./" + $0 : $0 }
    guard !operands.isEmpty else {
      throw UsageError(message: "name a scenario file or folder")
    }
    let files = try suiteFiles(operands)
    var (items, unreadable) = SuiteItem.read(files)
    if let filter = parsed.value("filter") {
      items.removeAll { !$0.scenario.isMeant(by: filter) }
    }
    items = try order(parsed).arrange(items)
    if parsed.has("list") { return list(items, unreadable) }
    guard !items.isEmpty || !unreadable.isEmpty else {
      throw UsageError(message: "no scenario is meant by that")
    }
    let options = try options(parsed, host)
    let adapters = try TestLane.adapters(parsed, host)
    let reports = try TestReports(parsed, sparing: files.map(\.path))
    let hashes = parsed.has("hash") ? RecordHashes() : nil
    let (report, areEqual) = try judge(
      items, unreadable, options, on: adapters, reports, hashes, host)
    let code = ExitCode.of(report)
    guard !areEqual, code != ExitCode.interrupted, code != ExitCode.unreadable else { return code }
    return ExitCode.broken
  }

  /// The files that the operands name.
  static func suiteFiles(_ operands: [String]) throws(UsageError) -> [SuiteFile] {
    do throws(BenchError) { return try SuiteItem.files(operands) } catch {
      throw UsageError(message: error.problem)
    }
  }

  private static func list(_ items: [SuiteItem], _ unreadable: [ScenarioError]) -> Int32 {
    for item in items { emit(item.scenario.listing + "\n") }
    for error in unreadable { complain(error.rendered) }
    return unreadable.isEmpty ? ExitCode.passed : ExitCode.unreadable
  }

  private static func options(
    _ parsed: OptionTable.Parsed, _ host: HostEnvironment
  ) throws(UsageError) -> SuiteOptions {
    var limits = GuestLimits()
    if let seconds = try parsed.number("stall-seconds", in: 1...1_000_000) {
      limits.stall = .seconds(seconds)
    }
    if parsed.has("real-time") {
      for other in ["hash", "stall-seconds"] where parsed.has(other) || parsed.value(other) != nil {
        throw UsageError(
          message: other == "hash"
            ? "--real-time and --hash exclude each other: no two runs are the same in real time"
            : "--real-time and --stall-seconds exclude each other: real time has no limits")
      }
      limits = .off
    }
    var options = SuiteOptions(
      jobs: try parsed.number("jobs", in: 1...1024) ?? Cores.usable().count,
      results: parsed.value("results") ?? "results", keepsPassed: parsed.has("keep"), limits: limits
    )
    options.retries = try parsed.number("retry", in: 0...100) ?? 0
    options.stopsAtFailure = parsed.has("until-failure")
    options.leavesFaultsOut = parsed.has("without-faults")
    options.reusesGuests = !parsed.has("fresh-guests")
    options.isInRealTime = parsed.has("real-time")
    if let central = parsed.value("central") {
      do throws(ScenarioError) {
        options.central = try ScenarioFile.command(central, of: "--central")
      } catch { throw UsageError(message: "--central: \(error.message)") }
    }
    return options
  }

  private static func order(_ parsed: OptionTable.Parsed) throws(UsageError) -> SuiteOrder {
    var order = SuiteOrder()
    order.repetitions = try parsed.number("repeat", in: 1...1_000_000) ?? 1
    order.shuffleSeed = try parsed.number("shuffle", in: 0...Int.max).map(UInt64.init)
    if let text = parsed.value("shard") {
      guard let shard = Shard(text) else {
        throw UsageError(message: "--shard must be as 2/5: the second of five parts, not '\(text)'")
      }
      order.shard = shard
    }
    return order
  }

  private static func judge(
    _ items: [SuiteItem], _ unreadable: [ScenarioError], _ options: SuiteOptions,
    on adapters: HostAdapters?, _ reports: TestReports, _ hashes: RecordHashes?,
    _ host: HostEnvironment
  ) throws -> (report: SuiteReport, areEqual: Bool) {
    let loop = EventLoop()
    var hashes = hashes
    var problem: (any Error)?
    let columns = Int(linux_terminal_columns(1))
    var progress = SuiteProgress(
      style: OutputStyle(
        isTerminal: isatty(1) == 1, columns: columns == 0 ? 80 : columns,
        environment: host.variables), total: items.count)
    for error in unreadable { emit(progress.unreadable(error)) }
    reports.begin(items, unreadable, clock: { loop.now })
    let listener = { (event: SuiteEvent) in
      reports.note(event)
      switch event {
      case .noted(let note): emit(progress.noted(note))
      case .began(_, let file): emit(progress.began(file))
      case .progressed: break
      case .ended(_, let result, let folder):
        emit(progress.ended(result))
        do { try hashes?.take(result, folder: folder) } catch { problem = problem ?? error }
      }
    }
    var report =
      if let adapters {
        try HostSuite(
          items, on: adapters, host: host, options: options, loop: loop, listener: listener
        ).start()
      } else {
        Suite(
          items, host: host, options: options, loop: loop, wrap: { GuestJob.scenario($0) },
          listener: listener
        ).run()
      }
    report.unreadable = unreadable
    emit(progress.finished(report))
    if let hashes { emit(hashes.text) }
    try reports.end(report)
    if let problem { throw problem }
    return (report, hashes?.areEqual ?? true)
  }
}
