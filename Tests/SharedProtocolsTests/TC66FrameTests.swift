// The TC66C's encrypted frames: what they say, and that nothing wrong passes.

import SharedProtocols
import Records
import Testing

@Suite struct TC66FrameTests {
  private let cipher = PublishedFrames.tc66cCapture
  private let plain = PublishedFrames.tc66cPlain

  @Test func theCapturedFrameSaysWhatItsMeterShowed() throws {
    let frame = try TC66Frame(decoding: cipher)
    let measurement = frame.measurement
    #expect(measurement.firmware.description == "1.18")
    #expect(measurement.serialNumber == 48724)
    #expect(measurement.runs == 40)
    #expect(measurement.volts == 5.1609)
    #expect(measurement.amperes == 0.0199)
    #expect(measurement.watts == 0.1026)
    #expect(measurement.ohms == 259.3)
    #expect(measurement.groups == [DataGroup(milliwattHours: 5), DataGroup()])
    #expect(measurement.temperatureDegrees == 27)
    #expect(measurement.dataPlusVolts == 2.81)
    #expect(measurement.dataMinusVolts == 2.8)
    #expect(measurement.unknownWords.words.first == 0x4A4A_8562)
    #expect(frame.undocumented.isEmpty)
    #expect(try frame.encoded() == cipher)
    #expect(try frame.encodedPlain() == plain)
  }

  @Test func theCipherIsTheMeters() throws {
    #expect(try TC66Frame.decrypted(cipher) == plain)
    #expect(try TC66Frame.encrypted(plain) == cipher)
    // The last block of any plain frame is constant, so part of every cipher is too.
    let empty = try TC66Frame(measurement: TC66Measurement()).encoded()
    #expect(empty[128...] == cipher[128...])
    #expect(
      try TC66Frame(measurement: TC66Measurement()).encodedPlain()[188...] == [0x28, 5, 0, 0])
  }

  @Test func whatIsEncodedDecodesToTheSame() throws {
    var random = SeededGenerator(seed: 66)
    for _ in 0..<5000 {
      let frame = TC66Frame(measurement: .random(using: &random))
      #expect(try TC66Frame(decoding: frame.encoded()) == frame)
      #expect(try TC66Frame(decodingPlain: frame.encodedPlain()) == frame)
    }
  }

  @Test func everyFlippedBitOfThePlainFrameIsRefused() {
    for bit in 0..<(8 * plain.count) {
      var bad = plain
      bad[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: TC66DecodingError.self, "bit \(bit)") { try TC66Frame(decodingPlain: bad) }
    }
  }

  @Test func everyFlippedBitOfTheCipherIsRefused() {
    for bit in 0..<(8 * cipher.count) {
      var bad = cipher
      bad[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: TC66DecodingError.self, "bit \(bit)") { try TC66Frame(decoding: bad) }
    }
  }

  @Test(arguments: [0, 1, 130, 191, 193, 384])
  func everyOtherLengthIsRefused(byteCount: Int) {
    let bytes = [UInt8](repeating: 0x70, count: byteCount)
    #expect(throws: TC66DecodingError.length(found: byteCount)) { try TC66Frame(decoding: bytes) }
    #expect(throws: TC66DecodingError.length(found: byteCount)) { try TC66Frame.encrypted(bytes) }
    #expect(TC66Frame.problems(in: bytes) == [.length(found: byteCount)])
  }

  @Test func theReasonNamesTheBlock() throws {
    func refusal(_ change: (inout [UInt8]) -> Void) -> String? {
      var bad = plain
      change(&bad)
      return #expect(throws: TC66DecodingError.self) { try TC66Frame(decodingPlain: bad) }?
        .description
    }
    #expect(refusal { $0[3] = 0x32 } == "block 1 begins with 'pac2' instead of 'pac1'")
    #expect(refusal { $0[128] = 0xFF } == "block 3 begins with '\\xFFac3' instead of 'pac3'")
    #expect(refusal { $0[7] = 0x35 } == "the frame's product is 'TC65' instead of 'TC66'")
    #expect(refusal { $0[124] ^= 0xFF } == "block 2 has the checksum 8195 instead of 816A")
    #expect(refusal { $0[190] = 1 } == "block 3 has the checksum 00010528 instead of 0528")
    #expect(
      refusal { $0.swapAt(64..<128, with: 128..<192) }
        == "block 2 begins with 'pac3' instead of 'pac2'")
  }

  @Test func allBlocksAreJudged() throws {
    var bad = plain
    bad[60] ^= 1
    bad[64] ^= 1
    bad[188] ^= 1
    #expect(
      try TC66Frame.problems(in: TC66Frame.encrypted(bad)).map(\.description) == [
        "block 1 has the checksum 77BF instead of 77BE",
        "block 2 begins with 'qac2' instead of 'pac2'",
        "block 3 has the checksum 0529 instead of 0528",
      ])
    #expect(TC66Frame.problems(in: cipher).isEmpty)
  }

  @Test func anyBytesAreEitherDecodedOrRefused() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(throws: TC66DecodingError.self) { try TC66Frame(decoding: bytes) }
      #expect(throws: TC66DecodingError.self) { try TC66Frame(decodingPlain: bytes) }
    }
  }

  @Test func whatDoesNotFitIsRefusedByName() {
    var measurement = TC66Measurement()
    measurement.volts = -0.1
    #expect(
      throws: FrameEncodingError.outOfRange(field: "volts", value: -0.1, limit: 429_496.7295)
    ) { try TC66Frame(measurement: measurement).encoded() }
    measurement = TC66Measurement()
    measurement.groups = [DataGroup()]
    #expect(throws: FrameEncodingError.groupCount(found: 1, expected: 2)) {
      try TC66Frame(measurement: measurement).encoded()
    }
  }

  @Test func whatNoKnownFrameHasIsRemarked() throws {
    var measurement = TC66Measurement()
    measurement.temperatureDegrees = -7
    measurement.amperes = 5.00001
    measurement.temperatureSign = 2
    measurement.secondBlockReserve[4] = 1
    measurement.thirdBlockReserve[13] = 9
    let frame = try TC66Frame(decoding: TC66Frame(measurement: measurement).encoded())
    #expect(
      frame.undocumented.map(\.name) == [
        "amperes", "temperatureDegrees", "secondBlockReserve[4]", "thirdBlockReserve[13]",
      ])
  }

  @Test func theMetersKeyIsOneOfMany() throws {
    let plain = try TC66Frame(measurement: TC66Measurement()).encodedPlain()
    let usual = try TC66Frame.encrypted(plain)
    #expect(try TC66Frame.encrypted(plain, key: TC66Frame.key) == usual)
    let other = try TC66Frame.encrypted(plain, key: TC66Frame.key.reversed())
    #expect(other != usual && other != plain && !TC66Frame.isStart(other))
  }

  @Test func aTemperatureBelowZeroHasItsSignApart() throws {
    var measurement = TC66Measurement()
    measurement.temperatureDegrees = -7
    let bytes = try TC66Frame(measurement: measurement).encodedPlain()
    #expect(bytes[88..<96] == [1, 0, 0, 0, 7, 0, 0, 0])
    #expect(try TC66Frame(decodingPlain: bytes).measurement.temperatureDegrees == -7)
  }

  @Test func theBeginningOfAFrameIsKnownByItsFirstSixteenBytes() {
    let frame = PublishedFrames.tc66cCapture
    let stream = [0x5A, 0xA5] + frame + frame
    let starts = stream.indices.filter { TC66Frame.isStart(stream[$0...]) }
    #expect(starts == [2, 2 + TC66Frame.byteCount])
    #expect(!TC66Frame.isStart(frame.prefix(15)))
    #expect(!TC66Frame.isStart(PublishedFrames.tc66cPlain), "it comes encrypted")
    #expect(!TC66Frame.isStart([UInt8]()))
  }
}

