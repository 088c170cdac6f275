// Numbers out of characteristics' values. GATT's are little-endian (Bluetooth Core 5.3, Vol 3, Part F, 2.1),
// and a peripheral may send fewer bytes than it should.

import Foundation

extension Data {
  /// The byte at `offset` from the beginning; nil past the end.
  public func uint8(at offset: Int) -> UInt8? { integer(at: offset) }
  /// Two bytes from `offset` on, the least first; nil past the end.
  public func uint16(at offset: Int) -> UInt16? { integer(at: offset) }
  /// Four bytes from `offset` on, the least first; nil past the end.
  public func uint32(at offset: Int) -> UInt32? { integer(at: offset) }

  /// The data may be a part of another, whose indices do not begin at zero.
  private func integer<Number: FixedWidthInteger>(at offset: Int) -> Number? {
    let width = Number.bitWidth / 8
    guard offset >= 0, count >= width, offset <= count - width else { return nil }
    return dropFirst(offset).prefix(width).reversed().reduce(0) { sum, byte in
      Number.bitWidth == 8 ? Number(byte) : sum << 8 | Number(byte)
    }
  }
}
