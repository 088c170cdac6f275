// payload.badChecksum.

import Faults
import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct BadChecksumTests {
  private static let tc66c = MeterConfiguration(model: .tc66c, profile: .factory)

  @Test func asManyFramesAsWereToldHaveAWrongTailAndNothingElse() throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "badChecksum", ["frames": .integer(1)])
    let sent = test.frames(2)
    try #require(sent.map(\.count) == [130, 130])
    #expect(Array(sent[0].suffix(2)) == [0x00, 0x0E])
    #expect(Array(sent[0].dropLast(2)) == Array(sent[1].dropLast(2)))
    #expect(throws: UMDecodingError.self) { try UMFrame(decoding: sent[0]) }
    _ = try UMFrame(decoding: sent[1])
    #expect(fault.firings == 1)
    #expect(test.fired == [sent[0]])
  }

  @Test func withoutANumberEachFrameUntilLifted() throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "badChecksum")
    #expect(test.frames(2).map { $0.suffix(2) } == [[0x00, 0x0E], [0x00, 0x0E]])
    fault.lift()
    #expect(test.frames(1).map { $0.suffix(2) } == [[0xFF, 0xF1]])
    #expect(fault.firings == 2)
  }

  @Test func aUM34CsSumIsWrongAndTheByteBeforeItIsNot() throws {
    let test = FaultBench(meter: MeterConfiguration(model: .um34c))
    let fault = try test.lay(.payload, "badChecksum", ["frames": .integer(1)])
    let sent = test.frames(2)
    try #require(sent.map(\.count) == [130, 130])
    #expect(sent[0].dropLast() == sent[1].dropLast())
    let sum = sent[1][129]
    #expect(throws: UMDecodingError.tail(expected: [sum], found: [~sum])) {
      try UMFrame(decoding: sent[0])
    }
    #expect(fault.firings == 1)
  }

  @Test(arguments: [nil, 1, 2, 3])
  func oneBlockOfATC66CsFrameHasAWrongChecksumAndNothingElse(block: Int?) throws {
    let test = FaultBench(meter: Self.tc66c)
    var values = ["frames": FaultValue.integer(1)]
    values["block"] = block.map { .integer($0) }
    let fault = try test.lay(.payload, "badChecksum", values)
    let sent = test.frames(2)
    try #require(sent.map(\.count) == [192, 192])
    let plain = try sent.map { try TC66Frame.decrypted($0) }
    let differing = (0..<192).filter { plain[0][$0] != plain[1][$0] }
    let end = 64 * (block ?? 1)
    #expect(differing == [end - 4, end - 3])
    let right = UInt16(plain[1][end - 4]) | UInt16(plain[1][end - 3]) << 8
    #expect(
      TC66Frame.problems(in: sent[0])
        == [.checksum(block: block ?? 1, expected: right, found: UInt32(~right))])
    _ = try TC66Frame(decoding: sent[1])
    #expect(fault.firings == 1)
    #expect(test.fired == [sent[0]])
  }

  @Test func aDocumentedTC66CHasNoChecksumToSpoil() throws {
    let test = FaultBench(meter: MeterConfiguration(model: .tc66c))
    let fault = try test.lay(.payload, "badChecksum")
    #expect(test.frames(2).map(\.count) == [3, 3])
    #expect(fault.firings == 0)
  }

  @Test func aFrameHasThreeBlocks() throws {
    let test = FaultBench(meter: Self.tc66c)
    #expect(throws: FaultArgumentError.unacceptable(parameter: "block", allowed: "1 to 3")) {
      try test.lay(.payload, "badChecksum", ["block": .integer(4)])
    }
  }
}