extension [UInt8] {
  fileprivate mutating func swapAt(_ one: Range<Int>, with other: Range<Int>) {
    for (a, b) in zip(one, other) { swapAt(a, b) }
  }
}

extension TC66Measurement {
  /// Any measurement that a frame can say.
  static func random(using random: inout SeededGenerator) -> TC66Measurement {
    func word() -> Int { Int(UInt32.random(in: 0 ... .max, using: &random)) }
    var measurement = TC66Measurement()
    measurement.firmware = FourCharacters("\(Int.random(in: 1000...9999, using: &random))")!
    measurement.serialNumber = word()
    for place in 0..<7 { measurement.unknownWords[place] = UInt32(word()) }
    measurement.runs = word()
    measurement.volts = Double(word()) / 10_000
    measurement.amperes = Double(word()) / 100_000
    measurement.watts = Double(word()) / 10_000
    measurement.ohms = Double(word()) / 10
    measurement.groups = (0..<groupCount).map { _ in
      DataGroup(milliampereHours: word(), milliwattHours: word())
    }
    measurement.temperatureDegrees = Bool.random(using: &random) ? -word() : word()
    measurement.dataPlusVolts = Double(word()) / 100
    measurement.dataMinusVolts = Double(word()) / 100
    for place in 0..<5 { measurement.secondBlockReserve[place] = UInt32(word()) }
    for place in 0..<14 { measurement.thirdBlockReserve[place] = UInt32(word()) }
    return measurement
  }
}
