// `meterloop bench`: any program beside emulated meters, in the bench.

import EventLoop
import Glibc
import Scenarios
import TestBench

/// Runs a client, or a shell, in a guest.
enum BenchCommand: Command {
  /// The exit code when the client did not get to run.
  static let harnessFailed: Int32 = 125
  /// btvirt serves no more.
  private static let mostAdapters = 16

  static let table = OptionTable(
    command: "bench", operands: "-- COMMAND…",
    summary: "Run any program beside an emulated meter, in the bench",
    details: """
      The program finds its adapter's name in METERLOOP_CENTRAL_ADAPTER and the system bus where it
      always is. It starts in this folder, with this environment but for METERLOOP_CENTRAL_ADAPTER,
      METERLOOP_ADAPTER (not set), DBUS_SYSTEM_BUS_ADDRESS, TMPDIR (/tmp) and, where it is not set,
      PYTHONHASHSEED (0). Its standard input is empty.

      It sees this machine's files, and may write none of them but those under --writable. /tmp, /var
      and /run are its own: empty, writable, and gone afterwards. Shown in them are this folder, the
      files that the command line names, what PATH, VIRTUAL_ENV and PYTHONPATH name, and --show: of a
      checkout or a Python virtual environment all, of /tmp, /var and /run themselves only the files
      named. It is root there, with the rights on this machine's files that you have. There is no
      network, not even 127.0.0.1. What it leaves running is ended with it.

      Time is virtual: a sleep of a minute takes none, and computing takes none either. A shell, and
      --real-time, have this machine's time.

      The exit code is the program's own, 128 plus the signal that ended it, 127 where there is no
      such program, 126 where it cannot be run; 130 when interrupted, 125 when the bench itself
      failed, 1 for wrong options.

      Examples:
        meterloop bench --meter um25c -- /usr/bin/python3 examples/bleak-client/client.py
        meterloop bench --meter um25c --load volts=5.08,amperes=1.2 --advertise-after 2s -- ./client
        meterloop bench --meter tc66c --profile factory --firmware 1.14 -- ./client
        meterloop bench --meter um34c --load '{charge: {volts: 9, amperes: 3}}' -- ./client
        meterloop bench --meter um25c --shell
      """,
    options: [
      .init(
        name: "meter", letter: "m", value: "MODEL",
        help: "A meter to put on the air: um24c, um25c, um34c, tc66c, or whole, as in a scenario "
          + "file: '{model: TC66C, mtu: 23}'; may be repeated",
        repeats: true),
      .init(
        name: "profile", letter: "p", value: "PROFILE",
        help: "documented (the default) or factory; for all meters, or repeated for each in turn",
        repeats: true),
      .init(
        name: "firmware", letter: nil, value: "VERSION",
        help: "Of factory TC66Cs: to 1.14 the older radio, from 1.15 the newer; for all or in turn",
        repeats: true),
      .init(
        name: "name", letter: "n", value: "NAME",
        help: "The meter's name; repeated, for each meter in turn", repeats: true),
      .init(
        name: "load", letter: "l", value: "LOAD",
        help: "Its load: volts=5.08,amperes=1.2, or as in a scenario file '{ramp: …}', or a "
          + "recording.csv; repeated, for each meter in turn", repeats: true),
      .init(
        name: "advertise-after", letter: nil, value: "TIME",
        help: "How long after they are switched on the meters begin to advertise: 2s, 300ms"),
      .init(
        name: "adapters", letter: nil, value: "N",
        help: "So many more adapters, behind the meters', for the program's own use (0)"),
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
    ], endsInProgram: true)

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
    let meters = try BenchMeters.read(parsed, folder: host.workingDirectory)
    let spare = try parsed.number("adapters", in: 0...mostAdapters) ?? 0
    guard 1 + meters.count + spare <= mostAdapters else {
      throw UsageError(
        message: "the bench has \(mostAdapters) adapters: one for the program, one for each meter, "
          + "and those of --adapters")
    }
    let job = ClientJob(
      meters: meters, spareAdapters: spare, command: command,
      environment: ClientEnvironment.lines(host.variables),
      workingDirectory: host.workingDirectory, isInteractive: isShell,
      sharesOutput: goToTheSamePlace(1, 2))
    var limits = GuestLimits()
    if let seconds = try parsed.number("stall-seconds", in: 1...1_000_000) {
      limits.stall = .seconds(seconds)
    }
    let results = host.absolute(parsed.value("results") ?? "results")
    let resultsWereThere = Files.exists(results)
    let runFolders = RunFolders(in: results)
    defer { runFolders.close(removesEmptyResults: !resultsWereThere) }
    let folder = try runFolders.make("bench-\(getpid())")
    defer { if !parsed.has("keep") { runFolders.remove(folder) } }
    var plan = try GuestPlan.standard(folder: folder, host: host)
    plan.time = isShell || parsed.has("real-time") ? .real : .virtual
    plan.memoryMebibytes = 256
    let memory = try GuestMemory.place(mebibytes: 256, or: [results], host: host)
    plan.memoryFolder = memory.folder
    if let note = memory.note { complain("meterloop bench: note: \(note)") }
    plan.writable += try folders(parsed, "writable", host)
    plan.show(command: command, host: host, also: try folders(parsed, "show", host))
    try Job.write(GuestJob.client(job), to: folder)
    if plan.time == .real { limits.stall = GuestLimits.never }
    let run = try ClientRun(plan, limits: limits, isInteractive: isShell)
    let code = run.untilItsEnd()
    if parsed.has("keep") { complain("kept: \(folder)") }
    return code
  }

  /// The folders that an option names, which the guest can mount.
  private static func folders(
    _ parsed: OptionTable.Parsed, _ option: String, _ host: HostEnvironment
  ) throws(UsageError) -> [String] {
    var folders: [String] = []
    for name in parsed.all(option) {
      guard let path = Files.absolute(host.absolute(name)), Files.isFolder(path) else {
        throw UsageError(message: "--\(option) \(name): there is no such folder")
      }
      guard VisiblePaths.canBeMounted(path) else {
        throw UsageError(message: "--\(option) \(name): the bench has its own; name a folder in it")
      }
      folders.append(path)
    }
    return folders
  }

  /// Whether two descriptors are one file, pipe or terminal: then the order of what is written to
  /// both can be kept.
  private static func goToTheSamePlace(_ one: CInt, _ other: CInt) -> Bool {
    var first = stat()
    var second = stat()
    return fstat(one, &first) == 0 && fstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
