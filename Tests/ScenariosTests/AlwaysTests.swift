// The rules that hold from beginning to end, and the step that helps a central which rightly gave up.

import Faults
import Records
import SharedProtocols
import Testing

@testable import Scenarios

@Suite struct AlwaysTests {
  private func rig(_ rule: String, _ play: (FakeWorld) -> Void) throws -> ScenarioFailure? {
    let rig = Rig()
    try rig.start(
      head: "scenario: A test\nmeters: [{model: UM25C}]\nalways: [\(rule)]\n",
      "  - central: connect\n  - wait: 60s\n")
    rig.world.scheduler.settle()
    play(rig.world)
    rig.world.scheduler.advance(by: .seconds(100))
    let result = try #require(rig.result)
    #expect((result.verdict == .failed) == (result.failure != nil))
    return result.failure
  }

  /// A notification of FFF1 on the air, or another word of the meter's.
  private func notify(
    _ world: FakeWorld, _ bytes: [UInt8], opcode: UInt8 = 0x1B, handle: [UInt8] = [0x11, 0x00]
  ) {
    world.records.append(
      Record(
        time: world.scheduler.now, witness: .air, adapter: 1, connection: 1, kind: "att",
        details: ["direction": "toCentral", "opcode": .integer(Int(opcode))],
        bytes: [opcode] + handle + bytes))
  }

  private func frame(volts: Double) throws -> [UInt8] {
    var said = UMMeasurement()
    said.volts = volts
    return try UMFrame(model: .um25c, measurement: said).encoded()
  }

  @Test func aMeasurementThatCameInPiecesIsTrue() throws {
    let bytes = try frame(volts: 5.08)
    let failure = try rig("trueMeasurements") { world in
      notify(world, [0xFF, 0xF1, 9] + Array(bytes[..<60]))
      notify(world, Array(bytes[60...]))
      world.say(.central, "measurement", ["volts": .number(5.08), "model": "UM25C"])
    }
    #expect(failure == nil)
  }

  @Test func indicationsBringFramesAndAnswersDoNot() throws {
    let bytes = try frame(volts: 5.08)
    for (opcode, kind) in [(0x1D, nil), (0x0B, .rule("trueMeasurements"))]
      as [(UInt8, FailureKind?)]
    {
      let failure = try rig("trueMeasurements") { world in
        notify(world, bytes, opcode: opcode)
        world.say(.central, "measurement", ["volts": .number(5.08)])
      }
      #expect(failure?.kind == kind)
    }
  }

  @Test func piecesOfTwoCharacteristicsAreNoFrame() throws {
    let bytes = try frame(volts: 5.08)
    let failure = try rig("trueMeasurements") { world in
      notify(world, Array(bytes[..<60]))
      notify(world, Array(bytes[60...]), handle: [0x11, 0x01])
      world.say(.central, "measurement", ["volts": .number(5.08)])
    }
    #expect(failure?.kind == .rule("trueMeasurements"))
  }

  @Test(arguments: [128, 0])
  func aMeasurementOfASpoiltFrameIsNone(offset: Int) throws {
    var bytes = try frame(volts: 5.08)
    bytes[offset] ^= 0x10
    let failure = try rig("trueMeasurements") { world in
      notify(world, bytes)
      world.say(.central, "measurement", ["volts": .number(5.08)])
    }
    #expect(failure?.kind == .rule("trueMeasurements"))
  }

  @Test func aValueThatIsOffIsNotTrue() throws {
    let bytes = try frame(volts: 5.08)
    let failure = try rig("trueMeasurements") { world in
      notify(world, bytes)
      world.say(.central, "measurement", ["volts": .number(5.09)])
    }
    #expect(failure?.seen.contains("volts 5.09") == true)
  }

