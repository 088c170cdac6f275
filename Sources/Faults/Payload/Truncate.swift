// A frame ends too early.

import MeterEmulator

/// Frames are cut off behind their first bytes.
struct Truncate: FrameFaultVerb {
  static let name = "truncate"
  static let example = "{payload: truncate, bytes: 60, frames: 1}"
  static let summary = """
    The meter's frames end early: so many bytes of each go out, and the rest never does.
    """
  static let parameters = [bytes, .frames]
  static let proof = "a frame went out short"
  private static let bytes = FaultParameter(
    "bytes", .integer(0...511), isRequired: true, summary: "how many bytes of a frame are left")

  let frames: Int?
  private let bytes: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    bytes = try arguments.number(Self.bytes)
  }

  var change: FrameChange { .bytes { [bytes] in Array($0.bytes.prefix(bytes)) } }
}
