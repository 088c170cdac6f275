// Frames of unknown meters, and hex as people paste it.

import SharedProtocols
import Testing

@Suite struct MeterFrameTests {
  @Test func aFrameIsToldByItsBytes() throws {
    #expect(try MeterFrame(decoding: PublishedFrames.um34cCapture).model == .um34c)
    let tc66 = try TC66Frame(decoding: PublishedFrames.tc66cCapture)
    #expect(try MeterFrame(decoding: PublishedFrames.tc66cCapture) == .tc66(tc66))
    #expect(try MeterFrame(decoding: PublishedFrames.tc66cPlain) == .tc66(tc66))
    let value = try TC66DocumentedValue(watts: 60, amperes: 3)
    #expect(try MeterFrame(decoding: [1, 3, 60]) == .documentedTC66(value))
  }

  @Test func theReasonIsTheMeters() throws {
    func problems(_ bytes: [UInt8]) -> [String] {
      #expect(throws: MeterFrameError.self) { try MeterFrame(decoding: bytes) }?.problems ?? []
    }
    #expect(
      problems(PublishedFrames.unknownID) == ["the frame's first word FFFF names no UM meter"])
    #expect(
      problems(PublishedFrames.um25cWrongTail) == ["the frame ends in 68 8C instead of FF F1"])
    #expect(problems(PublishedFrames.um34cWrongTail) == ["the frame ends in 8C instead of 0C"])
    var bad = PublishedFrames.tc66cPlain
    bad[60] = 0
    bad[70] = 1
    #expect(
      problems(try TC66Frame.encrypted(bad)) == [
        "block 1 has the checksum 7700 instead of 77BE",
        "block 2 has the checksum 816A instead of 2BCE",
      ])
    #expect(problems([]) == problems([]) && problems([]).count == 1)
    #expect(problems([0x09, 0xC9, 0x13])[0].hasPrefix("there are 3 bytes"))
    #expect(problems([0, 3, 60])[0].hasSuffix("bit 0 is clear"))
  }

  @Test func anUnfinishedFrameIsAsLongAsItsBeginningSays() {
    #expect(MeterFrame.expectedByteCount(beginning: [0x09, 0xC9, 1]) == 130)
    #expect(MeterFrame.expectedByteCount(beginning: [0x0D]) == 130)
    #expect(MeterFrame.expectedByteCount(beginning: [0x0D, 0x63]) == 192)
    #expect(MeterFrame.expectedByteCount(beginning: PublishedFrames.tc66cCapture) == 192)
  }

  @Test(arguments: ["01aBff", "01 ab FF", "0x01,0xAB,0xff", "01:ab-FF\n", "0x01abff"])
  func hexIsReadAsItIsWritten(text: String) throws {
    #expect(try HexText.bytes(text) == [0x01, 0xAB, 0xFF])
  }

  @Test func whatIsNoHexIsExplained() throws {
    #expect(try HexText.bytes("") == [])
    #expect(throws: HexTextError.oddDigits) { try HexText.bytes("01a") }
    #expect(throws: HexTextError.oddDigits) { try HexText.bytes("0 1") }
    #expect(throws: HexTextError.notHex("g")) { try HexText.bytes("0g") }
    // A digit to Unicode and none to us.
    #expect(throws: HexTextError.notHex("１")) { try HexText.bytes("１１") }
  }
}
