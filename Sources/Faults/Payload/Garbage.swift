// Noise comes instead of a frame.

import MeterEmulator
import Records

/// Random bytes are sent instead of frames.
struct Garbage: FrameFaultVerb {
  static let name = "garbage"
  static let example = "{payload: garbage, seed: 7, frames: 1}"
  static let summary = """
    Instead of each frame the meter sends random bytes, others each time. The same seed gives the \
    same bytes.
    """
  static let parameters = [bytes, seed, .frames]
  static let proof = "the random bytes went out instead of a frame"
  private static let bytes = FaultParameter(
    "bytes", .integer(1...512), summary: "how many each time; as many as the frame has without it")
  private static let seed = FaultParameter(
    "seed", .integer(0...Int.max), default: .integer(1), summary: "what the bytes follow from")

  let frames: Int?
  private let bytes: Int?
  private let seed: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    bytes = arguments.integer(Self.bytes)
    seed = try arguments.number(Self.seed)
  }

  var change: FrameChange {
    var random = SeededGenerator(seed: UInt64(seed))
    return .bytes { [bytes] frame in
      (0..<(bytes ?? frame.bytes.count)).map { _ in UInt8.random(in: 0...0xFF, using: &random) }
    }
  }
}
