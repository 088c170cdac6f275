// The engine: takes a scenario's steps in order and comes to a verdict.
//
// The one rule of time. A cursor marks where the last step ended: for a command, a fault or a load
// the moment it was given, for a wait its end, for an expectation the time of the record that met it
// (for a `never`, the end of its watch). An expectation looks at the records from the cursor on,
// that moment included, by the time they carry; `within`, `at` and `for` count from it too. A record
// meets one expectation only. So steps are written in the order in which things happen, and things
// of one and the same moment in any order.

import Faults
import Records
import TestBench

/// One run of a scenario. It is not restarted.
public final class ScenarioRun {
  /// How long after a deadline a record of before it may still come in: a central that wakes at the
  /// very deadline has yet to write its line.
  static let grace = Duration.milliseconds(100)
  /// How long a central may take to answer a command.
  static let replyLimit = Duration.seconds(10)
  /// How far before the cursor in the stream a record from after it may stand.
  private static let arrivalSlack = Duration.seconds(1)

  let scenario: Scenario
  let world: any ScenarioWorld
  let scheduler: any Scheduler
  let records: RecordStream
  private(set) var timelineStart = VirtualTime(nanoseconds: 0)
  private let hasLimits: Bool
  private let faults: FaultLedger
  private let always: AlwaysWatch
  private var finished: ((ScenarioResult) -> Void)?
  private var limitTimer: (any ScheduledWork)?

  /// The step that is being taken; as many as there are steps when all are done.
  private(set) var current = 0
  private var hasBegun = false
  /// The step whose time was waited for.
  private var dueStep: Int?
  private var cursor = VirtualTime(nanoseconds: 0)
  private var used: Set<RecordKey> = []
  private var watch: (any Watch)?
  /// Whether the current step's recovery was helped already.
  private var isHelped = false
  private var watchTimer: (any ScheduledWork)?
  private var watchDeadline: VirtualTime?
  private var replyTimer: (any ScheduledWork)?
  private var awaitedReply = 0
  /// The centrals that were told to quit; they have to end then, and must not before.
  private var haveToEnd: Set<Int> = []
  private var ends: [Int: CentralEnd] = [:]

  /// A run of this scenario in this world. Whatever is seen has to come in by `records`. Without
  /// limits neither the scenario's own ends it, nor that for an answer.
  public init(
    _ scenario: Scenario, world: any ScenarioWorld, scheduler: any Scheduler,
    records: RecordStream, hasLimits: Bool = true
  ) {
    self.scenario = scenario
    self.world = world
    self.scheduler = scheduler
    self.records = records
    self.hasLimits = hasLimits
    faults = FaultLedger(world: world, scheduler: scheduler, records: records)
    always = AlwaysWatch(
      scenario.always,
      scenario.centrals.enumerated().map { index, central in
        AlwaysContext(
          policy: scenario.policy, meters: scenario.meters.map { $0.configuration },
          adapter: central.adapter,
          centralMemory: { [weak world] in world?.memory(ofCentral: index) })
      })
  }

  /// Configures the centrals and takes the steps; `finished` is called once, with the result.
  public func start(_ finished: @escaping (ScenarioResult) -> Void) {
    self.finished = finished
    timelineStart = scheduler.now
    cursor = scheduler.now
    records.listen { [weak self] record in
      self?.see(record)
      self?.hold(record)
    }
    if hasLimits {
      limitTimer = scheduler.after(scenario.limit) { [weak self] in self?.limitReached() }
    }
    configure(from: 0)
  }

  /// Configures one central after the other, so that the traffic is the same in each run.
  private func configure(from central: Int) {
    guard central < scenario.centrals.count else { return begin() }
    // A black box that is only watched is not waited for.
    guard scenario.needsDriver(of: central) else { return configure(from: central + 1) }
    send(.configure(scenario.policy), to: central) { [weak self] reply in
      guard let self else { return }
      if case .refused(let reason) = reply, scenario.setsPolicy {
        return finish(
          .unknown, .harness,
          seen: scenario.naming(
            central, "the central does not take the scenario's policy: \(reason)"))
      }
      configure(from: central + 1)
    }
  }

