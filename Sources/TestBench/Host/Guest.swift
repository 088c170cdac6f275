// One guest, from its start to its end, seen from the host.

import CLinux
import EventLoop
import Glibc
import Records

/// A running guest, which may have several runs, one after the other.
public final class Guest {
  /// What stands for the programs of a stall that nobody could name.
  public static let namelessProgram = "a program that let no other run, not even the harness"

  private(set) var plan: GuestPlan
  private let limits: GuestLimits
  private let loop: EventLoop
  private var onProgress: (Progress) -> Void
  private var onEnd: (GuestEnd) -> Void
  private var onDismissal: (() -> Void)?
  private var process: ChildProcess?
  private var kernelLog: KernelLog?
  private var tail: FileTail?
  private var lines = LineSplitter()
  private var console: CInt = -1
  private var deadline: (any ScheduledWork)?
  private var nextNudge: (any ScheduledWork)?
  private var part = "kernel"
  private(set) var hasSpoken = false
  private(set) var began = false
  private var verdict: GuestEnd?

  /// How often it is looked whether all processes are gone, a millisecond apart.
  private static let mostTries = 2000

  /// Whether it waits for another run.
  public private(set) var isResting = false
  /// How many runs it has begun.
  public private(set) var runs = 1

  /// Writes the run's files and starts the guest on `core`. `onEnd` is called once.
  public init(
    _ plan: GuestPlan, core: Int, limits: GuestLimits = GuestLimits(), on loop: EventLoop,
    terminal: Bool = false, onProgress: @escaping (Progress) -> Void,
    onEnd: @escaping (GuestEnd) -> Void
  ) throws(BenchError) {
    self.plan = plan
    self.limits = limits
    self.loop = loop
    self.onProgress = onProgress
    self.onEnd = onEnd
    try plan.writeFiles()
    do {
      try listen()
      try start(core: core, terminal: terminal)
    } catch {
      tail?.finish()
      throw BenchError(
        "the guest cannot be started: \(error)",
        remedy: "Run `meterloop doctor` to see what is missing.")
    }
    waitForProgress(limits.boot)
  }

  /// Whether it is as the plan wants a guest to be.
  func serves(_ other: GuestPlan) -> Bool {
    other.kernel == plan.kernel && other.initProgram == plan.initProgram && other.time == plan.time
      && other.memoryMebibytes == plan.memoryMebibytes && other.memoryFolder == plan.memoryFolder
  }

  /// Begins another run in a guest that rests, as if it had just been booted.
  public func begin(
    _ plan: GuestPlan, onProgress: @escaping (Progress) -> Void,
    onEnd: @escaping (GuestEnd) -> Void
  ) throws(BenchError) {
    self.plan = plan
    self.onProgress = onProgress
    self.onEnd = onEnd
    try plan.writeFiles()
    do {
      try listen()
      try kernelLog?.turn(to: plan.folder)
    } catch { throw RunFolders.unwritable(error) }
    part = "kernel"
    hasSpoken = false
    began = false
    isResting = false
    runs += 1
    // Where it has just died, its end tells so.
    tell("run \(plan.encodedFolder)")
    waitForProgress(limits.boot)
  }

  /// Ends the guest from outside.
  public func interrupt() { end(as: .interrupted) }

  /// Ends a guest that rests; `done` is called when nothing of it is left.
  public func dismiss(_ done: @escaping () -> Void) {
    guard let process else { return done() }
    onDismissal = done
    process.signal(SIGKILL)
  }

  /// Hears of the progress of the run that begins.
  private func listen() throws(SystemError) {
    lines = LineSplitter()
    tail = try FileTail("\(plan.folder)/\(Progress.fileName)", on: loop) { [unowned self] bytes in
      for line in lines.take(bytes) { heard(line) }
    }
  }

  private func tell(_ line: String) {
    guard console >= 0 else { return }
    let bytes = Array((line + "\n").utf8)
    // A guest that has just died is told nothing, and tells so by its end.
    _ = linux_send_quietly(console, bytes, bytes.count)
  }

