// Bytes as people type and paste them.

/// Hex digits in pairs.
public enum HexText {
  /// The bytes that the text says: pairs of hex digits in any case, with spaces, commas, colons,
  /// hyphens or nothing between them, each pair or the whole with `0x` before it or without.
  public static func bytes(_ text: some StringProtocol) throws(HexTextError) -> [UInt8] {
    var bytes: [UInt8] = []
    var waiting: Int?
    var rest = text.unicodeScalars[...]
    while let character = rest.popFirst() {
      if " \t\r\n,:-".unicodeScalars.contains(character) {
        guard waiting == nil else { throw .oddDigits }
        continue
      }
      if waiting == nil, character == "0", rest.first == "x" || rest.first == "X" {
        rest.removeFirst()
        continue
      }
      guard character.isASCII, let digit = Character(character).hexDigitValue else {
        throw .notHex(Character(character))
      }
      if let high = waiting {
        bytes.append(UInt8(high << 4 | digit))
        waiting = nil
      } else {
        waiting = digit
      }
    }
    guard waiting == nil else { throw .oddDigits }
    return bytes
  }
}

/// Why a text is no bytes.
public enum HexTextError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A character that is none of hex.
  case notHex(Character)
  /// A digit stands alone.
  case oddDigits

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .notHex(let character): "'\(character)' is no hex digit"
    case .oddDigits: "a hex digit stands alone; a byte has two"
    }
  }
}
