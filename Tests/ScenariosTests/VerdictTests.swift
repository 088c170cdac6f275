// Whatever goes wrong beside the expectations is a verdict of its own, within the limit.

import Records
import Scenarios
import Testing

@Suite struct VerdictTests {
  /// Rounded to the millisecond it would be within the tolerance, and the message would make no sense.
  @Test func aTimeIsToldAsFinelyAsItHasToBe() throws {
    let rig = Rig()
    rig.world.say(after: .microseconds(999_600), .central, "ready")
    let result = try rig.play(
      "  - expect: {event: {kind: ready}, at: 1s, tolerance: 300us}\n")
    #expect(result?.failure?.seen.contains(" after 0.9996 s, ") == true)
  }

  let rig = Rig()
  var world: FakeWorld { rig.world }

  @Test func aFaultThatDidNotFireFailsTheScenario() throws {
    world.onFault = { _, _ in }
    let result = try rig.play("  - fault: {link: outOfRange}\n  - wait: 1s\n")
    #expect(result?.verdict == .failed)
    #expect(result?.failure?.position?.line == 4)
    #expect(result?.failure?.expected == "the fault link.outOfRange fires")
    #expect(result?.faults.map(\.firings) == [0])
    #expect(world.faults.map(\.isLifted) == [true])
  }

  @Test func aFaultIsLiftedByAStepAndByItsTime() throws {
    try rig.start(
      """
        - fault: {link: outOfRange, for: 5s}
        - fault: {gatt: noAnswer, to: read}
        - wait: 4s
        - lift: {gatt: noAnswer}
        - wait: 2s
      """)
    world.scheduler.advance(by: .milliseconds(4500))
    #expect(world.faults.map(\.isLifted) == [false, true])
    world.scheduler.advance(by: .seconds(1))
    #expect(world.faults.map(\.isLifted) == [true, true])
    world.scheduler.advance(by: .seconds(1))
    #expect(rig.result?.verdict == .passed)
    #expect(rig.result?.faults.map(\.firings) == [1, 1])
  }

  @Test func liftingTakesTheLastThatStillLies() throws {
    try rig.start(
      """
        - fault: {link: outOfRange}
        - fault: {link: outOfRange, for: 1s}
        - wait: 2s
        - lift: {link: outOfRange}
        - wait: 1s
      """)
    world.scheduler.advance(by: .milliseconds(1500))
    #expect(world.faults.map(\.isLifted) == [false, true])
    world.scheduler.advance(by: .seconds(1))
    #expect(world.faults.map(\.isLifted) == [true, true])
    world.scheduler.advance(by: .seconds(1))
    #expect(rig.result?.verdict == .passed)
  }

  @Test(arguments: [Witness.central, .harness])
  func onlyTheAirAndTheEmulatorAreBelievedAboutFirings(_ witness: Witness) throws {
    world.onFault = { world, fault in
      world.say(witness, "fault.fired", ["fault": .text(fault.id), "verb": "link.outOfRange"])
    }
    let result = try rig.play("  - fault: {link: outOfRange}\n  - wait: 1s\n")
    #expect(result?.verdict == .failed)
    #expect(result?.faults.map(\.firings) == [0])
  }

  @Test func aFaultThatCannotBeLaidIsBroken() throws {
    world.layError = FakeWorld.Refusal(description: "no link")
    let result = try rig.play("  - fault: {link: outOfRange}\n")
    #expect(result?.verdict == .broken)
    #expect(result?.failure?.seen == "the fault link.outOfRange could not be laid: no link")
  }

