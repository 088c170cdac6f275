// A suite on the host: as many guests at a time as there are cores to pin them to, each with one scenario
// after the other.

import EventLoop
import Glibc
import TestBench

/// One run of a suite.
public final class Suite {
  private let host: HostEnvironment
  private let options: SuiteOptions
  private let loop: EventLoop
  private let listener: (SuiteEvent) -> Void
  private let wrap: (ScenarioJob) -> any Encodable
  private let items: [SuiteItem]
  private let names: [String]
  private let folders: RunFolders
  private var memory: Result<GuestMemory, BenchError>?
  private var held: [String]?
  private var waiting: [Int]
  private var idleSeats: [GuestSeat]
  private let seats: [GuestSeat]
  private var results: [Int: ScenarioResult] = [:]
  private var guests: [Int: Guest] = [:]
  private var isInterrupted = false
  private var unfinished: Set<Int> = []
  /// The verdicts of those that are run again, as they came.
  private var earlier: [Int: [Verdict]] = [:]

  /// A suite of these scenarios. `wrap` makes the job that the executable's runner understands.
  public init(
    _ items: [SuiteItem], host: HostEnvironment, options: SuiteOptions, loop: EventLoop,
    wrap: @escaping (ScenarioJob) -> any Encodable, listener: @escaping (SuiteEvent) -> Void
  ) {
    self.items = items
    names = RunNames.unique(for: items.map(\.scenario.name))
    folders = RunFolders(in: options.results)
    self.host = host
    self.options = options
    self.loop = loop
    self.wrap = wrap
    self.listener = listener
    waiting = Array(items.indices.reversed())
    // More guests than cores share them, which slows each but changes no verdict.
    let cores = Cores.usable()
    seats = (0..<min(options.jobs, items.count)).map {
      GuestSeat(core: cores[(cores.count - 1 - $0 % cores.count)])
    }
    idleSeats = seats
  }

