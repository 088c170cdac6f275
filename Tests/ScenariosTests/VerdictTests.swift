// Whatever goes wrong beside the expectations is a verdict of its own, within the limit.

import Records
import Scenarios
import Testing

@Suite struct VerdictTests {
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
    try rig.start(
      head: Rig.head + "limit: 30s\n", "  - expect: {never: attempt, for: 1h}\n")
    world.scheduler.advance(by: .seconds(31))
    #expect(rig.result?.verdict == .failed)
    #expect(rig.result?.failure?.seen == "the scenario's limit of 30 s was reached")
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
    #expect(world.loads.count == 20_000)
  }
}
