// The hook for payload faults: fires as often as told, says so, and can be lifted.

import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct FrameAlterationTests {
  private let flippingLastByte = FrameChange.bytes { frame in
    frame.bytes.dropLast() + frame.bytes.suffix(1).map { $0 ^ 0xFF }
  }

  @Test func itFiresAsOftenAsToldAndThenLeavesFramesAlone() throws {
    let bench = MeterBench()
    let alteration = bench.core.alterFrames(
      id: "fault1", verb: "payload.badChecksum", times: 2, flippingLastByte)
    for _ in 0..<2 {
      let bytes = bench.frameBytes()
      #expect(throws: UMDecodingError.tail(expected: [0xFF, 0xF1], found: [0xFF, 0x0E])) {
        try UMFrame(decoding: bytes)
      }
    }
    #expect(throws: Never.self) { try UMFrame(decoding: bench.frameBytes()) }
    #expect(alteration.firings == 2)
  }

  @Test func eachFiringIsRecordedWithTheFrameAsItWentOut() {
    let bench = MeterBench()
    _ = bench.core.alterFrames(
      id: "fault1", verb: "payload.badChecksum", times: nil, flippingLastByte)
    let bytes = bench.frameBytes()
    let fired = bench.records.records.filter { $0.kind == "fault.fired" }
    #expect(fired.map(\.details) == [["fault": "fault1", "verb": "payload.badChecksum"]])
    #expect(fired.map(\.bytes) == [bytes])
  }

  @Test func liftedItFiresNoMore() {
    let bench = MeterBench()
    let alteration = bench.core.alterFrames(
      id: "fault1", verb: "payload.badChecksum", times: nil, flippingLastByte)
    _ = bench.frameBytes()
    alteration.lift()
    #expect(throws: Never.self) { try UMFrame(decoding: bench.frameBytes()) }
    #expect(alteration.firings == 1)
  }

  @Test func whatChangesNothingHasNotFired() {
    let bench = MeterBench()
    let alteration = bench.core.alterFrames(
      id: "fault1", verb: "payload.none", times: 1, .bytes { $0.bytes })
    _ = bench.frameBytes()
    #expect(alteration.firings == 0)
    #expect(bench.kinds("fault.fired").isEmpty)
  }

  @Test func framesMayShrinkGrowAndVanish() {
    let bench = MeterBench()
    let alteration = bench.core.alterFrames(
      id: "a", verb: "payload.cut", times: 1, .bytes { _ in [] })
    #expect(bench.frameBytes() == [])
    #expect(alteration.firings == 1)
    _ = bench.core.alterFrames(
      id: "b", verb: "payload.insert", times: 1, .bytes { $0.bytes + [1, 2] })
    _ = bench.core.alterFrames(
      id: "c", verb: "payload.cut", times: 1, .bytes { Array($0.bytes[100...]) })
    #expect(bench.frameBytes().suffix(4) == [0xFF, 0xF1, 1, 2])
    #expect(bench.notifications.map(\.bytes.count) == [20, 12])
  }

  @Test func itFiresWhenItsLastByteGoesOutAndNotBefore() {
    let bench = MeterBench()
    let alteration = bench.core.alterFrames(
      id: "fault1", verb: "payload.badChecksum", times: 1, flippingLastByte)
    bench.request()
    while bench.notifications.count < 6 { bench.clock.advance(by: .milliseconds(1)) }
    #expect(alteration.firings == 0)
    bench.clock.advance(by: .seconds(1))
    #expect(alteration.firings == 1)
    #expect(bench.kinds().suffix(2) == ["notify", "fault.fired"])
  }

  @Test(arguments: [false, true])
  func aFrameThatIsCutOffByTheEndOfTheLinkDoesNotCount(isBackInTime: Bool) {
    let bench = MeterBench()
    let alteration = bench.core.alterFrames(
      id: "fault1", verb: "payload.badChecksum", times: 1, flippingLastByte)
    bench.request()
    while bench.notifications.count < 5 { bench.clock.advance(by: .milliseconds(1)) }
    bench.core.unsubscribe()
    if isBackInTime {
      while bench.kinds("notify.lost").isEmpty { bench.clock.advance(by: .milliseconds(1)) }
      bench.core.subscribe()
    }
    bench.clock.advance(by: .seconds(1))
    #expect(alteration.firings == 0)
    #expect(bench.kinds("fault.fired").isEmpty)
    if !isBackInTime { bench.core.subscribe() }
    // It was not used up either.
    #expect(bench.frameBytes().last == 0x0E)
    #expect(bench.frameBytes().last == 0xF1)
    #expect(alteration.firings == 1)
  }
}
