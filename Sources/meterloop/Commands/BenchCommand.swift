// `meterloop bench`: any program beside emulated meters, in the bench.

import EventLoop
import Glibc
import Scenarios
import TestBench

/// Runs a client, or a shell, in a guest.
enum BenchCommand: Command {
  /// The exit code when the client did not get to run.
  static let harnessFailed: Int32 = 125

  static let table = OptionTable(
    command: "bench", operands: "-- COMMAND…",
    summary: "Run any program beside an emulated meter, in the bench",
    details: """
      The program finds its adapter's name in METERLOOP_CENTRAL_ADAPTER and the system bus where it
      always is. It starts in this folder, with this environment, on a read-only view of this
      machine's files; /tmp, /var and /run are empty and can be written, and are gone afterwards.
      There is no network. Time is virtual: a sleep of a minute takes none.

      The exit code is the program's own, 128 plus the signal that ended it, or 125 when the bench
      itself failed.

      Examples:
        meterloop bench --meter um25c -- python3 client.py
        meterloop bench --meter um25c --load volts=5.08,amperes=1.2 --advertise-after 2s -- ./client
        meterloop bench --meter um25c --shell
      """,
    options: [
      .init(
        name: "meter", letter: "m", value: "MODEL",
        help: "A meter to put on the air: um25c; may be repeated", repeats: true),
      .init(
        name: "name", letter: "n", value: "NAME",
        help: "The meter's name; repeated, for each meter in turn", repeats: true),
      .init(
        name: "load", letter: "l", value: "VALUES",
        help: "Its load: volts=5.08,amperes=1.2; repeated, for each meter in turn", repeats: true),
      .init(
        name: "advertise-after", letter: nil, value: "TIME",
        help: "How long after the program's start the meters begin to advertise: 2s, 300ms"),
      .init(name: "shell", letter: nil, value: nil, help: "Open a shell instead of a program"),
      .init(
        name: "real-time", letter: nil, value: nil, help: "Let the guest's clock run as this one's"),
      .init(
        name: "writable", letter: nil, value: "DIR",
        help: "A folder that the program may write to; may be repeated", repeats: true),
      .init(
        name: "show", letter: nil, value: "DIR",
        help: "A folder under /tmp, /var or /run that the program needs; may be repeated",
        repeats: true),
      .init(
        name: "results", letter: nil, value: "DIR", help: "Where the run's folder goes (results)"),
      .init(name: "keep", letter: "k", value: nil, help: "Keep the run's folder: capture and logs"),
      .init(
        name: "stall-seconds", letter: nil, value: "N",
        help: "How long the program may compute without a pause (10)"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    let isShell = parsed.has("shell")
    let command: [String]
    if isShell {
      guard parsed.command == nil else {
        throw UsageError(message: "--shell and a program exclude each other")
      }
      guard isatty(0) == 1 else {
        throw UsageError(message: "--shell needs a terminal; give a program after -- instead")
      }
      command = [host.nonEmpty("SHELL") ?? "/bin/sh"]
    } else {
      guard let words = parsed.command, !words.isEmpty else {
        throw UsageError(
          message: "name the program after --: meterloop bench --meter um25c -- COMMAND")
      }
      command = words
    }
    guard parsed.operands.isEmpty else {
      throw UsageError(
        message: "'\(parsed.operands[0])' stands before the -- that begins the program")
    }
    let job = ClientJob(
      meters: try BenchMeters.read(parsed), command: command, environment: environment(host),
      workingDirectory: host.workingDirectory, isInteractive: isShell)
    var limits = GuestLimits()
    if let seconds = try parsed.number("stall-seconds", atLeast: 1) {
      limits.stall = .seconds(seconds)
    }
    let results = host.absolute(parsed.value("results") ?? "results")
    let resultsWereThere = Files.exists(results)
    let folder = try RunFolder.make("bench-\(getpid())", in: results)
    defer {
      if !parsed.has("keep") {
        Files.remove(folder)
        if !resultsWereThere { rmdir(results) }
      }
    }
    var plan = try GuestPlan.standard(folder: folder, host: host)
    plan.time = isShell || parsed.has("real-time") ? .real : .virtual
    plan.memoryMebibytes = 256
    for name in parsed.all("writable") {
      guard let path = Files.absolute(host.absolute(name)), Files.isFolder(path) else {
        throw UsageError(message: "--writable \(name): there is no such folder")
      }
      plan.writable.append(path)
    }
    plan.show(command: command, host: host, also: parsed.all("show").map(host.absolute))
    try Job.write(GuestJob.client(job), to: folder)
    if plan.time == .real { limits.stall = .seconds(1_000_000_000) }
    let run = try ClientRun(plan, limits: limits, isInteractive: isShell)
    let code = run.untilItsEnd()
    if parsed.has("keep") { complain("kept: \(folder)") }
    return code
  }

  /// The user's environment with what the bench decides. Python orders its sets by this seed, and
  /// bleak takes its default adapter from one.
  private static func environment(_ host: HostEnvironment) -> [String] {
    var variables = host.variables
    variables["METERLOOP_CENTRAL_ADAPTER"] = "hci0"
    variables["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/run/dbus/system_bus_socket"
    variables["TMPDIR"] = "/tmp"
    if variables["PYTHONHASHSEED"] == nil { variables["PYTHONHASHSEED"] = "0" }
    return variables.map { "\($0)=\($1)" }.sorted()
  }
}
