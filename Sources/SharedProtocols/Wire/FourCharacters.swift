// A field of four characters, as the TC66C has for names and versions.

/// Four bytes that are meant as ASCII, whatever they are.
public struct FourCharacters: Sendable, Hashable, LosslessStringConvertible {
  private var word: UInt32

  /// The characters as one number with the first in its highest byte.
  init(_ word: UInt32) {
    self.word = word
  }

  /// The characters in their order.
  init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    word = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }

  /// Four printable ASCII characters; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 4, bytes.allSatisfy(Self.isPrintable) else { return nil }
    self.init(bytes[0], bytes[1], bytes[2], bytes[3])
  }

  /// The byte at a place from 0 to 3.
  public subscript(place: Int) -> UInt8 {
    precondition((0..<4).contains(place), "there are four characters")
    return UInt8(truncatingIfNeeded: word >> (24 - 8 * place))
  }

  /// The four bytes.
  public var bytes: [UInt8] { (0..<4).map { self[$0] } }

  /// Whether all four can be printed.
  public var isPrintable: Bool { bytes.allSatisfy(Self.isPrintable) }

  /// The characters, or what stands for a byte that is none: `\xFF`.
  public var description: String {
    bytes.map { byte in
      Self.isPrintable(byte) ? String(UnicodeScalar(byte)) : "\\x" + byte.hexDigits
    }.joined()
  }

  private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}
