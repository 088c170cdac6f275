// One scenario on this machine's adapters, from the meter's start to the verdict.

import EventLoop
import HostLane
import MeterEmulator
import Records
import TestBench

/// What a run on the host lane needs beside the scenario.
struct HostSetting {
  var adapters: HostAdapters
  var host: HostEnvironment
  var builtInCentral: [String]
}

/// A run, in real time.
final class HostRun {
  /// How it ended.
  enum End {
    case judged(ScenarioResult)
    /// There was nothing to judge on: the adapters or bluetoothd are not as they have to be.
    case notUp(BenchError)
    case interrupted
  }

  private let scenario: Scenario
  private let setting: HostSetting
  private let folder: String
  private let loop: EventLoop
  private let records = RecordStream()
  private let pair: HostPair
  private let world: HostWorld
  private let run: ScenarioRun
  private let onEnd: (End) -> Void
  private var isOver = false

  /// A run of a scenario without a `LaneObstacle`, which leaves its records in the folder.
  init(
    _ scenario: Scenario, meter configuration: MeterConfiguration, _ setting: HostSetting,
    folder: String, on loop: EventLoop, onEnd: @escaping (End) -> Void
  ) {
    self.scenario = scenario
    self.setting = setting
    self.folder = folder
    self.loop = loop
    self.onEnd = onEnd
    // In the records, as in scenarios, the central's adapter is 0 and the meter's is 1.
    let meter = Meter(
      configuration: configuration, scheduler: loop, records: records, adapterIndex: 1)
    pair = HostPair(meter, on: setting.adapters, loop: loop, records: records)
    world = HostWorld(meter: meter)
    run = ScenarioRun(scenario, world: world, scheduler: loop, records: records)
  }

  /// Begins.
  func start() {
    pair.onFailure = { [unowned self] in run.harnessFailed("\($0)") }
    pair.start { [weak self] error in
      guard let self, !isOver else { return }
      if let error { return end(.notUp(error)) }
      begin()
    }
  }

  /// Ends it without a verdict.
  func interrupt() { end(.interrupted) }

  private func begin() {
    guard let plan = scenario.centrals.first else { return }
    do throws(SystemError) {
      world.central = try CentralProcess(
        start(of: plan), plan: plan, folder: folder, loop: loop, records: records,
        onEnd: { [run] in run.centralEnded($0) },
        onMisbehaviour: { [run] in run.centralMisbehaved($0) })
    } catch {
      let remedy = plan.remedy(for: error, in: setting.host.workingDirectory)
      return end(
        .judged(
          .broken(
            scenario, because: "the central: \(error)\n\(remedy)", boots: 0, at: plan.position)))
    }
    run.start { [weak self] result in
      var result = result
      result.boots = 0
      self?.end(.judged(result))
    }
  }

  private func start(of plan: CentralPlan) -> CentralProcess.Start {
    let arguments: [String]
    let variables: [String: String]
    switch plan.program {
    case .builtIn:
      (arguments, variables) = (setting.builtInCentral, CentralProcess.builtInVariables)
    case .command(let command): (arguments, variables) = (command, setting.host.variables)
    }
    return CentralProcess.Start(
      arguments: arguments,
      environment: ClientEnvironment.lines(
        variables, driver: CentralProcess.driverDescriptor, hostAdapter: setting.adapters.central,
        busAddress: setting.adapters.busAddress),
      workingDirectory: setting.host.workingDirectory, yieldsToAll: false)
  }

  /// Nothing of it is left once `onEnd` is told.
  private func end(_ end: End) {
    guard !isOver else { return }
    isOver = true
    world.central?.end()
    pair.stop { [self] in
      do {
        try Files.write(
          RecordFile.write(records.records), to: "\(folder)/\(ScenarioJob.recordsFile)")
        onEnd(end)
      } catch {
        onEnd(.judged(.broken(scenario, because: "the records: \(error)", boots: 0)))
      }
    }
  }
}
