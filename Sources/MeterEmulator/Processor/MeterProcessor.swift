// What a model's firmware does: understand what comes, and make what goes out.

import Records
import SharedProtocols

/// One thing that was asked of a meter.
struct TakenCommand: Equatable {
  /// As records name it; `unknown` for what means nothing.
  var name: String
  /// Its number, by name and unit.
  var details: [String: Detail] = [:]
  /// The bytes that said it.
  var bytes: [UInt8]
  /// Whether a frame is wanted.
  var asksForFrame = false
}

/// A model's firmware in one of its profiles.
protocol MeterProcessor {
  /// What is set at the meter, by commands too.
  var settings: MeterSettings { get set }
  /// How many data groups the meter has.
  var groupCount: Int { get }
  /// The group that forgets everything without power.
  var volatileGroup: Int? { get }
  /// How long after a subscription, and after each one, a frame goes out unasked; nil for a meter
  /// that only answers.
  var unaskedInterval: Duration? { get }

  /// Does what a write says, which may be several commands. What means nothing changes nothing.
  mutating func take(
    _ bytes: [UInt8], _ electrical: inout ElectricalModel, at time: VirtualTime
  ) -> [TakenCommand]

  /// Whether the write has to be refused with an ATT error. Asked before `take`.
  func refuses(_ bytes: [UInt8]) -> Bool

  /// The meter was switched on again.
  mutating func powerOn()

  /// The frame that says this.
  func frame(
    _ reading: ElectricalReading, _ electrical: ElectricalModel, _ surroundings: Surroundings
  ) throws(FrameEncodingError) -> [UInt8]
}

extension MeterProcessor {
  var unaskedInterval: Duration? { nil }
  func refuses(_ bytes: [UInt8]) -> Bool { false }
}
