// A scenario's world inside a guest: real meters on real adapters, and the centrals' processes.

import Faults
import MeterEmulator
import TestBench

/// Carries out what the engine asks for.
final class BenchWorld: ScenarioWorld {
  private let stage: Stage
  private let meters: [Meter]
  private let adapters: [Int]
  private let hosts: [BenchHost]
  /// The centrals that were started, in their order.
  private(set) var centrals: [CentralProcess] = []

  /// A world with centrals on these adapters, once they are started. What goes wrong with the guest
  /// while a fault is brought about is told.
  init(
    stage: Stage, meters: [Meter], centralAdapters: [Int], onProblem: @escaping (String) -> Void
  ) {
    self.stage = stage
    self.meters = meters
    adapters = centralAdapters
    hosts = centralAdapters.map {
      BenchHost(stage: stage, adapter: $0, meters: meters, onProblem: onProblem)
    }
  }

  /// Takes the next central, which was started.
  func add(_ central: CentralProcess) { centrals.append(central) }

  /// Kills the centrals.
  func end() { for central in centrals { central.end() } }

  func speaks(central: Int) -> Bool { process(central)?.driver.speaks ?? false }

  func memory(ofCentral central: Int) -> Int? { process(central)?.memory }

  func send(
    _ command: CentralCommand, to central: Int, reply: @escaping (CommandReply) -> Void
  ) {
    process(central)?.driver.send(command, reply: reply)
  }

  private func process(_ central: Int) -> CentralProcess? {
    centrals.indices.contains(central) ? centrals[central] : nil
  }

  func lay(_ fault: FaultStep, as id: String) throws -> any LaidFault {
    let targets = FaultTargets(
      air: stage.air, central: stage.air.adapters[adapters[fault.central]],
      meterRadio: stage.air.adapters[fault.meter + 1], meter: meters[fault.meter],
      host: hosts[fault.central])
    return fault.fault.lay(on: targets, as: id)
  }

  func make(_ change: MeterChange, meter: Int) throws { try meters[meter].make(change) }
}