  private func begin() {
    timelineStart = scheduler.now
    cursor = scheduler.now
    hasBegun = true
    proceed()
  }

  // MARK: What happens meanwhile

  /// The process of the central with this index has ended.
  public func centralEnded(_ end: CentralEnd, central: Int = 0) {
    let told = scenario.naming(central, "\(end)")
    guard haveToEnd.contains(central) else {
      return finish(.failed, .ended("\(end)"), seen: "\(told) before the scenario did")
    }
    ends[central] = end
    guard end == .exited(0) else {
      return finish(
        .failed, .ended("\(end)"), seen: "\(told) after 'quit', not with exit code 0")
    }
    // To be gone says as much as a reply; but one that has just come goes first.
    scheduler.after(.zero) { [weak self] in
      guard let self, replyTimer != nil else { return }
      answered(.accepted, then: stepEnded)
    }
  }

  /// Waits for the central's process to end, now that it has been told to.
  private func awaitEnd(of central: Int) {
    guard ends[central] == nil else { return stepEnded() }
    awaitedReply += 1
    replyTimer = scheduler.after(hasLimits ? Self.replyLimit : GuestLimits.never) { [weak self] in
      guard let self else { return }
      finish(
        .failed, .hung,
        seen: scenario.naming(
          central, "the central did not end within \(Self.replyLimit.text) of 'quit'"))
    }
  }

  /// The central with this index did what no central may.
  public func centralMisbehaved(_ what: CentralMisbehaviour, central: Int = 0) {
    finish(
      .failed, .misbehaved, seen: scenario.naming(central, what.description), witness: .central)
  }

  /// Something other than the central went wrong: the scenario is broken.
  public func harnessFailed(_ what: String) {
    finish(.broken, .harness, seen: what)
  }

  private func limitReached() {
    finish(.failed, .hung, seen: "the scenario's limit of \(scenario.limit.text) was reached")
  }

  // MARK: Steps

  /// Takes steps until one has to wait. A loop, so that no number of steps is too many.
  private func proceed() {
    while finished != nil {
      guard current < scenario.timeline.count else { return allStepsHeld() }
      let step = scenario.timeline[current]
      guard isDue(step) else { return }
      note("step", ["line": .integer(step.position.line), "text": .text(text(of: step))])
      guard take(step) else { return }
      current += 1
    }
  }

  /// Whether the step's time has come. What is ahead is waited for; what is over cannot be made up for.
  private func isDue(_ step: Step) -> Bool {
    guard let start = step.start, dueStep != current else { return true }
    let time = timelineStart + start
    // An expectation looks at the times of records, which may be of a moment ago.
    var reached = cursor
    if step.action.expectation == nil { reached = scheduler.now }
    guard reached <= time else {
      finish(
        .failed, .expectation, expected: "this step begins at +\(start.text)",
        seen: "the steps before it ended at +\((reached - timelineStart).measuredText)")
      return false
    }
    dueStep = current
    cursor = time
    guard scheduler.now < time else { return true }
    scheduler.after(time - scheduler.now) { [weak self] in self?.proceed() }
    return false
  }

  /// Whether the step is done already.
  private func take(_ step: Step) -> Bool {
    if let expectation = step.action.expectation {
      isHelped = false
      return expect(expectation)
    }
    if case .wait(let duration) = step.action {
      scheduler.after(duration) { [weak self] in
        guard let self else { return }
        cursor = scheduler.now
        stepEnded()
      }
      return false
    }
    cursor = scheduler.now
    switch step.action {
    case .central(let central, let command):
      if command == .quit { haveToEnd.insert(central) }
      note(command, to: central, line: step.position.line)
      send(command, to: central) { [weak self] reply in
        guard let self else { return }
        if case .refused(let reason) = reply {
          finish(
            .failed, .refused,
            seen: scenario.naming(central, "the central refused '\(command.name)': \(reason)"),
            witness: .central)
        } else if command == .quit {
          awaitEnd(of: central)
        } else {
          stepEnded()
        }
      }
      return false
    case .fault(let fault): lay(fault, line: step.position.line)
    case .lift(let name): faults.liftLast(named: name)
    case .meter(let meter, let change):
      do {
        try world.make(change, meter: meter)
      } catch {
        finish(.broken, .harness, seen: "the meter could not be changed: \(error)")
      }
    case .expect, .recover, .wait: break
    }
    return true
  }

