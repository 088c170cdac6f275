// A TC66C's frames and its documented value. Bytes of chance never make a frame under encryption and
// three checksums, so the same bytes are also tried without encryption, and with right checksums.

import SharedProtocols

extension DecoderCheck {
  static let tc66Frame = DecoderCheck(
    name: "tc66-frame",
    summary: "a TC66C's frame, encrypted, plain, and plain with its checksums put right",
    seeds: {
      var said = TC66Measurement()
      (said.volts, said.amperes, said.watts) = (5.1609, 0.0199, 0.1026)
      (said.temperatureSign, said.temperatureMagnitude) = (1, 12)
      let frame = TC66Frame(measurement: said)
      let whole = [try frame.encoded(), try frame.encodedPlain()]
      return whole + whole.map { Array($0.prefix(100)) }
    },
    check: { bytes in
      try checkTC66(encrypted: bytes)
      try checkTC66(plain: bytes)
      guard bytes.count == 192 else { return }
      var mended = bytes
      for block in 0..<3 {
        let start = block * 64
        mended.replaceSubrange(start..<start + 4, with: Array("pac\(block + 1)".utf8))
        if block == 0 { mended.replaceSubrange(4..<8, with: Array("TC66".utf8)) }
        let sum = crc16Modbus(mended[start..<start + 60])
        mended.replaceSubrange(
          start + 60..<start + 64, with: [UInt8(sum & 0xFF), UInt8(sum >> 8), 0, 0])
      }
      let frame = try checkTC66(plain: mended)
      try promise(frame != nil, "a frame with right checksums was refused")
    })

  static let documentedValue = DecoderCheck(
    name: "documented-value",
    summary: "what the documents say that a TC66C notifies: three bytes, there and back",
    seeds: {
      [
        try TC66DocumentedValue(watts: 6, amperes: 1).encoded, [0x00, 1, 6], [0x01, 1],
        [0xFF, 0, 0],
      ]
    },
    check: { bytes in
      let isValue = bytes.count == 3 && bytes[0] & 1 == 1
      let value: TC66DocumentedValue
      do throws(TC66DocumentedValueError) {
        value = try TC66DocumentedValue(decoding: bytes)
      } catch { return try promise(!isValue, "a value was refused: \(error)") }
      try promise(isValue, "a value was accepted that is none")
      try promise(value.encoded == bytes, "an accepted value encodes to other bytes")
      try promise(value.amperes == bytes[1] && value.watts == bytes[2], "it says something else")
    })

  private static func checkTC66(encrypted bytes: [UInt8]) throws {
    let frame: TC66Frame
    do throws(TC66DecodingError) { frame = try TC66Frame(decoding: bytes) } catch {
      return try promise(
        !TC66Frame.problems(in: bytes).isEmpty, "a frame without a problem was refused: \(error)")
    }
    try promise(TC66Frame.problems(in: bytes).isEmpty, "a frame was accepted that has problems")
    try promise(try frame.encoded() == bytes, "an accepted frame encodes to other bytes")
    try checkTC66(plain: try TC66Frame.decrypted(bytes))
  }

  /// The frame that the bytes are; nil when they are none.
  @discardableResult
  private static func checkTC66(plain bytes: [UInt8]) throws -> TC66Frame? {
    let frame: TC66Frame
    do throws(TC66DecodingError) { frame = try TC66Frame(decodingPlain: bytes) } catch {
      return nil
    }
    try promise(bytes.count == 192, "a frame of \(bytes.count) bytes was accepted")
    for block in 0..<3 {
      let start = block * 64
      let sum = crc16Modbus(bytes[start..<start + 60])
      try promise(
        bytes[start + 60] == UInt8(sum & 0xFF) && bytes[start + 61] == UInt8(sum >> 8),
        "block \(block + 1) was accepted with a wrong checksum")
    }
    try promise(try frame.encodedPlain() == bytes, "an accepted frame encodes to other bytes")
    let encrypted = try frame.encoded()
    try promise(try TC66Frame(decoding: encrypted) == frame, "decoding what was encoded differs")
    let said = frame.measurement
    for value in [
      said.volts, said.amperes, said.watts, said.ohms, said.dataPlusVolts, said.dataMinusVolts,
    ] { try promise(value.isFinite && value >= 0, "a value is \(value)") }
    let remarked = Set(frame.undocumented.map(\.name))
    try promise(
      remarked.contains("volts") != (said.volts <= 30), "volts of \(said.volts) and its remark")
    try promise(
      remarked.contains("amperes") != (said.amperes <= 5),
      "amperes of \(said.amperes) and its remark")
    try promise(
      remarked.contains("temperatureDegrees") == (said.temperatureSign > 1),
      "a temperature's sign of \(said.temperatureSign) and its remark")
    return frame
  }

  /// CRC-16/MODBUS, bit by bit.
  private static func crc16Modbus(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0xFFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xA001 : sum >> 1
      }
    }
  }
}