  @Test func aCentralThatEndsFails() throws {
    try rig.start("  - wait: 10s\n")
    world.scheduler.after(.seconds(3)) { self.rig.run?.centralEnded(.signalled(11)) }
    world.scheduler.advance(by: .seconds(4))
    #expect(rig.result?.verdict == .failed)
    #expect(
      rig.result?.failure?.seen == "the central was ended by signal 11 before the scenario did")
    #expect(rig.result?.failure?.position?.line == 4)
    world.scheduler.advance(by: .seconds(20))
    #expect(rig.results == 1)
  }

  @Test func aCentralThatWasToldToQuitMayEnd() throws {
    world.answer = { $0 == .quit ? nil : .accepted }
    try rig.start("  - central: quit\n  - wait: 1s\n")
    world.scheduler.after(.seconds(1)) { self.rig.run?.centralEnded(.exited(0)) }
    world.scheduler.advance(by: .seconds(3))
    #expect(rig.result?.verdict == .passed)
  }

  /// What becomes of a central that is told to quit by the last step and answers at once.
  private func quit(_ ending: (Rig) -> Void) throws -> ScenarioResult? {
    try rig.start("  - central: quit\n")
    ending(rig)
    world.scheduler.advance(by: .seconds(11))
    #expect(rig.results == 1)
    return rig.result
  }

  @Test func toQuitIsToEndWithCode0() throws {
    let result = try quit { rig in
      rig.world.scheduler.after(.seconds(2)) { rig.run?.centralEnded(.exited(0)) }
    }
    #expect(result?.verdict == .passed)
    #expect(result?.durationNanoseconds == 2_000_000_000)
  }

  @Test(arguments: [CentralEnd.exited(1), .signalled(9)])
  func toQuitWithAnotherEndFails(_ end: CentralEnd) throws {
    let result = try quit { rig in
      rig.world.scheduler.after(.seconds(2)) { rig.run?.centralEnded(end) }
    }
    #expect(result?.verdict == .failed)
    #expect(result?.failure?.seen == "\(end) after 'quit', not with exit code 0")
  }

  @Test func toQuitAndStayFails() throws {
    let result = try quit { _ in }
    #expect(result?.verdict == .failed)
    #expect(result?.failure?.seen == "the central did not end within 10 s of 'quit'")
    #expect(result?.failure?.position?.line == 4)
  }

  @Test func toRefuseToQuitFailsEvenIfItEnds() throws {
    world.answer = { $0 == .quit ? .refused("no") : .accepted }
    let rig = rig
    world.react = { _, command in if command == .quit { rig.run?.centralEnded(.exited(0)) } }
    #expect(try quit { _ in }?.failure?.seen == "the central refused 'quit': no")
  }

  @Test func aFloodAfterQuitFails() throws {
    let result = try quit { rig in rig.run?.centralMisbehaved(.hail(lines: 10)) }
    #expect(result?.verdict == .failed)
  }

  @Test func aCentralThatMisbehavesFails() throws {
    try rig.start("  - wait: 10s\n")
    rig.run?.centralMisbehaved(.flood(of: "its output", bytes: 100))
    world.scheduler.settle()
    #expect(rig.result?.verdict == .failed)
    #expect(
      rig.result?.failure?.seen == "the central flooded its output with more than 100 bytes")
  }

  @Test func aCentralThatDoesNotAnswerFails() throws {
    world.answer = { $0 == .disconnect ? nil : .accepted }
    let result = try rig.play("  - central: disconnect\n")
    #expect(result?.verdict == .failed)
    #expect(result?.failure?.seen == "the central did not answer 'disconnect' within 10 s")
  }

  @Test func aRefusedCommandFails() throws {
    world.answer = { $0 == .disconnect ? .refused("not connected") : .accepted }
    let result = try rig.play("  - central: disconnect\n")
    #expect(result?.failure?.seen == "the central refused 'disconnect': not connected")
  }

  @Test func aBlackBoxThatCannotBeToldIsUnknown() throws {
    world.centralSpeaks = false
    world.answer = { _ in nil }
    try rig.start(head: Rig.head + "central: {command: [client]}\n", "  - central: connect\n")
    world.scheduler.advance(by: .seconds(11))
    #expect(rig.result?.verdict == .unknown)
  }

  @Test func aBlackBoxIsJudgedByTheOtherWitnesses() throws {
    world.centralSpeaks = false
    world.answer = { _ in nil }
    try rig.start(
      head: Rig.head + "central: {command: [client]}\n",
      "  - expect: {event: request, witness: emulator, within: 5s}\n")
    world.say(after: .seconds(5), .emulator, "request", adapter: 1)
    world.scheduler.advance(by: .seconds(6))
    #expect(rig.result?.verdict == .passed)
    #expect(world.commands.isEmpty)
  }

  @Test func aPolicyThatIsRefusedIsUnknown() throws {
    world.answer = { _ in .refused("unknown command") }
    try rig.start(head: Rig.head + "policy: {attemptCap: 7}\n", "  - wait: 1s\n")
    world.scheduler.settle()
    #expect(rig.result?.verdict == .unknown)
  }

  @Test func theLimitHolds() throws {
    for second in [19, 38] { world.say(after: .seconds(second), .central, "retry") }
    try rig.start(
      head: Rig.head + "limit: 30s\n",
      "  - expect: {event: retry, within: 20s}\n  - expect: {event: retry, within: 20s}\n")
    world.scheduler.advance(by: .seconds(31))
    #expect(rig.result?.verdict == .failed)
    #expect(rig.result?.failure?.seen == "the scenario's limit of 30 s was reached")
  }

  @Test func withoutLimitsNoTimeIsTooLong() throws {
    for second in [19, 38] { world.say(after: .seconds(second), .central, "retry") }
    try rig.start(
      head: Rig.head + "limit: 30s\n",
      "  - expect: {event: retry, within: 20s}\n  - expect: {event: retry, within: 20s}\n",
      hasLimits: false)
    world.scheduler.advance(by: .seconds(39))
    #expect(rig.result?.verdict == .passed)
  }

  @Test func withoutLimitsAnAnswerIsWaitedFor() throws {
    world.answer = { _ in nil }
    try rig.start("  - central: connect\n", hasLimits: false)
    world.scheduler.advance(by: .seconds(3600))
    #expect(rig.result == nil)
  }

  @Test func aHarnessThatFailsIsBroken() throws {
    try rig.start("  - wait: 10s\n")
    rig.run?.harnessFailed("bluetoothd ended")
    world.scheduler.settle()
    #expect(rig.result?.verdict == .broken)
  }

  @Test func manyStepsAreNotTooMany() throws {
    let steps = String(repeating: "  - meter: {load: {volts: 5}}\n", count: 20_000)
    #expect(try rig.play(steps)?.verdict == .passed)
    #expect(world.changes.count == 20_000)
  }
}
