// Attempts as the radio sees them.

import AirTestSupport
import Testing

@testable import VirtualAir

@Suite struct AttemptTests {
  @Test func aScanAndTheConnectionAfterItAreOneAttempt() {
    let bench = AirBench()
    bench.scan(0, active: false)
    bench.scheduler.advance(by: .seconds(1))
    bench.advertise(1)
    bench.scheduler.advance(by: .milliseconds(5))
    bench.stopScan(0)
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .seconds(1))
    #expect(
      bench.seen("attempt.start", "attempt.end") == [
        "attempt.start hci0 attempt=1 via=passiveScan",
        "attempt.end hci0 attempt=1 ended_at_ns=1010000000 outcome=connected status=0",
      ])
  }

  @Test func aScanThatStopsForGoodEndedWhenItStopped() {
    let bench = AirBench()
    bench.scan(0, active: false)
    bench.scheduler.advance(by: .seconds(30))
    bench.stopScan(0)
    bench.scheduler.advance(by: .milliseconds(19))
    #expect(bench.seen("attempt.end") == [])
    bench.scheduler.advance(by: .seconds(2))
    bench.scan(0, active: false)
    #expect(
      bench.seen("attempt.start", "attempt.end") == [
        "attempt.start hci0 attempt=1 via=passiveScan",
        "attempt.end hci0 attempt=1 ended_at_ns=30000000000 outcome=stopped status=0",
        "attempt.start hci0 attempt=2 via=passiveScan",
      ])
  }

  @Test func aScanThatIsOnlyRestartedGoesOn() {
    let bench = AirBench()
    bench.scan(0, active: false)
    bench.scheduler.advance(by: .seconds(1))
    bench.stopScan(0)
    bench.scan(0, active: false)
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.seen("attempt.start", "attempt.end").count == 1)
  }

  @Test func aDiscoveryIsNoAttempt() {
    let bench = AirBench()
    bench.scan(0, active: true)
    bench.scheduler.advance(by: .seconds(1))
    bench.stopScan(0)
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.seen("attempt.start", "attempt.end") == [])
  }
}
