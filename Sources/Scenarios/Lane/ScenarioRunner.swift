// Inside a guest: one scenario from an empty stage to its verdict, written into the run's folder.

import EventLoop
import Faults
import FoundationEssentials
import Glibc
import MeterEmulator
import Records
import TestBench
import VirtualAir

/// Carries out a `ScenarioJob`.
public final class ScenarioRunner {
  private let job: ScenarioJob
  private let folder: String
  private let scenario: Scenario
  private let loop: EventLoop
  private let records = RecordStream()
  private let progress: ProgressWriter
  private let stage: Stage
  private let spin: SpinWitness
  private var heartbeat: Heartbeat?
  private var meters: [Meter] = []
  private var world: BenchWorld?
  private var run: ScenarioRun?
  private var failure: String?

  /// A runner for the job in the run's folder, whose clock counts from `clockZero`, in nanoseconds of
  /// CLOCK_MONOTONIC.
  public init(_ job: ScenarioJob, folder: String, clockZero: Int64) throws {
    loop = EventLoop(zero: clockZero)
    self.job = job
    self.folder = folder
    var scenario = try ScenarioFile.parse(
      Array(job.text.utf8), file: job.file, case: job.caseLabel, attachments: job.attachments)
    scenario.adapt(to: job.central, leavingFaultsOut: job.leavesFaultsOut)
    self.scenario = scenario
    progress = ProgressWriter(folder: folder)
    stage = try Stage(loop: loop, records: records, folder: folder, progress: progress)
    spin = SpinWitness(on: loop, progress: progress)
  }

  /// Runs it; the exit code of the runner: 0 when there is a verdict.
  public func start() -> Int32 {
    let adapters = scenario.centrals.count + scenario.meters.count
    stage.bringUp(adapters: adapters) { [unowned self] error in
      if let error { return fail("\(error)") }
      stage.putOnAir(scenario.meters.map { $0.configuration }) { [unowned self] result in
        switch result {
        case .success(let meters):
          self.meters = meters
          begin()
        case .failure(let error): fail("\(error)")
        }
      }
    }
    loop.run()
    world?.end()
    guard let failure else { return 0 }
    do { try Files.write(failure + "\n", to: folder + "/failure") } catch { return 2 }
    return 1
  }

  private func fail(_ reason: String) {
    failure = reason
    loop.quit()
  }

  private func begin() {
    stage.air.recordsHCI = scenario.asksForHCI
    let world = BenchWorld(
      stage: stage, meters: meters, centralAdapters: scenario.centrals.map(\.adapter)
    ) { [weak self] problem in
      self?.run?.harnessFailed(problem)
    }
    let run = ScenarioRun(
      scenario, world: world, scheduler: loop, records: records, hasLimits: job.hasLimits)
    self.world = world
    self.run = run
    progress.tell(.began)
    heartbeat = Heartbeat(on: loop, progress: progress)
    for meter in meters {
      meter.onProblem = { run.harnessFailed("the meter: \($0)") }
    }
    stage.client?.bus.onClosed = { run.harnessFailed("dbus-daemon closed the connection") }
    for (index, plan) in scenario.centrals.enumerated() {
      do throws(SystemError) {
        world.add(
          try CentralProcess(
            start(of: plan), plan: plan, folder: folder, loop: loop, records: records,
            onEnd: { run.centralEnded($0, central: index) },
            onMisbehaviour: { run.centralMisbehaved($0, central: index) }))
      } catch {
        let reason = scenario.naming(index, "the central: \(error)")
        return finish(
          .broken(
            scenario, because: "\(reason)\n\(plan.remedy(for: error, in: job.workingDirectory))",
            boots: 1, at: plan.position))
      }
    }
    tellWhenConnected()
    tellOfSteps()
    run.start { [unowned self] result in finish(result) }
  }

  private func start(of plan: CentralPlan) -> CentralProcess.Start {
    var start = CentralProcess.Start(
      arguments: [], environment: [], workingDirectory: job.workingDirectory, yieldsToAll: true)
    switch plan.program {
    case .builtIn:
      start.arguments = job.builtInCentral
      start.environment = ClientEnvironment.lines(
        CentralProcess.builtInVariables, driver: CentralProcess.driverDescriptor,
        adapter: plan.adapter)
    case .command(let command):
      start.arguments = command
      start.environment = ClientEnvironment.lines(job.environment, onAdapter: plan.adapter)
    }
    return start
  }

  /// Steps that take no time to speak of leave the clock where it is, and are a sign of life too.
  private func tellOfSteps() {
    var steps = 0
    records.listen { [progress, loop] record in
      guard record.witness == .harness, record.kind == "step" else { return }
      steps += 1
      guard steps % 1000 == 0 else { return }
      progress.tell(.clock(seconds: Int(loop.now.nanoseconds / 1_000_000_000)))
    }
  }

  private func tellWhenConnected() {
    var isTold = false
    records.listen { [progress] record in
      guard !isTold, record.witness == .air, record.kind == "connected" else { return }
      isTold = true
      progress.tell(.reached(.connected))
    }
  }

  private func finish(_ result: ScenarioResult) {
    heartbeat = nil
    progress.tell(.reached(.verdict))
    do {
      try stage.flushCapture()
      try Files.write(
        RecordFile.write(records.records), to: "\(folder)/\(ScenarioJob.recordsFile)")
      // Last: its presence says that the run is whole.
      try result.write(into: folder)
    } catch { return fail("the verdict cannot be written: \(error)") }
    loop.quit()
  }
}
