// A frame is cut up otherwise than usual.

import MeterEmulator

/// Frames are split into notifications of another size.
struct Resplit: FrameFaultVerb {
  static let name = "resplit"
  static let example = "{payload: resplit, bytes: 7}"
  static let summary = """
    The meter's frames are split into notifications of another size; no byte is wrong. What is \
    longer than the link's MTU allows is cut off by the meter's host.
    """
  static let parameters = [bytes, .frames]
  static let proof = "the last notification of a frame that was split otherwise went out"
  private static let bytes = FaultParameter(
    "bytes", .integer(1...512), isRequired: true,
    summary: "the size of each notification but the last")

  let frames: Int?
  private let bytes: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    bytes = try arguments.number(Self.bytes)
  }

  var change: FrameChange {
    .pieces { [bytes] pieces, _ in
      let frame = pieces.flatMap { $0 }
      return stride(from: 0, to: frame.count, by: bytes).map {
        Array(frame[$0..<min($0 + bytes, frame.count)])
      }
    }
  }
}