  private func stepEnded() {
    current += 1
    proceed()
  }

  private func allStepsHeld() {
    guard let dud = faults.dud else { return finish(.passed, failure: nil) }
    current = dud.step
    finish(
      .failed, .dud, expected: "the fault \(dud.name) fires",
      seen: "it did not fire: no record shows anything that it touched")
  }

  // MARK: Commands

  private func send(
    _ command: CentralCommand, to central: Int, _ done: @escaping (CommandReply) -> Void
  ) {
    awaitedReply += 1
    let number = awaitedReply
    replyTimer = scheduler.after(hasLimits ? Self.replyLimit : GuestLimits.never) { [weak self] in
      self?.noReply(to: command, of: central)
    }
    world.send(command, to: central) { [weak self] reply in
      // Not in the caller's stack, which may be in the midst of parsing the central's lines.
      self?.scheduler.after(.zero) {
        guard let self, number == self.awaitedReply, self.replyTimer != nil else { return }
        self.answered(reply) { done(reply) }
      }
    }
  }

  private func answered(_ reply: CommandReply, then done: () -> Void) {
    replyTimer?.cancel()
    replyTimer = nil
    if finished != nil { done() }
  }

  private func noReply(to command: CentralCommand, of central: Int) {
    if !world.speaks(central: central), case .command = scenario.centrals[central].program {
      finish(
        .unknown, .harness,
        seen: scenario.naming(
          central,
          "the central speaks no driver protocol, so it cannot be told to '\(command.name)'"))
    } else {
      finish(
        .failed, .hung,
        seen: scenario.naming(
          central, "the central did not answer '\(command.name)' within \(Self.replyLimit.text)"),
        witness: .central)
    }
  }

  private func lay(_ step: FaultStep, line: Int) {
    do {
      try faults.lay(step, at: current, line: line)
    } catch {
      finish(.broken, .harness, seen: "the fault \(step.name) could not be laid: \(error)")
    }
  }

  // MARK: Expectations

  private func expect(_ expectation: Expectation) -> Bool {
    let origin = TimeOrigin(timeline: timelineStart, cursor: cursor)
    let watch = expectation.watch(from: origin)
    let earliest = cursor + (.zero - Self.arrivalSlack)
    let all = records.records
    var first = all.startIndex
    if !(watch is AttemptsWatch) {
      first = all.lastIndex { $0.time < earliest } ?? all.startIndex
    }
    for record in all[first...] {
      if let outcome = watch.see(record, isUsed: used.contains(RecordKey(record))) {
        return settle(outcome, of: watch)
      }
    }
    self.watch = watch
    scheduleExpiry()
    return false
  }

  private func see(_ record: Record) {
    guard let watch, let outcome = watch.see(record, isUsed: false) else { return scheduleExpiry() }
    self.watch = nil
    // The record may have come from the midst of someone's work: go on from the loop.
    scheduler.after(.zero) { [weak self] in
      guard let self, finished != nil else { return }
      if settle(outcome, of: watch) { stepEnded() }
    }
  }

  /// Whether the expectation held.
  private func settle(_ outcome: WatchOutcome, of watch: any Watch) -> Bool {
    self.watch = nil
    watchTimer?.cancel()
    watchTimer = nil
    watchDeadline = nil
    switch outcome {
    case .met(let time):
      cursor = max(cursor, time)
      used.formUnion(watch.used)
      return true
    case .failed(let seen):
      let action = scenario.timeline[current].action
      guard let expectation = action.expectation else { return false }
      if case .recover = action, help(expectation) { return false }
      var kind = FailureKind.expectation
      if case .recover = action { kind = .recovery }
      finish(.failed, kind, expected: expectation.text, seen: seen, witness: expectation.witness)
      return false
    }
  }

