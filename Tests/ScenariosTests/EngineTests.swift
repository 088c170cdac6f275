// The engine comes to the right verdict, at the right time, for the right reason.

import MeterEmulator
import Records
import Scenarios
import Testing

@Suite struct EngineTests {
  let rig = Rig()
  var world: FakeWorld { rig.world }

  @Test func passesWhenEveryStepHolds() throws {
    world.react = { world, command in
      guard command == .connect(name: nil) else { return }
      world.say(after: .milliseconds(100), .central, "identified", ["model": "UM25C"])
      world.state("dataIsAvailable", after: .milliseconds(200))
      world.say(
        after: .milliseconds(200), .central, "measurement",
        ["volts": .number(5.0804), "amperes": .number(1.2)])
    }
    let result = try #require(
      try rig.play(
        """
          - central: connect
          - expect: {identified: UM25C}
          - expect: {measurement: {volts: 5.08, amperes: 1.2}, within: 200ms}
          - expect: {state: dataIsAvailable, within: 100ms}
        """))
    #expect(result.verdict == .passed)
    #expect(result.failure == nil)
    #expect(result.durationNanoseconds == 200_000_000)
    #expect(rig.results == 1)
  }

  @Test func configuresTheCentralBeforeTheTimeline() throws {
    try rig.start(
      head: Rig.head + "policy: {attemptCap: off, serviceDiscoveryTimeout: 2s}\n",
      "  - wait: 1s\n")
    world.scheduler.advance(by: .seconds(2))
    guard case .configure(let policy) = world.commands.first?.command else {
      Issue.record("no configure")
      return
    }
    #expect(policy.attemptCap == nil)
    #expect(policy.serviceDiscoveryTimeout == .seconds(2))
    #expect(policy.measurementTimeout == .seconds(3))
  }

  @Test func aRecordOfTheDeadlineCountsEvenIfItComesInLater() throws {
    try rig.start("  - expect: {event: retry, within: 5s}\n")
    world.scheduler.after(.milliseconds(5050)) {
      self.world.records.append(
        Record(time: VirtualTime(nanoseconds: 5_000_000_000), witness: .central, kind: "retry"))
    }
    world.scheduler.advance(by: .seconds(6))
    #expect(rig.result?.verdict == .passed)
  }

  @Test func aRecordAfterTheDeadlineDoesNotCount() throws {
    try rig.start("  - expect: {event: retry, within: 5s}\n")
    world.say(after: .milliseconds(5001), .central, "retry")
    world.scheduler.advance(by: .seconds(6))
    #expect(rig.result?.verdict == .failed)
    #expect(rig.result?.failure?.seen == "retry after 5.001 s, too late")
  }

  @Test func aRecordFromBeforeTheStepDoesNotCount() throws {
    world.say(.central, "retry")
    world.scheduler.advance(by: .milliseconds(1))
    #expect(try rig.play("  - expect: {event: retry, within: 5s}\n")?.verdict == .failed)
  }

  @Test func aRecordMeetsOneExpectationOnly() throws {
    world.say(after: .seconds(1), .central, "retry")
    let result = try rig.play(
      """
        - expect: {event: retry, within: 5s}
        - expect: {event: retry, within: 5s}
      """)
    #expect(result?.verdict == .failed)
    #expect(result?.failure?.position?.line == 5)
  }

  @Test func recordsOfOneMomentMeetExpectationsInAnyOrder() throws {
    world.say(after: .seconds(1), .central, "requested")
    world.say(after: .seconds(1), .central, "retry")
    let result = try rig.play(
      """
        - expect: {event: retry, within: 5s}
        - expect: {event: requested, within: 5s}
      """)
    #expect(result?.verdict == .passed)
  }

  @Test func countsRecords() throws {
    for second in 1...3 { world.say(after: .seconds(second), .central, "requested") }
    #expect(
      try rig.play("  - expect: {event: requested, count: 3, within: 3s}\n")?.verdict == .passed)
    let second = Rig()
    for time in 1...2 { second.world.say(after: .seconds(time), .central, "requested") }
    let result = try second.play("  - expect: {event: requested, count: 3, within: 9s}\n")
    #expect(result?.failure?.seen == "2 of 3")
  }

  @Test func atRefusesTheEarlyAndTheLate() throws {
    for (milliseconds, verdict) in [
      (4979, Verdict.failed), (4980, .passed), (5020, .passed), (5021, .failed),
    ] {
      let rig = Rig()
      rig.world.say(
        after: .milliseconds(milliseconds), .central, "timedOut", ["what": "serviceDiscovery"])
      let result = try rig.play(
        "  - expect: {event: {kind: timedOut, what: serviceDiscovery}, at: 5s}\n")
      #expect(result?.verdict == verdict, "\(milliseconds)")
    }
  }

  @Test func neverFailsAtOnceAndPassesAtTheEnd() throws {
    let result = try rig.play("  - expect: {never: attempt, for: 2min}\n")
    #expect(result?.verdict == .passed)
    #expect(result?.durationNanoseconds == 120_100_000_000)
    let other = Rig()
    other.world.say(after: .seconds(3), .air, "attempt.start", ["attempt": 1])
    let failed = try other.play("  - expect: {never: attempt, for: 2min}\n")
    #expect(failed?.verdict == .failed)
    #expect(failed?.durationNanoseconds == 3_000_000_000)
    #expect(failed?.failure?.seen == "attempt.start with attempt 1 after 3 s")
  }

  @Test func waitMovesTheCursor() throws {
    world.say(after: .seconds(1), .central, "retry")
    let result = try rig.play(
      """
        - wait: 2s
        - expect: {event: retry, within: 1s}
      """)
    #expect(result?.failure?.position?.line == 5)
    #expect(result?.failure?.seen == "no 'retry' from +2 s on")
  }

  @Test func changesTheMeter() throws {
    _ = try rig.play("  - meter: {load: {volts: 9V, amperes: 500mA}, celsius: 31}\n")
    let change = MeterChange(
      load: .steady(volts: 9, amperes: 0.5), settings: [.celsius(31)])
    #expect(world.changes == [change])
  }

  @Test func anotherAdapterIsNotTheCentral() throws {
    world.say(after: .seconds(1), .air, "disconnected", ["reason": 8], adapter: 1)
    let result = try rig.play("  - expect: {disconnected: {reason: 0x08}, within: 2s}\n")
    #expect(result?.verdict == .failed)
  }

  @Test func aTimeThatRoundingWouldHideIsToldExactly() throws {
    for (nanoseconds, seen) in [
      (999_600_000, "retry after 0.9996 s, 0.0004 s too early"),
      (1_000_000_400, "retry after 1.0000004 s, too late"),
    ] {
      let rig = Rig()
      rig.world.say(after: .nanoseconds(nanoseconds), .central, "retry")
      let result = try rig.play("  - expect: {event: retry, at: 1s, tolerance: 0s}\n")
      #expect(result?.failure?.seen == seen)
    }
  }
}
