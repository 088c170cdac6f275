// A central, a meter that is connected or about to be, and a fault between them.

import AirTestSupport
import Faults
import MeterEmulator
import Records
import SharedProtocols
import VirtualAir

/// hci0 is the central, hci1 the meter, hci2 someone else.
final class FaultBench {
  let bench = AirBench(adapters: 3)
  let targets: FaultTargets

  init(meter: MeterConfiguration = MeterConfiguration(name: "UM25C-7F3A")) {
    targets = FaultTargets(
      air: bench.air, central: bench.air.adapters[0], meterRadio: bench.air.adapters[1],
      meter: Meter(
        configuration: meter, scheduler: bench.scheduler, records: bench.records, adapterIndex: 1))
  }

  /// Lays a fault as `fault-1`.
  func lay(
    _ level: FaultLevel, _ name: String, _ values: [String: FaultValue] = [:]
  ) throws -> any LaidFault {
    guard let verb = FaultVocabulary.verb(level: level, name: name) else {
      throw NoSuchVerb(name: name)
    }
    return try verb.make(values).lay(on: targets, as: "fault-1")
  }

  /// The packets that the fault struck.
  var fired: [[UInt8]] {
    bench.records.records.filter { $0.kind == "fault.fired" }.map(\.bytes)
  }
}

struct NoSuchVerb: Error { let name: String }