  /// Runs all of it; the results in the order of the scenarios.
  public func run() -> SuiteReport {
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      SignalWatch(number, on: loop) { [unowned self] in interrupt() }
    }
    if !items.isEmpty {
      // From within the loop, which the last of them quits.
      loop.after(.zero) { [unowned self] in startMore() }
      loop.run()
    }
    for signal in signals { signal.cancel() }
    folders.close(removesEmptyResults: true)
    return SuiteReport(
      results: items.indices.compactMap { results[$0] }, isInterrupted: isInterrupted,
      unfinished: unfinished.sorted().filter { results[$0] == nil }.map { items[$0].scenario })
  }

  /// Where the guests' memory is: decided once for all of them, when there is a results folder.
  private func placedMemory() throws(BenchError) -> String {
    if let memory { return try memory.get().folder }
    let most = items.map { memoryMebibytes($0) }.max() ?? 0
    let guests = min(options.jobs, items.count)
    let placed = Result { () throws(BenchError) in
      try GuestMemory.place(mebibytes: most * guests, or: [options.results], host: host)
    }
    memory = placed
    if let note = try placed.get().note { listener(.noted(note)) }
    return try placed.get().folder
  }

  /// A client of the user's may be of any size.
  private func memoryMebibytes(_ item: SuiteItem) -> Int { commands(of: item).isEmpty ? 128 : 256 }

  /// The programs of the user's that are judged; none for built-in centrals.
  private func commands(of item: SuiteItem) -> [[String]] {
    if let central = options.central { return [central] }
    return item.scenario.centrals.compactMap { central in
      if case .command(let command) = central.program { command } else { nil }
    }
  }

  private func interrupt() {
    isInterrupted = true
    waiting = []
    unfinished.formUnion(guests.keys)
    for guest in guests.values { guest.interrupt() }
    startMore()
  }

  /// Starts what waits on the seats that are idle, and sends the guests away for which nothing is left.
  private func startMore() {
    while !idleSeats.isEmpty, let index = waiting.popLast() {
      listener(.began(run: index + 1, file: items[index].scenario.name))
      start(index, on: idleSeats.removeLast(), boot: 1)
    }
    for seat in idleSeats { seat.vacate { [unowned self] in quitIfDone() } }
    quitIfDone()
  }

  private func quitIfDone() {
    if waiting.isEmpty, idleSeats.count == seats.count, seats.allSatisfy(\.isVacant) { loop.quit() }
  }

  /// Starts the scenario in the seat's guest or in one of its own, or concludes that it cannot be.
  private func start(_ index: Int, on seat: GuestSeat, boot: Int) {
    let item = items[index]
    var folder: String?
    do {
      let tries = (earlier[index]?.count ?? 0) + 1
      let made = try folders.make(tries == 1 ? names[index] : "\(names[index])-try\(tries)")
      folder = made
      let plan = try plan(for: item, folder: made)
      try Job.write(AnyJob(wrap(try job(for: item))), to: made)
      seat.take(
        plan, limits: options.limits, on: loop,
        onStart: { [unowned self] guest in
          guests[index] = guest
          if isInterrupted { guest.interrupt() }
        },
        onProgress: { [listener] in listener(.progressed(file: item.scenario.name, $0)) },
        onEnd: { [unowned self] end in
          switch end {
          case .success(let end): ended(index, on: seat, boot: boot, folder: made, end)
          case .failure(let error): cannotStart(index, on: seat, boot: boot, folder: made, error)
          }
        })
    } catch {
      loop.after(.zero) { [unowned self, folder] in
        cannotStart(index, on: seat, boot: boot, folder: folder, error)
      }
    }
  }

  private func cannotStart(
    _ index: Int, on seat: GuestSeat, boot: Int, folder: String?, _ error: any Error
  ) {
    // No guest ran, so that there is nothing to see in the folder.
    if let folder { folders.remove(folder) }
    conclude(
      index, on: seat, .broken(items[index].scenario, because: "\(error)", boots: boot),
      folder: nil)
    startMore()
  }

  /// What the programs of a guest are read from.
  private func heldFiles() throws(BenchError) -> [String] {
    if let held { return held }
    var files = [try Installation.centralProgram(host)]
    do { files += try Installation.mappedFiles() } catch {
      throw BenchError("\(error)", remedy: "Is /proc mounted?")
    }
    held = files
    return files
  }

  private func plan(for item: SuiteItem, folder: String) throws(BenchError) -> GuestPlan {
    var plan = try GuestPlan.standard(folder: folder, host: host)
    let commands = commands(of: item)
    for command in commands { plan.show(command: command, host: host) }
    plan.time = options.isInRealTime ? .real : .virtual
    plan.memoryMebibytes = memoryMebibytes(item)
    plan.memoryFolder = try placedMemory()
    plan.hasOwnZero = true
    // A program of the user's may do to a guest whatever it likes.
    plan.stays = options.reusesGuests && !options.isInRealTime && commands.isEmpty
    if plan.stays { plan.held = try heldFiles() }
    return plan
  }

  private func job(for item: SuiteItem) throws(BenchError) -> ScenarioJob {
    // The guest is shown this folder for a program of the user's alone.
    let folder = commands(of: item).isEmpty ? "/" : host.workingDirectory
    return ScenarioJob(
      file: item.file, text: item.text, central: options.central,
      leavesFaultsOut: options.leavesFaultsOut, hasLimits: !options.isInRealTime,
      caseLabel: item.scenario.caseLabel,
      attachments: item.scenario.attachments,
      builtInCentral: [try Installation.centralProgram(host), "--driver"],
      workingDirectory: folder,
      environment: ClientEnvironment.lines(
        host.variables, driver: CentralProcess.driverDescriptor))
  }

  private func ended(
    _ index: Int, on seat: GuestSeat, boot: Int, folder: String, _ end: GuestEnd
  ) {
    guests[index] = nil
    let scenario = items[index].scenario
    if case .interrupted = end {
      idleSeats.append(seat)
      folders.remove(folder)
      return startMore()
    }
    // A guest that dies while booting says nothing of anyone; once more, and it is told.
    if case .died(began: false, _) = end, boot == 1, !isInterrupted {
      folders.remove(folder)
      start(index, on: seat, boot: 2)
    } else {
      let result = GuestJudgement(scenario: scenario, folder: folder, boots: boot).result(of: end)
      // What broke may have left anything behind.
      if result.verdict == .broken { seat.isTainted = true }
      if result.verdict != .passed, !isInterrupted,
        (earlier[index]?.count ?? 0) < options.retries
      {
        earlier[index, default: []].append(result.verdict)
        start(index, on: seat, boot: 1)
      } else {
        conclude(index, on: seat, result, folder: folder)
      }
    }
    startMore()
  }

  private func conclude(
    _ index: Int, on seat: GuestSeat, _ result: ScenarioResult, folder: String?
  ) {
    idleSeats.append(seat)
    var result = result
    let isKept = result.verdict != .passed || options.keepsPassed
    result.folder = isKept ? folder : nil
    result.earlier = earlier[index] ?? []
    if result.verdict != .passed, options.stopsAtFailure { waiting = [] }
    if result.failure != nil { result.reproduction = result.commandToRepeat }
    results[index] = result
    if let folder, isKept { keep(result, in: folder) }
    listener(.ended(run: index + 1, result, folder: folder))
    if let folder, !isKept { folders.remove(folder) }
  }

  /// Puts the verdict into the folder as the suite reports it: the guest does not know what became of
  /// the guest, nor how often it was tried.
  private func keep(_ result: ScenarioResult, in folder: String) {
    do { try result.write(into: folder) } catch {
      listener(.noted("the verdict is not in \(folder): \(error)"))
    }
  }
}

/// A job of any kind, for encoding.
private struct AnyJob: Encodable {
  private let job: any Encodable
  init(_ job: any Encodable) { self.job = job }
  func encode(to encoder: any Encoder) throws { try job.encode(to: encoder) }
}
