// A recorded frame comes instead of the meter's own.

import MeterEmulator

/// A given frame is sent instead of the meter's own.
struct Replay: FrameFaultVerb {
  static let name = "replay"
  static let example = "{payload: replay, frame: '09 C9 02 01', frames: 1}"
  static let summary = """
    Instead of its own frames the meter sends these bytes, as of a frame that was recorded.
    """
  static let parameters = [frame, .frames]
  static let proof = "the bytes went out instead of a frame"
  private static let frame = FaultParameter(
    "frame", .bytes(1...512), isRequired: true, summary: "the bytes, as they are on the air")

  let frames: Int?
  private let frame: [UInt8]

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    frame = try arguments.bytes(Self.frame)
  }

  var change: FrameChange { .bytes { [frame] _ in frame } }
}