  /// Holds the record against the rules that always hold.
  private func hold(_ record: Record) {
    guard finished != nil, let broken = always.see(record) else { return }
    finish(
      .failed, .rule(broken.rule.name), expected: "always \(broken.rule.name)",
      seen: (scenario.tellingName(of: broken.central).map { "of \($0): " } ?? "") + broken.seen,
      witness: broken.rule.witness)
  }

  /// Connects once more where the central rightly gave up, and expects the same again; false where
  /// that was done already or is not called for.
  private func help(_ expectation: Expectation) -> Bool {
    guard let central = expectation.central, !isHelped, hasGivenUp(central) else { return false }
    isHelped = true
    cursor = scheduler.now
    let command = CentralCommand.connect(name: nil)
    note(command, to: central, line: scenario.timeline[current].position.line)
    send(command, to: central) { [weak self] reply in
      guard let self else { return }
      if case .refused(let reason) = reply {
        return finish(
          .failed, .recovery, expected: expectation.text,
          seen: scenario.naming(central, "the central refused 'connect': \(reason)"),
          witness: .central)
      }
      if expect(expectation) { stepEnded() }
    }
    return true
  }

  /// Whether the central has said since its last measurement that it will do nothing more, with good
  /// reason: bytes alone make no meter incompatible.
  private func hasGivenUp(_ central: Int) -> Bool {
    let isIts = { [scenario] (record: Record) in
      scenario.centrals.count == 1 || record.adapter == scenario.centrals[central].adapter
    }
    let recent = records.records.reversed().prefix { !($0.isMeasurement && isIts($0)) }
    let isMoreThanBytes = recent.contains { record in
      guard record.kind == "fault.fired", case .text(let verb) = record.details["verb"] else {
        return false
      }
      return !verb.hasPrefix(FaultLevel.payload.rawValue)
    }
    return recent.contains { record in
      guard record.witness == .central, isIts(record) else { return false }
      switch record.kind {
      case "gaveUp": return true
      case "incompatible", "pairingNeeded": return isMoreThanBytes
      default: return false
      }
    }
  }

  private func scheduleExpiry() {
    guard let watch, watch.deadline != watchDeadline else { return }
    watchTimer?.cancel()
    watchDeadline = watch.deadline
    let delay = max(.zero, watch.deadline + Self.grace - scheduler.now)
    watchTimer = scheduler.after(delay) { [weak self] in
      guard let self, finished != nil, self.watch === watch else { return }
      if settle(watch.expire(), of: watch) { stepEnded() }
    }
  }

  // MARK: The end

  private func finish(
    _ verdict: Verdict, _ kind: FailureKind, expected: String? = nil, seen: String,
    witness: Witness? = nil
  ) {
    guard finished != nil else { return }
    finish(
      verdict,
      failure: describe(kind, expected: expected, seen: seen, witness: witness, hasBegun: hasBegun))
  }

  private func finish(_ verdict: Verdict, failure: ScenarioFailure?) {
    guard let finished else { return }
    self.finished = nil
    watch = nil
    for timer in [limitTimer, watchTimer, replyTimer] { timer?.cancel() }
    faults.close()
    let result = ScenarioResult(
      title: scenario.title, file: scenario.name, covers: scenario.covers, verdict: verdict,
      failure: failure,
      durationNanoseconds: (scheduler.now - timelineStart).wholeNanoseconds,
      faults: faults.reports, boots: 1, centrals: scenario.centralReports)
    // Not in the caller's stack: whoever is told takes the world apart.
    scheduler.after(.zero) { finished(result) }
  }

  private func note(_ kind: String, _ details: [String: Detail], adapter: Int? = nil) {
    records.append(
      Record(
        time: scheduler.now, witness: .harness, adapter: adapter, kind: kind, details: details))
  }

  private func note(_ command: CentralCommand, to central: Int, line: Int) {
    note(
      "command", ["command": .text(command.name), "line": .integer(line)],
      adapter: scenario.centrals[central].adapter)
  }
}
