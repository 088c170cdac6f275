// What all verbs have in common that alter a meter's frames.

import MeterEmulator

/// A verb that alters frames, or the notifications that carry them.
protocol FrameFaultVerb: MeterFaultVerb {
  /// How many frames it alters; nil for each until it is lifted.
  var frames: Int? { get }
  /// What it does to one.
  var change: FrameChange { get }
}

extension FrameFaultVerb {
  static var level: FaultLevel { .payload }

  func lay(on meter: Meter, as id: String) -> any LaidFault {
    meter.alterFrames(id: id, verb: Self.fullName, times: frames, change)
  }
}

extension FaultParameter {
  /// How many frames are altered.
  static let frames = FaultParameter(
    "frames", .integer(1...Int.max),
    summary: "how many, from the next on; each one until lifted without it")
  /// Which notification of a frame is hit.
  static let chunk = FaultParameter(
    "chunk", .integer(1...600), default: .integer(1),
    summary: "which notification of the frame, counted from 1; a frame that has no such one passes")
}
