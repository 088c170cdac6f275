// A world that does what the test says, on a clock that the test advances.

import Faults
import MeterEmulator
import Records
import Scenarios
import TestSupport

final class FakeWorld: ScenarioWorld {
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  final class Fault: LaidFault {
    let id: String
    let step: FaultStep
    var firings = 0
    var isLifted = false

    init(_ id: String, _ step: FaultStep) {
      self.id = id
      self.step = step
    }

    func lift() { isLifted = true }
  }

  let scheduler = ManualScheduler()
  let records = RecordStream()
  var centralSpeaks = true
  var centralMemory: Int?
  var commands: [(command: CentralCommand, at: VirtualTime)] = []
  /// The centrals that the commands went to.
  var told: [Int] = []
  var faults: [Fault] = []
  var changes: [MeterChange] = []
  /// What the central says to a command; nil is silence.
  var answer: (CentralCommand) -> CommandReply? = { _ in .accepted }
  /// What the central and the air do when told.
  var react: (FakeWorld, CentralCommand) -> Void = { _, _ in }
  var layError: Refusal?
  var onFault: (FakeWorld, Fault) -> Void = { world, fault in world.fire(fault) }

  func speaks(central: Int) -> Bool { centralSpeaks }

  func memory(ofCentral central: Int) -> Int? { centralMemory }

  func send(
    _ command: CentralCommand, to central: Int, reply: @escaping (CommandReply) -> Void
  ) {
    commands.append((command, scheduler.now))
    told.append(central)
    if let answer = answer(command) { reply(answer) }
    react(self, command)
  }

  func lay(_ step: FaultStep, as id: String) throws -> any LaidFault {
    if let layError { throw layError }
    let fault = Fault(id, step)
    faults.append(fault)
    onFault(self, fault)
    return fault
  }

  func make(_ change: MeterChange, meter: Int) throws { changes.append(change) }

  func fire(_ fault: Fault) {
    fault.firings += 1
    say(.air, "fault.fired", ["fault": .text(fault.id), "verb": .text(fault.step.name)])
  }

  func say(_ witness: Witness, _ kind: String, _ details: [String: Detail] = [:], adapter: Int = 0)
  {
    records.append(
      Record(
        time: scheduler.now, witness: witness, adapter: adapter, kind: kind, details: details))
  }

  /// Says it so long from now.
  func say(
    after delay: Duration, _ witness: Witness, _ kind: String, _ details: [String: Detail] = [:],
    adapter: Int = 0
  ) {
    scheduler.after(delay) { self.say(witness, kind, details, adapter: adapter) }
  }

  func state(_ state: String, after delay: Duration) {
    say(after: delay, .central, "state", ["state": .text(state)])
  }
}

/// A scenario made of these timeline lines, run in a world until it ends or `limit` has passed.
final class Rig {
  let world = FakeWorld()
  var run: ScenarioRun?
  var result: ScenarioResult?
  var results = 0

  static let head = """
    scenario: A test
    meters: [{model: UM25C}]

    """

  /// `timeline` begins in line 4 of the file.
  func start(
    head: String = Rig.head, _ timeline: String, hasLimits: Bool = true
  ) throws {
    let text = head + "timeline:\n" + timeline
    let scenario = try ScenarioFile.parse(
      Array(text.utf8), file: "test.yaml")
    let run = ScenarioRun(
      scenario, world: world, scheduler: world.scheduler, records: world.records,
      hasLimits: hasLimits)
    self.run = run
    run.start { result in
      self.result = result
      self.results += 1
    }
  }

  func play(_ timeline: String, for limit: Duration = .seconds(700)) throws -> ScenarioResult? {
    try start(timeline)
    world.scheduler.advance(by: limit)
    return result
  }
}
