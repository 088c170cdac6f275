// Steps with times of their own, orders, and counts over a time.

import Records
import Testing

@testable import Scenarios

@Suite struct TimelineTests {
  let rig = Rig()
  var world: FakeWorld { rig.world }

  private func request(after delay: Duration) { world.say(after: delay, .central, "requested") }

  @Test func aStepBeginsAtItsTime() throws {
    let result = try rig.play(
      """
        - wait: 2s
        - {at: 12s, central: scan}
        - at: 13500ms
          central: connect
      """)
    #expect(result?.verdict == .passed)
    #expect(
      world.commands.dropFirst().map(\.at.nanoseconds) == [12_000_000_000, 13_500_000_000])
  }

  @Test func anExpectationAtATimeLooksFromThereOn() throws {
    request(after: .seconds(4))
    request(after: .seconds(6))
    #expect(
      try rig.play("  - {at: 5s, expect: {event: requested, at: 1s}}\n")?.verdict == .passed)
  }

  @Test func theEndOfAWatchMayBeTheBeginningOfAnother() throws {
    request(after: .milliseconds(3040))
    let result = try rig.play(
      """
        - expect: {never: {event: requested}, for: 2900ms}
        - {at: 3s, expect: {event: requested, at: 40ms, tolerance: 0ms}}
      """)
    #expect(result?.verdict == .passed)
  }

  @Test func aStepWhoseTimeIsOverFails() throws {
    request(after: .seconds(3))
    let result = try #require(
      try rig.play(
        """
          - expect: {event: requested, within: 5s}
          - {at: 2s, central: scan}
        """))
    #expect(result.verdict == .failed)
    #expect(result.failure?.position == SourcePosition(line: 5, column: 5))
    #expect(result.failure?.expected == "this step begins at +2 s")
    #expect(result.failure?.seen == "the steps before it ended at +3 s")
    #expect(world.commands.count == 1, "the central is not told too late")
  }

  @Test(arguments: [
    (
      "  - wait: 3s\n  - {at: 2s, central: scan}\n",
      "this step cannot begin at 2 s: the steps before it take at least 3 s"
    ),
    (
      "  - {at: 3s, central: scan}\n  - {at: 2s, central: scan}\n",
      "the step in line 4 begins at 3 s, and this one would before it: steps are written in the "
        + "order in which they are taken"
    ),
    (
      "  - {at: 700s, central: scan}\n",
      "this step may end 700 s after the first began, but the limit is 600 s"
    ),
    ("  - {at: 3s}\n", "an empty step: one of central, expect, recover, fault, lift, wait, meter"),
    ("  - {at: 3, central: scan}\n", "at has no unit: s, ms or min"),
  ])
  func aTimeThatCannotBeIsRefused(_ timeline: String, _ message: String) throws {
    do throws(ScenarioError) {
      _ = try ScenarioFile.parse(Array((Rig.head + "timeline:\n" + timeline).utf8), file: "t.yaml")
      Issue.record("it was read")
    } catch { #expect(error.message == message) }
  }

  private static let order = """
      - expect:
          order:
            - {state: peripheralConnected}
            - {event: requested}
            - {record: {witness: emulator, kind: request}}
          within: 5s

    """

  @Test func anOrderHoldsWithOthersBetween() throws {
    world.state("peripheralConnected", after: .seconds(1))
    request(after: .milliseconds(500))
    request(after: .seconds(2))
    request(after: .seconds(3))
    world.say(after: .seconds(4), .emulator, "request", adapter: 1)
    let result = try rig.play(Self.order)
    #expect(result?.verdict == .passed)
    #expect(result?.durationNanoseconds == 4_000_000_000)
  }

  @Test func anOrderIsOfTheTimesThatRecordsCarry() throws {
    world.state("peripheralConnected", after: .seconds(1))
    world.say(after: .seconds(3), .emulator, "request", adapter: 1)
    // Comes in last, and is of before.
    world.scheduler.after(.milliseconds(3500)) { [world] in
      world.records.append(
        Record(time: VirtualTime(nanoseconds: 2_000_000_000), witness: .central, kind: "requested"))
    }
    #expect(try rig.play(Self.order)?.verdict == .passed)
  }

  @Test func anotherOrderFails() throws {
    world.state("peripheralConnected", after: .seconds(1))
    world.say(after: .seconds(2), .emulator, "request", adapter: 1)
    request(after: .seconds(3))
    let failure = try #require(try rig.play(Self.order)?.failure)
    #expect(
      failure.expected
        == "state peripheralConnected, then requested, then request within 5 s")
    #expect(
      failure.seen
        == "the first 2 of 3, the last at +3 s, and after it no request; there was one at +2 s, "
        + "before it")
  }

  @Test func aRangeIsWatchedToItsEnd() throws {
    for second in 1...4 { request(after: .seconds(second)) }
    let result = try rig.play("  - expect: {event: requested, count: 3..5, within: 10s}\n")
    #expect(result?.verdict == .passed)
    #expect(result?.durationNanoseconds == 10_100_000_000, "the grace is over, too")
  }

  @Test(arguments: [
    ("0..3", "4, the last after 4 s"), ("5..9", "4"), ("0..1", "2, the last after 2 s"),
  ])
  func tooFewAndTooManyFail(_ count: String, _ seen: String) throws {
    for second in 1...4 { request(after: .seconds(second)) }
    let failure = try #require(
      try rig.play("  - expect: {event: requested, count: \(count), within: 10s}\n")?.failure)
    #expect(failure.seen == seen)
  }

  @Test(arguments: ["5..3", "..3", "3..", "a..b", "-1..3", "1..100001"])
  func aRangeThatIsNoneIsRefused(_ count: String) {
    #expect(throws: ScenarioError.self) {
      try rig.start("  - expect: {event: requested, count: \(count), within: 10s}\n")
    }
  }

  @Test func aRangeNeedsItsTime() {
    #expect(throws: ScenarioError.self) {
      try rig.start("  - expect: {event: requested, count: 1..3}\n")
    }
  }
}

