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

  init(_ configuration: MeterConfiguration = MeterConfiguration(name: "UM25C-7F3A")) {
    targets = FaultTargets(
      air: bench.air, central: bench.air.adapters[0], meterRadio: bench.air.adapters[1],
      meter: Meter(
        configuration: configuration, scheduler: bench.scheduler,
        records: bench.records, adapterIndex: 1))
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

  /// Asks the meter so many times and lets it answer; the notifications of each answer.
  func answers(_ count: Int) -> [[[UInt8]]] {
    let core = targets.meter.core
    let before = bench.records.records.count
    if !core.isSubscribed { core.subscribe() }
    let request =
      targets.meter.configuration.model == .tc66c
      ? Array("bgetva\r\n".utf8) : MeasurementRequest.bytes
    for _ in 0..<count {
      core.write(request)
      bench.scheduler.advance(by: .seconds(1))
    }
    var answers: [[[UInt8]]] = []
    for piece in bench.records.records.dropFirst(before) where piece.kind == "notify" {
      if piece.details["piece"] == .integer(1) { answers.append([]) }
      answers[answers.count - 1].append(piece.bytes)
    }
    return answers
  }

  /// The same, put together.
  func frames(_ count: Int) -> [[UInt8]] { answers(count).map { $0.flatMap { $0 } } }

  /// The packets that the fault struck.
  var fired: [[UInt8]] {
    bench.records.records.filter { $0.kind == "fault.fired" }.map(\.bytes)
  }
}

struct NoSuchVerb: Error { let name: String }
