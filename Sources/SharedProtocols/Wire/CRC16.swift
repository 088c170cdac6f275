// The checksum of the TC66C's blocks.

/// CRC-16/MODBUS: begins at FFFF, polynomial 8005 with the lowest bit first, not inverted at the end.
enum CRC16 {
  /// What the next bytes change, eight of them at a time: the table of a byte with n bytes behind it
  /// begins at 256 · n. Written once, before anyone else sees it, and there as long as the process.
  private nonisolated(unsafe) static let tables: UnsafePointer<UInt16> = {
    let tables = UnsafeMutablePointer<UInt16>.allocate(capacity: 2048)
    for byte in 0..<256 {
      var sum = UInt16(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xA001 }
      tables[byte] = sum
    }
    for entry in 256..<2048 {
      let before = tables[entry - 256]
      tables[entry] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return UnsafePointer(tables)
  }()

  /// The checksums of three blocks that begin so many bytes apart, each over its first `count` bytes,
  /// a multiple of four. One step of a checksum waits for the step before, so the three are computed
  /// side by side.
  @inline(__always)
  static func modbus(
    _ bytes: UnsafeRawBufferPointer, blocksApart distance: Int, over count: Int
  ) -> InlineArray<3, UInt16> {
    precondition(
      count >= 0 && count % 4 == 0 && count <= distance && 2 * distance + count <= bytes.count,
      "no such blocks")
    let tables = tables
    func entry(_ table: Int, _ byte: UInt8) -> UInt16 { tables[table << 8 | Int(byte)] }
    func eight(_ sum: UInt16, _ place: Int) -> UInt16 {
      let first = bytes[place] ^ UInt8(truncatingIfNeeded: sum)
      let second = bytes[place + 1] ^ UInt8(sum >> 8)
      let early = entry(7, first) ^ entry(6, second) ^ entry(5, bytes[place + 2])
      let middle = entry(4, bytes[place + 3]) ^ entry(3, bytes[place + 4])
      let late = entry(2, bytes[place + 5]) ^ entry(1, bytes[place + 6])
      return early ^ middle ^ late ^ entry(0, bytes[place + 7])
    }
    func four(_ sum: UInt16, _ place: Int) -> UInt16 {
      let first = bytes[place] ^ UInt8(truncatingIfNeeded: sum)
      let second = bytes[place + 1] ^ UInt8(sum >> 8)
      return entry(3, first) ^ entry(2, second) ^ entry(1, bytes[place + 2])
        ^ entry(0, bytes[place + 3])
    }
    var (a, b, c): (UInt16, UInt16, UInt16) = (0xFFFF, 0xFFFF, 0xFFFF)
    var place = 0
    while place + 8 <= count {
      a = eight(a, place)
      b = eight(b, place + distance)
      c = eight(c, place + 2 * distance)
      place += 8
    }
    if place < count {
      a = four(a, place)
      b = four(b, place + distance)
      c = four(c, place + 2 * distance)
    }
    return [a, b, c]
  }
}
