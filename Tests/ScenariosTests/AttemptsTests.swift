// Delays before connection attempts, measured from the drop and from the end of the attempt before.

import Records
import Scenarios
import Testing

@Suite struct AttemptsTests {
  let rig = Rig()
  var world: FakeWorld { rig.world }
  let step = "  - expect: {attempts: [1s, 2s, 4s], tolerance: 20ms}\n"

  /// A drop after 3 s, then attempts that begin after these delays and last 30 s each.
  private func play(_ delays: [Duration]) throws -> ScenarioResult? {
    world.say(after: .seconds(3), .air, "disconnected", ["reason": 8])
    var time = Duration.seconds(3)
    for (index, delay) in delays.enumerated() {
      time += delay
      world.say(after: time, .air, "attempt.start", ["attempt": .integer(index + 1)])
      time += .seconds(30)
      // The air is told of the end 100 ms late, and says when it was.
      world.say(
        after: time + .milliseconds(100), .air, "attempt.end",
        ["outcome": "stopped", "ended_at_ns": .integer(Int(time.wholeNanoseconds))])
    }
    return try rig.play(step)
  }

  @Test func holdWithinTheTolerance() throws {
    #expect(
      try play([.milliseconds(1020), .milliseconds(1980), .seconds(4)])?.verdict == .passed)
    #expect(rig.result?.durationNanoseconds == 70_000_000_000)
  }

  @Test func aDelayThatIsTooLongFails() throws {
    let result = try play([.seconds(1), .seconds(3), .seconds(4)])
    #expect(result?.failure?.seen.hasPrefix("no attempt 2 within 2.02 s after the end of") == true)
    #expect(result?.failure?.witness == .air)
  }

  @Test func aDelayThatIsTooShortFails() throws {
    let result = try play([.seconds(1), .milliseconds(1979), .seconds(4)])
    #expect(
      result?.failure?.seen == "attempt 2 1.979 s after the end of attempt 1; before it, after 1 s")
  }

  @Test func noAttemptFails() throws {
    let result = try play([.seconds(1), .seconds(2)])
    #expect(
      result?.failure?.seen
        == "no attempt 3 within 4.02 s after the end of attempt 2; before it, after 1 s, 2 s")
  }

  @Test func noDropFails() throws {
    let result = try rig.play(step)
    #expect(result?.failure?.seen == "no drop, so no attempt")
    #expect(result?.durationNanoseconds == 60_100_000_000)
  }

  @Test func aDropBeforeTheStepCounts() throws {
    world.say(after: .seconds(1), .air, "disconnected", ["reason": 8])
    world.say(after: .seconds(1), .central, "dropped", ["wanted": .flag(false)])
    world.say(after: .seconds(2), .air, "attempt.start", ["attempt": 1])
    let result = try rig.play(
      """
        - expect: {disconnected: {reason: 0x08}, within: 2s}
        - expect: {event: dropped, within: 1s}
        - expect: {attempts: [1s]}
        - expect: {attempts: [2s], within: 5s}
      """)
    // The drop may have met another expectation; an attempt meets one only.
    #expect(result?.failure?.position?.line == 7)
    #expect(result?.failure?.seen == "no drop, so no attempt")
  }

  /// The air tells of the central's radio by its adapter, or by none; a second radio is not the central's.
  @Test func onlyTheCentralsRadioCounts() throws {
    func say(after seconds: Int, _ kind: String, adapter: Int?) {
      world.scheduler.after(.seconds(seconds)) { [world] in
        world.records.append(
          Record(time: world.scheduler.now, witness: .air, adapter: adapter, kind: kind))
      }
    }
    say(after: 1, "disconnected", adapter: nil)
    say(after: 2, "attempt.start", adapter: 1)
    say(after: 3, "attempt.start", adapter: 0)
    let result = try rig.play("  - expect: {attempts: [2s], tolerance: 20ms}\n")
    #expect(result?.verdict == .passed)
  }

  @Test func aConnectionEndsTheWaiting() throws {
    world.say(after: .seconds(1), .air, "disconnected", ["reason": 8])
    world.say(after: .seconds(2), .air, "attempt.start", ["attempt": 1])
    world.say(after: .seconds(2), .air, "attempt.end", ["outcome": "connected"])
    world.say(after: .seconds(2), .air, "connected")
    let result = try rig.play("  - expect: {attempts: [1s, 2s], within: 30s}\n")
    #expect(result?.failure?.seen == "no end of attempt 1; before it, after 1 s")
    #expect(result?.durationNanoseconds == 30_100_000_000)
  }

  @Test func anAttemptThatComesAfterWithinIsSaidToBeLate() throws {
    world.say(.air, "disconnected", ["reason": 8])
    world.say(after: .seconds(1), .air, "attempt.start", ["attempt": 1])
    let result = try rig.play("  - expect: {attempts: [1s], within: 950ms}\n")
    #expect(
      result?.failure?.seen
        == "attempt 1 1 s after the drop, too late: 1 s after the step before")
  }

  @Test func asManyDigitsAsShowTheDifference() throws {
    for (nanoseconds, tolerance, seen) in [
      (1_000_400_000, "0s", "1.0004 s"), (1_000_000_400, "0s", "1.0000004 s"),
      (1_020_000_001, "20ms", "1.020000001 s"), (1_030_400_000, "20ms", "1.03 s"),
    ] {
      let rig = Rig()
      rig.world.say(.air, "disconnected", ["reason": 8])
      rig.world.say(after: .nanoseconds(nanoseconds), .air, "attempt.start", ["attempt": 1])
      let result = try rig.play("  - expect: {attempts: [1s], tolerance: \(tolerance)}\n")
      // The attempt comes in when it is too late already, within the grace.
      #expect(result?.failure?.seen.contains(seen) == true, "\(result?.failure?.seen ?? "")")
    }
  }
}