  @Test func statesFallOnlyToTheFirst() throws {
    func states(_ names: [String]) throws -> FailureKind? {
      try rig("statesRise") { world in
        for name in names { world.say(.central, "state", ["state": .text(name)]) }
      }?.kind
    }
    #expect(
      try states(["peripheralReady", "dataIsAvailable", "communicating", "peripheralNotConnected"])
        == nil)
    #expect(try states(["peripheralReady", "discoveringServices"]) == .rule("statesRise"))
    #expect(try states(["dataIsAvailable", "peripheralReady"]) == .rule("statesRise"))
  }

  @Test func aRequestBeforeTheSubscriptionIsOneTooEarly() throws {
    func play(_ kinds: [String]) throws -> FailureKind? {
      try rig("subscribesFirst") { world in
        for kind in kinds {
          world.say(.emulator, kind, ["command": "measurement"], adapter: 1)
        }
      }?.kind
    }
    #expect(try play(["subscribed", "request"]) == nil)
    #expect(try play(["request", "subscribed"]) == .rule("subscribesFirst"))
    #expect(try play(["subscribed", "unsubscribed", "request"]) == .rule("subscribesFirst"))
  }

  @Test(arguments: [(1000, nil), (2900, FailureKind.rule("oneRequest")), (3000, nil)])
  func aSecondRequestWaits(milliseconds: Int, kind: FailureKind?) throws {
    let failure = try rig("oneRequest") { world in
      world.say(.central, "requested")
      if milliseconds == 1000 { notify(world, [1]) }
      world.scheduler.advance(by: .milliseconds(milliseconds))
      world.say(.central, "requested")
    }
    #expect(failure?.kind == kind)
  }

  /// A drop, and attempts so long after it or the end of the one before.
  private func attempts(_ rule: String, _ delays: [Duration], gaveUp: Bool = false) throws
    -> FailureKind?
  {
    try rig(rule) { world in
      world.say(.air, "attempt.start")
      world.say(.air, "connected")
      world.say(.central, "measurement")
      world.say(.air, "disconnected", ["reason": 8])
      for delay in delays {
        world.scheduler.advance(by: delay)
        world.say(.air, "attempt.start")
        world.say(.air, "attempt.end", ["outcome": "failed"])
      }
      if gaveUp { world.say(.central, "gaveUp", ["attempts": 3]) }
    }?.kind
  }

  @Test func attemptsKeepToTheLadder() throws {
    #expect(try attempts("ladder", [.seconds(1), .seconds(2), .seconds(4)]) == nil)
    #expect(try attempts("ladder", [.milliseconds(900)]) == .rule("ladder"))
    #expect(try attempts("ladder", [.seconds(1), .seconds(1)]) == .rule("ladder"))
  }

  @Test func attemptsKeepToTheCap() throws {
    let three = [Duration](repeating: .seconds(5), count: 3)
    #expect(try attempts("attemptCap", three, gaveUp: true) == nil)
    #expect(try attempts("attemptCap", three + [.seconds(8)]) == .rule("attemptCap"))
    #expect(
      try attempts("attemptCap", Array(three.dropLast()), gaveUp: true) == .rule("attemptCap"))
  }

  @Test func aMeasurementBeginsTheRowAnew() throws {
    let failure = try rig("attemptCap") { world in
      for number in 1...3 { world.say(.central, "retry", ["attempt": .integer(number)]) }
      world.say(.central, "measurement")
      world.say(.central, "retry", ["attempt": 1])
      world.say(.central, "gaveUp", ["attempts": 1])
    }
    #expect(failure?.kind == .rule("attemptCap"))
    #expect(failure?.seen == "it gave up after 1 attempts in a row, of 3")
  }

  @Test func whatAnotherRadioTriesIsNotTheCentrals() throws {
    let rig = Rig()
    try rig.start(
      head: "scenario: A test\nmeters: [{model: UM25C}]\nalways: noUnwantedAttempt\n",
      "  - central: connect\n  - central: disconnect\n  - wait: 5s\n")
    rig.world.scheduler.advance(by: .seconds(1))
    rig.world.say(.air, "attempt.start", adapter: 1)
    rig.world.scheduler.advance(by: .seconds(9))
    #expect(rig.result?.verdict == .passed)
  }

  @Test func whoDisconnectsIsLeftAlone() throws {
    let rig = Rig()
    try rig.start(
      head: "scenario: A test\nmeters: [{model: UM25C}]\nalways: everything\n",
      "  - central: connect\n  - central: disconnect\n  - wait: 5s\n")
    rig.world.scheduler.advance(by: .seconds(1))
    rig.world.say(.air, "attempt.start")
    rig.world.scheduler.advance(by: .seconds(9))
    #expect(rig.result?.failure?.kind == .rule("noUnwantedAttempt"))
  }

  @Test(arguments: [(32 << 10, nil), (33 << 10, FailureKind.rule("boundedMemory"))])
  func memoryStays(growth: Int, kind: FailureKind?) throws {
    let rig = Rig()
    rig.world.centralMemory = 1000
    try rig.start(
      head: "scenario: A test\nmeters: [{model: UM25C}]\nalways: boundedMemory\n",
      "  - central: connect\n  - wait: 1s\n  - wait: 1s\n")
    rig.world.scheduler.advance(by: .milliseconds(500))
    rig.world.centralMemory = 1000 + growth
    rig.world.scheduler.advance(by: .seconds(5))
    #expect(rig.result?.failure?.kind == kind)
  }

  /// A recovery of a central that has said this, and measures once it is told to connect again.
  private func recovery(_ said: String, after verb: String?) throws -> (Verdict?, connects: Int) {
    let rig = Rig()
    rig.world.react = { world, command in
      guard case .connect = command, world.commands.count > 2 else { return }
      world.say(.central, "measurement", ["volts": .number(5.2)])
    }
    try rig.start(
      "  - central: connect\n  - recover: {measurement: {volts: 5.2}, within: 20s}\n")
    rig.world.scheduler.settle()
    if let verb {
      rig.world.say(.air, "fault.fired", ["fault": "fault-1", "verb": .text(verb)])
    }
    rig.world.say(.central, said)
    rig.world.scheduler.advance(by: .seconds(60))
    let connects = rig.world.commands.count { $0.command == .connect(name: nil) }
    return (rig.result?.verdict, connects)
  }

  @Test func recoveryHelpsWhoRightlyGaveUp() throws {
    #expect(try recovery("gaveUp", after: nil) == (.passed, 2))
    #expect(try recovery("incompatible", after: "gatt.missingService") == (.passed, 2))
    #expect(try recovery("incompatible", after: "payload.garbage") == (.failed, 1))
    #expect(try recovery("log", after: "link.disconnect") == (.failed, 1))
  }
}
