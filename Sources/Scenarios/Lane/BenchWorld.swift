// A scenario's world inside a guest: real meters on real adapters, and the central's process.

import Faults
import MeterEmulator
import TestBench

/// Carries out what the engine asks for.
final class BenchWorld: ScenarioWorld {
  private let stage: Stage
  private let meters: [Meter]
  private let host: BenchHost
  /// The central, once it was started.
  var central: CentralProcess?

  /// What goes wrong with the guest while a fault is brought about is told.
  init(stage: Stage, meters: [Meter], onProblem: @escaping (String) -> Void) {
    self.stage = stage
    self.meters = meters
    host = BenchHost(stage: stage, meters: meters, onProblem: onProblem)
  }

  var centralSpeaks: Bool { central?.driver.speaks ?? false }

  var centralMemory: Int? { central?.memory }

  func send(_ command: CentralCommand, reply: @escaping (CommandReply) -> Void) {
    central?.driver.send(command, reply: reply)
  }

  func lay(_ fault: FaultStep, as id: String) throws -> any LaidFault {
    let targets = FaultTargets(
      air: stage.air, central: stage.air.adapters[0],
      meterRadio: stage.air.adapters[fault.meter + 1], meter: meters[fault.meter],
      host: host)
    return fault.fault.lay(on: targets, as: id)
  }

  func make(_ change: MeterChange, meter: Int) throws { try meters[meter].make(change) }
}
