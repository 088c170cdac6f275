// Frames are split and spaced as by a 9600-baud line, exactly.

import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct PacingTests {
  private func configuration(_ line: SerialLine, replyDelay: Duration = .zero)
    -> MeterConfiguration
  {
    MeterConfiguration(name: "UM25C-7F3A", replyDelay: replyDelay, line: line)
  }

  @Test func piecesComeWhenTheirLastByteIsThrough() {
    let bench = MeterBench(configuration(SerialLine(), replyDelay: .milliseconds(65)))
    bench.request()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.notifications.map(\.bytes.count) == [20, 20, 20, 20, 20, 20, 10])
    #expect(
      bench.nanoseconds == [
        85_833_333, 106_666_666, 127_500_000, 148_333_333, 169_166_666, 190_000_000, 200_416_666,
      ])
  }

  @Test func theLineAndThePiecesCanBeSet() {
    let bench = MeterBench(configuration(SerialLine(baud: 115_200, pieceByteCount: 100)))
    bench.request()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.notifications.map(\.bytes.count) == [100, 30])
    #expect(bench.nanoseconds == [8_680_555, 11_284_722])
  }

  @Test func aLineWithoutSpeedSendsAllAtOnceAndInOrder() throws {
    let bench = MeterBench(configuration(SerialLine(baud: nil), replyDelay: .milliseconds(500)))
    bench.request()
    bench.clock.advance(by: .milliseconds(500))
    #expect(bench.nanoseconds == Array(repeating: 500_000_000, count: 7))
    #expect(throws: Never.self) {
      try UMFrame(decoding: bench.notifications.flatMap(\.bytes))
    }
  }

  @Test func aRequestDuringAnAnswerIsAnsweredAfterIt() throws {
    let bench = MeterBench(configuration(SerialLine(), replyDelay: .milliseconds(65)))
    bench.request()
    bench.clock.advance(by: .milliseconds(100))
    bench.request()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.notifications.count == 14)
    #expect(bench.nanoseconds[7] == 200_416_666 + 85_833_333)
    let second = bench.notifications[7...].flatMap(\.bytes)
    #expect(throws: Never.self) { try UMFrame(decoding: second) }
  }

  @Test func aFloodOfRequestsIsBounded() {
    let bench = MeterBench()
    for _ in 0..<40 { bench.request() }
    bench.clock.advance(by: .seconds(60))
    let answered = 1 + MeterCore.waitingRequestLimit
    #expect(bench.notifications.count == 7 * answered)
    #expect(bench.kinds("request.lost").count == 40 - answered)
    bench.request()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.notifications.count == 7 * (answered + 1))
  }
}
