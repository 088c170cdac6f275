// A scenario's world on this machine: one meter on an adapter of its bluetoothd, and the central's process.

import Faults
import MeterEmulator
import TestBench

/// Carries out what the engine asks for, of what `LaneObstacle` lets through.
final class HostWorld: ScenarioWorld {
  private let meter: Meter
  /// The central, once it is started.
  var central: CentralProcess?

  init(meter: Meter) { self.meter = meter }

  func speaks(central: Int) -> Bool { self.central?.driver.speaks ?? false }

  func memory(ofCentral central: Int) -> Int? { self.central?.memory }

  func send(
    _ command: CentralCommand, to central: Int, reply: @escaping (CommandReply) -> Void
  ) {
    self.central?.driver.send(command, reply: reply)
  }

  func lay(_ fault: FaultStep, as id: String) throws -> any LaidFault {
    guard let verb = fault.fault as? any MeterFaultVerb else {
      throw BenchError(
        "\(fault.name) needs the bench's air", remedy: "Judge it in the bench: --lane bench.")
    }
    return verb.lay(on: meter, as: id)
  }

  func make(_ change: MeterChange, meter: Int) throws { try self.meter.make(change) }
}
