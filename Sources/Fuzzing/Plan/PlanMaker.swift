// Plans by chance: the same seed and number give the same plan, whatever ran before it.

import Faults
import MeterEmulator
import Records
import SharedProtocols

/// What is fuzzed, and how.
public struct FuzzKind: Sendable {
  /// Only meters of this model; nil for all.
  public var model: MeterModel?
  /// Only meters of this profile; nil for both.
  public var profile: MeterProfile?
  /// Whether faults of every level but the host's strike at any step, and the user takes part; else what meters send
  /// and how requests are answered is spoilt, over a link that stands.
  public var isSchedules: Bool

  /// A kind of fuzzing.
  public init(model: MeterModel? = nil, profile: MeterProfile? = nil, isSchedules: Bool = false) {
    self.model = model
    self.profile = profile
    self.isSchedules = isSchedules
  }

  /// The meters that it is about.
  var meters: [FuzzMeter] {
    MeterProfile.allCases.filter { profile == nil || profile == $0 }.flatMap { profile in
      MeterModel.allCases.filter { model == nil || model == $0 }.map { model in
        let server = MeterConfiguration(model: model, profile: profile).server
        let characteristics = server.services.flatMap(\.characteristics)
        return FuzzMeter(
          yaml: "model: \(model.rawValue), profile: \(profile.rawValue)",
          uuids: server.services.map { "\($0.uuid)" } + characteristics.map { "\($0.uuid)" },
          tellsWatts: model == .tc66c && profile == .documented)
      }
    }
  }
}

/// Makes the plans of one seed.
public struct PlanMaker: Sendable {
  private let seed: UInt64
  private let kind: FuzzKind
  private let exchanges: Int

  /// Not the machine's own faults: of a bus that takes calls again nobody is told, so that a central
  /// that waits does nothing wrong, and the harness is refused what the central is.
  private static func scheduled(hasUser: Bool) -> [FaultLevel] {
    [.payload, .gatt, .link] + (hasUser ? [.advertising] : [])
  }

  /// A maker whose plans have so many exchanges each.
  public init(seed: UInt64, kind: FuzzKind, exchanges: Int) {
    self.seed = seed
    self.kind = kind
    self.exchanges = exchanges
  }

  /// The plan of this number, from 0.
  public func plan(_ number: Int) -> FuzzPlan {
    // Two seeds beside each other must not give the same plans one number apart.
    var mixer = SeededGenerator(seed: seed)
    var random = SeededGenerator(seed: mixer.next() &+ UInt64(number))
    let meters = kind.meters
    let meter = meters[Int.random(in: meters.indices, using: &random)]
    // A user who takes part begins every count anew: what adds up is seen only without.
    let hasUser = Bool.random(using: &random)
    let maker = FaultMaker(
      levels: kind.isSchedules ? Self.scheduled(hasUser: hasUser) : [.payload, .gatt],
      uuids: meter.uuids)
    var made: [FuzzExchange] = []
    for index in 0..<exchanges {
      // No two after each other that a meter or a tolerance could take for the same, and all within
      // what every meter measures.
      let volts = meter.tellsWatts ? Double(6 + 4 * (index % 4)) : Double(51 + index % 100) / 10
      let actions =
        kind.isSchedules
        ? schedule(maker, hasUser: hasUser, &random) : exchange(maker, isFirst: index == 0, &random)
      made.append(FuzzExchange(actions: actions, volts: volts))
    }
    return FuzzPlan(meter: meter, exchanges: made)
  }

  /// One to three faults at once, for about as long as an exchange or a few take.
  /// What is spoilt may be the discovery too, so now and then the user connects anew.
  private func exchange(
    _ maker: FaultMaker, isFirst: Bool, _ random: inout SeededGenerator
  ) -> [FuzzAction] {
    let faults = (0..<Self.few(&random)).map { _ in maker.fault(&random) }
    let laid = faults.map { FuzzAction.fault($0) }
    let wait = FuzzAction.wait(milliseconds: Int.random(in: 700...1500, using: &random))
    guard isFirst || faults.contains(where: { $0.level == .gatt }) && Bool.random(using: &random)
    else { return laid + [wait] }
    return [.disconnect] + laid + [.connect, wait]
  }

  /// Faults one after the other, from a link that stands, from the beginning of a connect, or around a
  /// user who changes his mind.
  private func schedule(
    _ maker: FaultMaker, hasUser: Bool, _ random: inout SeededGenerator
  ) -> [FuzzAction] {
    func pause(_ longest: Int) -> FuzzAction {
      .wait(milliseconds: Int.random(in: 1...longest, using: &random))
    }
    var actions: [FuzzAction] = []
    switch hasUser ? UInt8.random(in: 0..<4, using: &random) : 3 {
    case 0:
      actions = [.disconnect, pause(3000), .fault(maker.fault(&random)), .connect, pause(400)]
    case 1:
      actions = [.fault(maker.fault(&random)), pause(1500), .disconnect, pause(8000), .connect]
    default: break
    }
    for _ in 0..<Self.few(&random) {
      actions += [.fault(maker.fault(&random)), pause(Bool.random(using: &random) ? 150 : 3000)]
    }
    return actions
  }

  /// Two, or as often one or three.
  private static func few(_ random: inout SeededGenerator) -> Int {
    switch UInt8.random(in: 0..<8, using: &random) {
    case 0...1: 3
    case 2...5: 2
    default: 1
    }
  }
}
