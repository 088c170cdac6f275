// What a scenario asks for that this machine's own adapters cannot bring about or measure.

import Faults
import HostLane
import MeterEmulator
import Records

/// Why a scenario cannot be judged on the host lane.
struct LaneObstacle {
  /// One sentence, the same for each scenario that has this obstacle.
  var text: String
  /// What in the scenario asks for it; nil where it is no one place.
  var place: SourcePlace?

  /// The first that a scenario has, in the order in which people read it; nil where it has none.
  init?(_ scenario: Scenario) {
    let found =
      Self.takingPart(scenario) ?? Self.rule(scenario)
      ?? scenario.timeline.lazy.compactMap(Self.step).first
    guard let found else { return nil }
    self = found
  }

  private init(_ text: String, at place: SourcePlace? = nil) {
    self.text = text
    self.place = place
  }

  private static func takingPart(_ scenario: Scenario) -> LaneObstacle? {
    guard scenario.centrals.count == 1 else {
      return LaneObstacle("the host lane has an adapter for one central, not for several")
    }
    guard scenario.meters.count == 1, let meter = scenario.meters.first else {
      return LaneObstacle("the host lane has an adapter for one meter: no more, and no fewer")
    }
    return of(meter.configuration).map {
      LaneObstacle($0, at: SourcePlace(source: scenario.source, position: meter.position))
    }
  }

  /// What bluetoothd does otherwise, where a scenario may be about it.
  private static func of(_ meter: MeterConfiguration) -> String? {
    if meter.layout == .olderFactoryTC66C {
      return "bluetoothd can neither notify unasked nor serve the handles of a TC66C's older radio"
    }
    if meter.refusesWriteRequests {
      return "bluetoothd takes a write request where this meter refuses it"
    }
    let usual = MeterConfiguration(
      model: meter.model, profile: meter.profile, firmware: meter.firmware)
    if meter.largestMTUBytes != usual.largestMTUBytes {
      return "bluetoothd agrees to its own MTU, not to one that is set"
    }
    if meter.advertising != usual.advertising || meter.advertiseAfter != .zero {
      return "bluetoothd advertises in its own way, not as it is set"
    }
    return AdvertisingRoom(meter.announcement).problem?.problem
  }

  private static func rule(_ scenario: Scenario) -> LaneObstacle? {
    AlwaysRules.all.first { scenario.always.contains($0.name) && $0.witness == .air }
      .map { LaneObstacle("the rule \($0.name) is held from the air, which the host lane has not") }
  }

  private static func step(_ step: Step) -> LaneObstacle? {
    switch step.action {
    case .fault(let fault) where !(fault.fault is any MeterFaultVerb):
      let level = type(of: fault.fault).level
      return LaneObstacle(
        level == .host
          ? "a fault of the host level would strike this machine's own bluetoothd"
          : "a fault of the \(level.rawValue) level needs the air, which the host lane has not",
        at: step.place)
    case .expect(let expectation), .recover(let expectation):
      if case .attempts = expectation.subject {
        return LaneObstacle(
          "attempts are judged from the air, which the host lane has not", at: expectation.place)
      }
      return expectation.patterns.first { $0.witness == .air }.map {
        LaneObstacle(
          "'\($0.kind)' is judged from the air, which the host lane has not",
          at: expectation.place)
      }
    case .central, .fault, .lift, .wait, .meter: return nil
    }
  }
}
