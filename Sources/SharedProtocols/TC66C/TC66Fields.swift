// Where each quantity stands in a TC66C's plain frame.

extension TC66Measurement {
  /// Walks over the fields of the three blocks between mark and checksum: unsigned 32-bit numbers,
  /// little-endian. Offsets and scales are those of TheHWcave/TC66, checked on a captured frame. The
  /// documented ranges are those of the meter's manual and, for what is zero in all known frames,
  /// zero.
  @inline(__always)
  mutating func walk<Codec: FieldCodec>(_ codec: inout Codec) throws(Codec.Failure) {
    try codec.characters("firmware", at: 8, &firmware)
    try codec.whole("serialNumber", at: 12, width: 4, &serialNumber)
    try unknownWords.walk("unknownWords", at: 16, documented: nil, &codec)
    try codec.whole("runs", at: 44, width: 4, &runs)
    try codec.scaled(
      "volts", at: 48, width: 4, &volts, countsPerUnit: 10_000, documented: 0...30)
    try codec.scaled(
      "amperes", at: 52, width: 4, &amperes, countsPerUnit: 100_000, documented: 0...5)
    try codec.scaled("watts", at: 56, width: 4, &watts, countsPerUnit: 10_000)
    try codec.scaled("ohms", at: 68, width: 4, &ohms, countsPerUnit: 10)
    try codec.groups(at: 72, &groups)
    try codec.signed(
      "temperatureDegrees", signAt: 88, at: 92, width: 4, sign: &temperatureSign,
      magnitude: &temperatureMagnitude)
    try codec.scaled("dataPlusVolts", at: 96, width: 4, &dataPlusVolts, countsPerUnit: 100)
    try codec.scaled("dataMinusVolts", at: 100, width: 4, &dataMinusVolts, countsPerUnit: 100)
    try secondBlockReserve.walk("secondBlockReserve", at: 104, documented: 0...0, &codec)
    try thirdBlockReserve.walk("thirdBlockReserve", at: 132, documented: 0...0, &codec)
  }
}

extension UnknownWords {
  /// Walks over the words one by one.
  @inline(__always)
  fileprivate mutating func walk<Codec: FieldCodec>(
    _ name: String, at offset: Int, documented: ClosedRange<Int>?, _ codec: inout Codec
  ) throws(Codec.Failure) {
    for place in 0..<count {
      var word = Int(self[place])
      try codec.whole(
        "\(name)[\(place)]", at: offset + 4 * place, width: 4, &word, documented: documented)
      self[place] = UInt32(truncatingIfNeeded: word)
    }
  }
}
