// The meter's frame arrives whole and wrong.

import MeterEmulator
import SharedProtocols

/// Frames whose checksum is not that of what they say.
struct BadChecksum: FrameFaultVerb {
  static let name = "badChecksum"
  static let example = "{payload: badChecksum, frames: 1}"
  static let summary = """
    The meter's frames have a wrong checksum: a UM's tail, or the CRC of one block of a TC66C's frame; \
    all else in them is right. The value of a documented TC66C has no checksum, and stays as it is.
    """
  static let parameters = [FaultParameter.frames, block]
  static let proof = "a frame went out with the wrong checksum"
  private static let block = FaultParameter(
    "block", .integer(1...TC66Frame.blockCount), default: .integer(1),
    summary: "which block of a TC66C's frame")

  let frames: Int?
  private let block: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    block = try arguments.number(Self.block)
  }

  var change: FrameChange {
    .bytes { [block] frame in
      let bytes = frame.bytes
      switch bytes.count {
      case UMFrame.byteCount:
        // A UM24C's and UM25C's tail is fixed. A UM34C's last byte is a sum over bytes that stay as they
        // are; nobody knows what the one before it is.
        let tailBytes = bytes.starts(with: [0x0D, 0x4C]) ? 1 : 2
        return bytes.dropLast(tailBytes) + bytes.suffix(tailBytes).map { ~$0 }
      case TC66Frame.byteCount: return Self.spoilChecksum(of: bytes, inBlock: block)
      default: return bytes
      }
    }
  }

  /// All bits of a block's checksum turned over, under the encryption.
  private static func spoilChecksum(of frame: [UInt8], inBlock block: Int) -> [UInt8] {
    do throws(TC66DecodingError) {
      var plain = try TC66Frame.decrypted(frame)
      for place in TC66Frame.checksumRange(ofBlock: block) { plain[place] = ~plain[place] }
      return try TC66Frame.encrypted(plain)
    } catch {
      preconditionFailure("a frame of the right length was refused: \(error)")
    }
  }
}
