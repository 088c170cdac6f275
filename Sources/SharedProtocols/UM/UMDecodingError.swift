// What can be wrong with bytes that are to be a UM frame.

/// Why bytes are not a UM frame.
public enum UMDecodingError: Error, Sendable, Hashable {
  /// They are not 130.
  case length(found: Int)
  /// The first word names no model that is known.
  case modelID(found: UInt16)
  /// The last bytes are not what the model's rule asks for: two bytes, or one of a UM34C.
  case tail(expected: [UInt8], found: [UInt8])
}

extension UMDecodingError: CustomStringConvertible {
  /// One line that names what was found and what was expected.
  public var description: String {
    switch self {
    case .length(let found):
      "the frame has \(found) bytes instead of \(UMFrame.byteCount)"
    case .modelID(let found):
      "the frame's first word \(found.hexDigits) names no UM meter"
    case .tail(let expected, let found):
      "the frame ends in \(found.spacedHex) instead of \(expected.spacedHex)"
    }
  }
}
