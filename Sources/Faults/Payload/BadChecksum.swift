// The meter's frame arrives whole and wrong.

import MeterEmulator
import SharedProtocols

/// Frames end in bytes that are no valid tail.
struct BadChecksum: FrameFaultVerb {
  static let name = "badChecksum"
  static let example = "{payload: badChecksum, frames: 1}"
  static let summary = "The meter's frames end in a wrong tail; all else in them is right."
  static let parameters = [FaultParameter.frames]
  static let proof = "a frame went out with the wrong tail"

  let frames: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
  }

  var change: FrameChange { .bytes { Self.spoil($0.bytes) } }

  /// All bits of the last two bytes turned over: wrong for a UM24C and UM25C, whose tail is fixed,
  /// and for a UM34C, whose last byte is a sum over bytes that stay as they are.
  private static func spoil(_ frame: [UInt8]) -> [UInt8] {
    guard frame.count == UMFrame.byteCount else { return frame }
    return frame.dropLast(2) + frame.suffix(2).map { ~$0 }
  }
}
