// A frame that the usual key does not open.

import MeterEmulator
import SharedProtocols

/// Frames of a TC66C are encrypted with another key.
struct WrongKey: FrameFaultVerb {
  static let name = "wrongKey"
  static let example = "{payload: wrongKey, frames: 1}"
  static let summary = """
    A TC66C's frames are encrypted with another key than that of all meters. Frames that are not \
    encrypted pass.
    """
  static let parameters = [key, .frames]
  static let proof = "a frame went out under the other key"
  private static let key = FaultParameter(
    "key", .bytes(32...32), default: .bytes(Array(repeating: 0, count: 32)),
    summary: "the key, AES-256")

  let frames: Int?
  private let key: [UInt8]

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    frames = arguments.integer(.frames)
    key = try arguments.bytes(Self.key)
  }

  var change: FrameChange {
    .bytes { [key] frame in
      do throws(TC66DecodingError) {
        return try TC66Frame.encrypted(TC66Frame.decrypted(frame.bytes), key: key)
      } catch {
        // Of another length, so of no TC66C as it is sold.
        return frame.bytes
      }
    }
  }
}