@Suite struct AttributeTests {
  let rig = Rig()

  private func send(_ bytes: [UInt8], _ direction: Detail = "toPeripheral") {
    rig.world.scheduler.after(.seconds(1)) { [world = rig.world] in
      world.records.append(
        Record(
          time: world.scheduler.now, witness: .air, adapter: 0, kind: "att",
          details: ["direction": direction, "opcode": .integer(Int(bytes[0]))], bytes: bytes))
    }
  }

  @Test(arguments: [
    ("{opcode: 0x12}", true), ("{opcode: 0x52}", false), ("{handle: 0x17}", true),
    ("{handle: 23, opcode: 18}", true), ("{handle: 0x18}", false), ("{bytes: '12 ?? ?? F0'}", true),
    ("{bytes: '12'}", true), ("{bytes: '12 ?? ?? F1'}", false),
    ("{bytes: '12 17 00 F0 00'}", false),
    ("{direction: toCentral}", false),
  ])
  func aPDUIsToldByWhatIsInIt(_ details: String, _ isMet: Bool) throws {
    send([0x12, 0x17, 0x00, 0xF0])
    let result = try rig.play("  - expect: {att: \(details), within: 2s}\n")
    #expect((result?.verdict == .passed) == isMet)
  }

  @Test func anErrorResponseNamesTheAttributeBehindTheRequest() throws {
    send([0x01, 0x12, 0x17, 0x00, 0x03], "toCentral")
    #expect(
      try rig.play("  - expect: {att: {opcode: 0x01, handle: 0x17}}\n")?.verdict == .passed)
  }

  @Test func neverAndFailuresSpeakOfIt() throws {
    send([0x52, 0x17, 0x00, 0xA0])
    let failure = try #require(
      try rig.play("  - expect: {never: {att: {handle: 0x17, bytes: '52 ??'}}, for: 2s}\n")?
        .failure)
    #expect(failure.expected == "no att with handle 0x17, bytes 52 ?? for 2 s")
  }

  @Test(arguments: [
    "{bytes: '1'}", "{bytes: 'xy'}", "{bytes: '? 12'}", "{handle: 0}", "{opcod: 1}",
  ])
  func whatIsNoPDUIsRefused(_ details: String) {
    #expect(throws: ScenarioError.self) { try rig.start("  - expect: {att: \(details)}\n") }
  }
}
