// A frame has a wrong bit.

import MeterEmulator

/// Bits of one byte of a frame are turned over.
struct FlipBits: FrameFaultVerb {
  static let name = "flipBits"
  static let example = "{payload: flipBits, offset: 3, mask: 0x10, frames: 1}"
  static let summary = """
    Bits of one byte of the meter's frames are turned over, as they are on the air: a TC66C's are \
    encrypted. A frame without such a byte passes.
    """
  static let parameters = [offset, mask, .frames]
  static let proof = "a frame went out with the bits turned over"
  private static let offset = FaultParameter(
    "offset", .integer(0...511), isRequired: true, summary: "which byte of the frame, from 0")
  private static let mask = FaultParameter(
    "mask", .errorCode, default: .integer(0x01), summary: "which bits of it")

  let frames: Int?
  private let offset: Int
  private let mask: UInt8

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    offset = try arguments.number(Self.offset)
    mask = try arguments.byte(Self.mask)
  }

  var change: FrameChange {
    .bytes { [offset, mask] frame in
      var bytes = frame.bytes
      if bytes.indices.contains(offset) { bytes[offset] ^= mask }
      return bytes
    }
  }
}
