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
  let host: FakeFaultHost

  init(meter configuration: MeterConfiguration = MeterConfiguration(name: "UM25C-7F3A")) {
    host = FakeFaultHost(bench.records)
    targets = FaultTargets(
      air: bench.air, central: bench.air.adapters[0], meterRadio: bench.air.adapters[1],
      meter: Meter(
        configuration: configuration, scheduler: bench.scheduler,
        records: bench.records, adapterIndex: 1), host: host)
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

/// A machine on which nothing happens but what the test says.
final class FakeFaultHost: FaultHost {
  private let records: RecordStream
  /// What it was asked for, in order.
  private(set) var asked: [String] = []
  /// To be called for what it was asked for last, when it has come about.
  private(set) var seen: (() -> Void)?

  init(_ records: RecordStream) { self.records = records }

  func setPowered(_ isOn: Bool, _ seen: @escaping () -> Void) { ask("powered \(isOn)", seen) }
  func endBluetoothd(abruptly: Bool, _ seen: @escaping () -> Void) {
    ask("end abruptly \(abruptly)", seen)
  }
  func startBluetoothd() { asked.append("start") }
  func refuseCalls(of methods: [String]?, _ seen: @escaping () -> Void) {
    ask("refuse \(methods?.joined(separator: " ") ?? "all")", seen)
  }
  func refuseNoCalls() { asked.append("refuse none") }
  func connectFirst(_ seen: @escaping () -> Void) { ask("connect first", seen) }
  func connectNoMore() { asked.append("connect no more") }
  func fired(_ id: String, verb: String) {
    records.append(
      Record(
        time: VirtualTime(nanoseconds: 0), witness: .harness, kind: "fault.fired",
        details: ["fault": .text(id), "verb": .text(verb)]))
  }

  private func ask(_ what: String, _ seen: @escaping () -> Void) {
    asked.append(what)
    self.seen = seen
  }
}
