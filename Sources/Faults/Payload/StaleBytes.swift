// What was left of the frame before comes first.

import MeterEmulator

/// Frames begin with the end of the frame before.
struct StaleBytes: FrameFaultVerb {
  static let name = "staleBytes"
  static let example = "{payload: staleBytes, bytes: 10, frames: 1}"
  static let summary = """
    Before each frame come the last bytes of the frame before it, as from a buffer that was not \
    cleared. The first frame of a meter passes.
    """
  static let parameters = [bytes, .frames]
  static let proof = "a frame went out behind bytes of the frame before"
  private static let bytes = FaultParameter(
    "bytes", .integer(1...511), isRequired: true,
    summary: "how many bytes; of a shorter frame all")

  let frames: Int?
  private let bytes: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    bytes = try arguments.number(Self.bytes)
  }

  var change: FrameChange { .bytes { [bytes] in $0.previous.suffix(bytes) + $0.bytes } }
}
