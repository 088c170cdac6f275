// What reaches the meter, what it does about it, and what its witness says.

import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct CommandTests {
  @Test func theRecordsNameRequestAndPieces() throws {
    let bench = MeterBench()
    bench.request()
    bench.clock.advance(by: .seconds(1))
    let records = bench.records.records
    #expect(bench.kinds() == ["subscribed", "request"] + Array(repeating: "notify", count: 7))
    #expect(records.allSatisfy { $0.witness == .emulator && $0.adapter == 1 })
    #expect(records[1].details == ["command": "measurement"])
    #expect(records[1].bytes == MeasurementRequest.bytes)
    #expect(records[2].details == ["frame": 1, "piece": 1])
    #expect(records[8].details == ["frame": 1, "piece": 7])
    #expect(records[8].bytes == bench.notifications[6].bytes)
    #expect(records[8].time == bench.notifications[6].time)
  }

  @Test(arguments: [[], [0xF0], [0x00, 0xF0, 0xA0, 0x1B, 0xAC], [0x02, 0, 0, 0, 0, 3]])
  func whatIsNoRequestIsSeenAndIgnored(bytes: [UInt8]) {
    let bench = MeterBench()
    bench.core.write(bytes)
    bench.clock.advance(by: .seconds(5))
    #expect(bench.kinds() == ["subscribed", "request"])
    #expect(bench.records.records[1].details == ["command": "unknown"])
  }

  @Test func aReadGivesTheLastPiece() {
    let bench = MeterBench()
    #expect(bench.core.read() == [])
    let frame = bench.frameBytes()
    #expect(bench.core.read() == Array(frame[120...]))
    #expect(bench.kinds("read").count == 2)
  }

  @Test func whatNobodyListensToIsLost() {
    let bench = MeterBench()
    bench.request()
    bench.clock.advance(by: .milliseconds(130))
    bench.core.unsubscribe()
    bench.clock.advance(by: .milliseconds(20))
    bench.core.subscribe()
    bench.clock.advance(by: .seconds(1))
    #expect(bench.notifications.count == 6)
    #expect(
      bench.records.records.filter { $0.kind == "notify.lost" }.map(\.details) == [
        ["frame": 1, "piece": 4]
      ])
  }

  @Test func powerOffEndsTheAnswerAndForgetsWhatWaits() throws {
    let bench = MeterBench()
    bench.request()
    bench.request()
    bench.clock.advance(by: .milliseconds(130))
    bench.core.powerOff()
    bench.request()
    bench.clock.advance(by: .seconds(10))
    #expect(bench.notifications.count == 3)
    #expect(bench.core.read() == [])
    bench.core.powerOn()
    #expect(bench.frameBytes().count == 130)
  }

  @Test func aListenerMaySwitchTheMeterOff() {
    let bench = MeterBench()
    var pieces = 0
    bench.core.onNotification = { _ in
      pieces += 1
      if pieces == 2 { bench.core.powerOff() }
    }
    bench.request()
    bench.clock.advance(by: .seconds(1))
    #expect(pieces == 2)
  }
}