  private func start(core: Int, terminal: Bool) throws(SystemError) {
    var input: [CInt] = [0, -1]
    var output: [CInt] = [-1, 1]
    if !terminal {
      guard linux_stream_pair(&input) == 0, linux_pipe(&output) == 0 else {
        throw SystemError("make a pipe")
      }
      console = input[1]
      let log = KernelLog(output[0], on: loop)
      kernelLog = log
      try log.turn(to: plan.folder)
    }
    defer {
      if !terminal {
        close(input[0])
        close(output[1])
      }
    }
    let setpriv = Part.setpriv.path ?? "setpriv"
    let taskset = Part.taskset.path ?? "taskset"
    // The guest ends with the harness, however that ends: User-Mode Linux cleans up on SIGTERM.
    let arguments =
      [setpriv, "--pdeathsig", "TERM", taskset, "--cpu-list", String(core)] + plan.kernelArguments()
    process = try ChildProcess(
      .init(
        arguments: arguments, environment: ["PATH=/usr/bin:/bin", "TMPDIR=\(plan.memoryFolder)"],
        workingDirectory: plan.folder,
        descriptors: [
          .init(0, from: input[0]), .init(1, from: output[1]),
          .init(2, from: terminal ? 2 : output[1]),
        ]),
      on: loop
    ) { [unowned self] status in ended(status) }
    if terminal, let process {
      // Only the group in the foreground may set a terminal up. It may have tried already.
      tcsetpgrp(0, process.identifier)
      process.signal(SIGCONT)
    }
  }

  private func heard(_ line: String) {
    guard let progress = Progress(line: line) else { return }
    hasSpoken = true
    switch progress {
    case .bringingUp(let next): part = next
    case .began:
      began = true
      waitForProgress(limits.stall)
    case .clock: waitForProgress(limits.stall)
    case .spinning(let programs): end(as: .stalled(programs: programs))
    case .rested: return rest()
    case .reached: break
    }
    onProgress(progress)
  }

  /// The run is over, and the guest waits for another.
  private func rest() {
    guard verdict == nil else { return }
    let ends = Self.ends(in: plan.folder)
    guard let end = ends.first(where: { $0.program == "runner" }) else {
      // Its end will be judged.
      process?.signal(SIGKILL)
      return
    }
    stopWaiting()
    // This is called by it.
    loop.after(.zero) { [tail] in tail?.finish() }
    tail = nil
    kernelLog?.drain()
    Files.remove(plan.folder + "/uml")
    isResting = true
    onEnd(.finished(end.status))
  }

  /// Waits in steps of at most a second, each of which counts for no more than it was to be, and from
  /// the second on for the chance that the guest had in it: when the whole machine pauses, or has so
  /// much else to do that the guest gets no core, neither side is to blame.
  private func wait(
    _ limit: Duration, since share: CoreShare? = nil, _ overdue: @escaping () -> Void
  ) {
    deadline?.cancel()
    let step = max(min(limit, .seconds(1)), .milliseconds(100))
    deadline = loop.after(step) { [unowned self] in
      guard let process else { return }
      let now = CoreShare(ofGroup: process.identifier)
      let left = limit - (share.map { now.chance(since: $0, in: step) } ?? step)
      if left > .zero { wait(left, since: now, overdue) } else { overdue() }
    }
  }

  private func waitForProgress(_ limit: Duration) {
    stopWaiting()
    wait(limit) { [unowned self] in overdue() }
  }

  private func stopWaiting() {
    deadline?.cancel()
    nextNudge?.cancel()
    nextNudge = nil
  }

  private func overdue() {
    // It may be this side that was held up, by a full pipe or a stop: the guest may have gone on.
    let expired = deadline
    tail?.readNew()
    guard deadline === expired else { return }
    guard began else {
      end(as: .notUp(part: part, log: Files.tail(of: logPath, lines: 12)))
      return
    }
    // The runner listens on the console and sees who is ready to run.
    tell("who")
    nudge()
    wait(limits.answer) { [unowned self] in
      end(as: .stalled(programs: Self.namelessProgram))
    }
  }

  /// Makes the guest's kernel look whether anyone else wants to run. With virtual time it gets no
  /// timer interrupts from the host; one that is sent reaches the program that computes.
  private func nudge() {
    process?.signalLeader(SIGALRM)
    nextNudge = loop.after(.milliseconds(50)) { [unowned self] in nudge() }
  }

  private var logPath: String {
    let name = Files.exists("\(plan.folder)/\(part).log") ? part : "kernel"
    return "\(plan.folder)/\(name).log"
  }

  private func end(as verdict: GuestEnd) {
    guard self.verdict == nil else { return }
    self.verdict = verdict
    stopWaiting()
    process?.signal(SIGKILL)
  }

  private func ended(_ status: ExitStatus, tries: Int = 0) {
    guard let process else { return }
    process.endGroup()
    // What is killed takes a moment to go, and nothing is to be left when this program ends.
    guard !CoreShare.lives(group: process.identifier) || tries == Self.mostTries else {
      loop.after(.milliseconds(1)) { [self] in ended(status, tries: tries + 1) }
      return
    }
    self.process = nil
    tail?.finish()
    kernelLog?.finish()
    stopWaiting()
    if console >= 0 { close(console) }
    console = -1
    if isResting {
      isResting = false
      onDismissal?()
    } else {
      Files.remove(plan.folder + "/uml")
      onEnd(verdict ?? judgement(of: status))
    }
  }
}
