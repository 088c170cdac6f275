// payload.badChecksum.

import Faults
import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct BadChecksumTests {
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
}
