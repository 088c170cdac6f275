// Bytes as people write them.

extension UInt8 {
  /// Two capital hex digits.
  var hexDigits: String {
    let digits = String(self, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension Sequence<UInt8> {
  /// Pairs of capital hex digits with spaces between.
  public var spacedHex: String { map(\.hexDigits).joined(separator: " ") }

  /// Pairs of small hex digits with nothing between.
  public var hex: String { map { $0.hexDigits.lowercased() }.joined() }
}

extension UInt16 {
  /// Four capital hex digits.
  var hexDigits: String {
    UInt8(self >> 8).hexDigits + UInt8(truncatingIfNeeded: self).hexDigits
  }
}
