// UM frames: what is accepted is a frame to the last byte, and what is said of it is true.

import SharedProtocols

extension DecoderCheck {
  static let umFrame = DecoderCheck(
    name: "um-frame",
    summary: "a UM frame: accepted with the right tail only, encodes to the same bytes, is finite",
    seeds: { try umSeeds() },
    check: { bytes in
      let frame: UMFrame
      do throws(UMDecodingError) { frame = try UMFrame(decoding: bytes) } catch {
        return try promise(!isWholeUM(bytes), "a whole frame was refused: \(error)")
      }
      try promise(isWholeUM(bytes), "a frame was accepted whose length, id or tail is wrong")
      let encoded = try frame.encoded()
      try promise(encoded == bytes, "an accepted frame encodes to other bytes")
      try promise(try UMFrame(decoding: encoded) == frame, "decoding what was encoded differs")
      let said = frame.measurement
      for value in [
        said.volts, said.amperes, said.watts, said.dataPlusVolts, said.dataMinusVolts,
        said.recordingThresholdAmperes, said.ohms,
      ] { try promise(value.isFinite && value >= 0, "a value is \(value)") }
    })

  static let umRemarks = DecoderCheck(
    name: "um-remarks",
    summary: "a UM frame's values: what is outside the documented range is remarked upon",
    seeds: { try umSeeds() },
    check: { bytes in
      guard let frame = acceptedUM(bytes) else { return }
      let remarked = Set(frame.undocumented.map(\.name))
      func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
      let modes = frame.model == .um24c ? 2 : 8
      // The manuals' ranges, and where the words stand, written down a second time.
      for (name, found, documented) in [
        ("celsius", word(10), 0...100), ("fahrenheit", word(12), 0...212),
        ("selectedGroup", word(14), 0...9), ("chargingMode", word(100), 0...modes),
        ("recordingThresholdAmperes", word(110), 0...30), ("recordingFlag", word(116), 0...1),
        ("screenTimeoutMinutes", word(118), 0...9), ("backlightLevel", word(120), 0...5),
      ] {
        try promise(
          remarked.contains(name) != documented.contains(found),
          "\(name) is \(found), and its remark is not as \(documented) would have it")
      }
    })

  /// The frame, unless the bytes are none.
  private static func acceptedUM(_ bytes: [UInt8]) -> UMFrame? {
    do throws(UMDecodingError) { return try UMFrame(decoding: bytes) } catch { return nil }
  }

  /// Length, id and tail as libsigrok's rdtech-um driver has them.
  private static func isWholeUM(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 130 else { return false }
    switch (bytes[0], bytes[1]) {
    case (0x09, 0x63), (0x09, 0xC9): return bytes[128] == 0xFF && bytes[129] == 0xF1
    case (0x0D, 0x4C):
      var sum: UInt8 = 0
      for place in um34cSummands.indices { sum ^= bytes[um34cSummands[place]] }
      return sum == bytes[129]
    default: return false
    }
  }

  private static let um34cSummands: InlineArray<32, Int> = [
    1, 3, 7, 9, 15, 17, 19, 23, 31, 39, 41, 45, 49, 53, 55, 57, 59, 63, 67, 69, 73, 79, 83, 89, 97,
    99, 109, 111, 113, 119, 121, 127,
  ]

  private static func umSeeds() throws -> [[UInt8]] {
    var said = UMMeasurement()
    (said.volts, said.amperes, said.watts) = (5.08, 1.2, 6.096)
    (said.celsius, said.fahrenheit, said.ohms) = (25, 77, 4.2)
    said.groups[3] = DataGroup(milliampereHours: 1234, milliwattHours: 6170)
    let whole = try UMModel.allCases.map { try UMFrame(model: $0, measurement: said).encoded() }
    return whole + whole.map { Array($0.prefix(60)) } + [whole[0] + whole[1]]
  }
}
