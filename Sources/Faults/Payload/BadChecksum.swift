// The meter's frame arrives whole and wrong.

import MeterEmulator
import SharedProtocols

/// Frames whose checksum is not that of what they say.
struct BadChecksum: MeterFaultVerb {
  static let level = FaultLevel.payload
  static let name = "badChecksum"
  static let example = "{payload: badChecksum, frames: 1}"
  static let summary = """
    The meter's frames have a wrong checksum: a UM's tail, or the CRC of one block of a TC66C's frame; \
    all else in them is right. The value of a documented TC66C has no checksum, and stays as it is.
    """
  static let parameters = [frames, block]
  static let proof = "a frame went out with the wrong checksum"
  private static let frames = FaultParameter(
    "frames", .integer(1...Int.max),
    summary: "how many, from the next on; each one until lifted without it")
  private static let block = FaultParameter(
    "block", .integer(1...TC66Frame.blockCount), default: .integer(1),
    summary: "which block of a TC66C's frame")

  private let frames: Int?
  private let block: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(Self.frames)
    block = arguments.integer(Self.block) ?? 1
  }

  func lay(on meter: Meter, as id: String) -> any LaidFault {
    let tailBytes = meter.configuration.model == .um34c ? 1 : 2
    return meter.alterFrames(id: id, verb: Self.fullName, times: frames) { [block] frame in
      switch frame.count {
      // A UM24C's and UM25C's tail is fixed. A UM34C's last byte is a sum over bytes that stay as they
      // are; nobody knows what the one before it is.
      case UMFrame.byteCount:
        frame.dropLast(tailBytes) + frame.suffix(tailBytes).map { ~$0 }
      case TC66Frame.byteCount: Self.spoilChecksum(of: frame, inBlock: block)
      default: frame
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
