// Numbers in packets: HCI, L2CAP and ATT all put the least significant byte first.

extension Collection where Element == UInt8 {
  /// The 16-bit number that begins `offset` bytes in; nil where the bytes end before it does.
  func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, count >= offset + 2 else { return nil }
    let low = index(startIndex, offsetBy: offset)
    return UInt16(self[low]) | UInt16(self[index(after: low)]) << 8
  }
}

extension UInt16 {
  /// The two bytes, the least significant first.
  var littleEndian2: [UInt8] { [UInt8(truncatingIfNeeded: self), UInt8(self >> 8)] }
}
