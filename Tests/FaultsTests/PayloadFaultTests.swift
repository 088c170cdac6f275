// payload.badChecksum.

import Faults
import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct BadChecksumTests {
  private func frames(_ test: FaultBench, count: Int) -> [[UInt8]] {
    let core = test.targets.meter.core
    let before = test.bench.records.records.count
    core.subscribe()
    for _ in 0..<count {
      core.write(MeasurementRequest.bytes)
      test.bench.scheduler.advance(by: .seconds(1))
    }
    let pieces = test.bench.records.records.dropFirst(before).filter { $0.kind == "notify" }
    var frames: [[UInt8]] = []
    for piece in pieces {
      if piece.details["piece"] == .integer(1) { frames.append([]) }
      frames[frames.count - 1] += piece.bytes
    }
    return frames
  }

  @Test func asManyFramesAsWereToldHaveAWrongTailAndNothingElse() throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "badChecksum", ["frames": .integer(1)])
    let sent = frames(test, count: 2)
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
    #expect(frames(test, count: 2).map { $0.suffix(2) } == [[0x00, 0x0E], [0x00, 0x0E]])
    fault.lift()
    #expect(frames(test, count: 1).map { $0.suffix(2) } == [[0xFF, 0xF1]])
    #expect(fault.firings == 2)
  }
}
