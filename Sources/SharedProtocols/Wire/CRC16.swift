// The checksum of the TC66C's blocks.

/// CRC-16/MODBUS: begins at FFFF, polynomial 8005 with the lowest bit first, not inverted at the end.
enum CRC16 {
  /// What the next bytes change, eight of them at a time: the table of a byte with n bytes behind it
  /// begins at 256 · n.
  private static let tables: InlineArray<2048, UInt16> = {
    var tables = InlineArray<2048, UInt16>(repeating: 0)
    for byte in 0..<256 {
      var sum = UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
      tables[byte] = sum
    }
    for entry in 256..<2048 {
      let before = tables[entry - 256]
      tables[entry] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of the bytes in a range, which is within them.
  @inline(__always)
  static func modbus<let count: Int>(
    _ bytes: borrowing InlineArray<count, UInt8>, from start: Int, to end: Int
  ) -> UInt16 {
    func entry(_ table: Int, _ byte: UInt8) -> UInt16 { tables[table << 8 | Int(byte)] }
    var sum: UInt16 = 0xFFFF
    var place = start
    while place + 8 <= end {
      let first = bytes[place] ^ UInt8(truncatingIfNeeded: sum)
      let second = bytes[place + 1] ^ UInt8(sum >> 8)
      let early = entry(7, first) ^ entry(6, second) ^ entry(5, bytes[place + 2])
      let middle = entry(4, bytes[place + 3]) ^ entry(3, bytes[place + 4])
      let late = entry(2, bytes[place + 5]) ^ entry(1, bytes[place + 6])
      sum = early ^ middle ^ late ^ entry(0, bytes[place + 7])
      place += 8
    }
    while place < end {
      sum = sum >> 8 ^ entry(0, bytes[place] ^ UInt8(truncatingIfNeeded: sum))
      place += 1
    }
    return sum
  }
}
