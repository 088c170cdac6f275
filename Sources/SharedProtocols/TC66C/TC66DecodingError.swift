// What can be wrong with bytes that are to be a TC66C's frame.

/// Why bytes are not a TC66C's frame. Blocks are counted from 1, as their marks do.
public enum TC66DecodingError: Error, Sendable, Hashable {
  /// They are not 192.
  case length(found: Int)
  /// A block does not begin with its mark, `pac1` to `pac3`. When it is the first and what was found
  /// is no text, the bytes were not encrypted with the meters' key.
  case mark(block: Int, found: FourCharacters)
  /// The product is not `TC66`.
  case product(found: FourCharacters)
  /// A block's checksum is not that of its first 60 bytes.
  case checksum(block: Int, expected: UInt16, found: UInt32)
}

extension TC66DecodingError: CustomStringConvertible {
  /// One line that names what was found and what was expected.
  public var description: String {
    switch self {
    case .length(let found):
      "the frame has \(found) bytes instead of \(TC66Frame.byteCount)"
    case .mark(let block, let found):
      "block \(block) begins with '\(found)' instead of 'pac\(block)'"
    case .product(let found):
      "the frame's product is '\(found)' instead of 'TC66'"
    case .checksum(let block, let expected, let found):
      "block \(block) has the checksum \(Self.digits(found)) instead of \(expected.hexDigits)"
    }
  }

  /// Four digits, or eight where the upper half, which should be zero, is not.
  private static func digits(_ word: UInt32) -> String {
    let low = UInt16(truncatingIfNeeded: word).hexDigits
    return word >> 16 == 0 ? low : UInt16(word >> 16).hexDigits + low
  }
}
