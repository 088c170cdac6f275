// A suite on this machine's adapters: one scenario after the other, in real time.

import EventLoop
import Glibc
import HostLane
import TestBench

/// One run of a suite on the host lane.
public final class HostSuite {
  private let items: [SuiteItem]
  private let names: [String]
  private let setting: HostSetting
  private let options: SuiteOptions
  private let loop: EventLoop
  private let folders: RunFolders
  private let listener: (SuiteEvent) -> Void
  private var run: HostRun?
  private var results: [ScenarioResult] = []
  private var earlier: [Verdict] = []
  private var hasJudged = false
  private var isInterrupted = false
  private var unfinished: [Scenario] = []
  private var problem: BenchError?

  /// A suite of these scenarios on these adapters.
  public init(
    _ items: [SuiteItem], on adapters: HostAdapters, host: HostEnvironment, options: SuiteOptions,
    loop: EventLoop, listener: @escaping (SuiteEvent) -> Void
  ) throws(BenchError) {
    self.items = items
    names = RunNames.unique(for: items.map(\.scenario.name))
    setting = HostSetting(
      adapters: adapters, host: host,
      builtInCentral: [try Installation.centralProgram(host), "--driver"])
    self.options = options
    self.loop = loop
    folders = RunFolders(in: options.results)
    self.listener = listener
    // A central that goes away shows itself by its process's end.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs all of it. An error says that nothing could be judged at all: the adapters or bluetoothd are
  /// not as they have to be.
  public func start() throws(BenchError) -> SuiteReport {
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      SignalWatch(number, on: loop) { [unowned self] in interrupt() }
    }
    loop.after(.zero) { [self] in next() }
    loop.run()
    for signal in signals { signal.cancel() }
    folders.close(removesEmptyResults: true)
    if let problem { throw problem }
    return SuiteReport(results: results, isInterrupted: isInterrupted, unfinished: unfinished)
  }

  /// A second signal does not wait for bluetoothd.
  private func interrupt() {
    guard !isInterrupted, let run else { return loop.quit() }
    isInterrupted = true
    run.interrupt()
  }

  private var index: Int { results.count }

  private func next() {
    let isStopped = options.stopsAtFailure && results.contains { !$0.verdict.isHarmless }
    guard index < items.count, !isInterrupted, !isStopped else { return loop.quit() }
    var scenario = items[index].scenario
    scenario.adapt(to: options.central, leavingFaultsOut: options.leavesFaultsOut)
    listener(.began(run: index + 1, file: scenario.name))
    if let obstacle = LaneObstacle(scenario) {
      conclude(.skipped(scenario, obstacle), folder: nil)
      return next()
    }
    attempt(scenario)
  }

  private func attempt(_ scenario: Scenario) {
    guard let meter = scenario.meters.first else { return }
    let tries = earlier.count + 1
    let name = names[index] + (tries == 1 ? "" : "-try\(tries)")
    let folder: String
    do throws(BenchError) { folder = try folders.make(name) } catch {
      problem = error
      return loop.quit()
    }
    let run = HostRun(
      scenario, meter: meter.configuration, setting, folder: folder, on: loop
    ) { [unowned self] end in
      self.run = nil
      // Not in the stack of what has ended.
      loop.after(.zero) { [self] in ended(end, of: scenario, folder: folder) }
    }
    self.run = run
    run.start()
  }

  private func ended(_ end: HostRun.End, of scenario: Scenario, folder: String) {
    switch end {
    case .interrupted:
      folders.remove(folder)
      unfinished = [scenario]
      return loop.quit()
    case .notUp(let error):
      folders.remove(folder)
      guard hasJudged else {
        problem = error
        return loop.quit()
      }
      conclude(.broken(scenario, because: "\(error)", boots: 0), folder: nil)
    case .judged(let result):
      hasJudged = true
      if result.verdict != .passed, !isInterrupted, earlier.count < options.retries {
        earlier.append(result.verdict)
        return attempt(scenario)
      }
      conclude(result, folder: folder)
    }
    next()
  }

  private func conclude(_ result: ScenarioResult, folder: String?) {
    var result = result
    let isKept = !result.verdict.isHarmless || options.keepsPassed
    result.folder = isKept ? folder : nil
    result.earlier = earlier
    earlier = []
    if !result.verdict.isHarmless { result.reproduction = command(for: result) }
    results.append(result)
    if let folder, isKept {
      do { try result.write(into: folder) } catch {
        listener(.noted("the verdict is not in \(folder): \(error)"))
      }
    }
    listener(.ended(run: index, result, folder: folder))
    if let folder, !isKept { folders.remove(folder) }
  }

  private func command(for result: ScenarioResult) -> String {
    let adapters = setting.adapters
    return result.commandToRepeat + " --lane host --peripheral-adapter \(adapters.peripheral) "
      + "--central-adapter \(adapters.central)"
  }
}

extension Verdict {
  /// Whether nothing is wrong.
  fileprivate var isHarmless: Bool { self == .passed || self == .skipped }
}
