// From nodes to steps.

import MeterEmulator
import Records
import SharedProtocols

/// Reads the timeline of a scenario with these meters and centrals.
struct TimelineReader {
  let meters: [MeterPlan]
  let centrals: [CentralPlan]
  let loads: LoadReader

  private static let verbs = StepKind.all.map(\.name)

  func steps(_ node: Node) throws(ScenarioError) -> [Step] {
    let items = try node.items(of: "the timeline")
    guard !items.isEmpty else { throw node.error("the timeline has no steps") }
    var steps: [Step] = []
    for item in items {
      let entries = try item.entries(of: "a step")
      let time = entries.first { $0.key.scalar == StepKind.time.name }
      var start: Duration?
      if let time { start = try self.start(time.value, after: steps) }
      let rest = entries.filter { $0.key.scalar != StepKind.time.name }
      steps.append(
        Step(place: item.place, start: start, action: try action(item, rest, after: steps)))
    }
    return steps
  }

  /// The time of a step, which is none of a step before it.
  private func start(_ node: Node, after steps: [Step]) throws(ScenarioError) -> Duration {
    let start = try node.duration("at")
    if let earlier = steps.last(where: { $0.start != nil }), let time = earlier.start, start < time
    {
      throw node.error(
        "the step in line \(earlier.position.line) begins at \(time.text), and this one would before "
          + "it: steps are written in the order in which they are taken")
    }
    return start
  }

  private func action(
    _ node: Node, _ entries: [Node.Entry], after steps: [Step]
  ) throws(ScenarioError) -> StepAction {
    guard let entry = entries.first, let verb = entry.key.scalar else {
      throw node.error("an empty step: one of \(Self.verbs.joined(separator: ", "))")
    }
    guard Self.verbs.contains(verb) else {
      throw entry.key.unknown("step", verb, among: Self.verbs)
    }
    if entries.count > 1 {
      throw entries[1].key.error("a step does one thing: begin a new one with '- '")
    }
    switch verb {
    case "central":
      let (central, command) = try command(entry.value)
      if let quit = steps.first(where: { $0.isQuit(of: central) }) {
        throw entry.value.error("the central has quit by then, in line \(quit.position.line)")
      }
      return .central(central, command)
    case "expect":
      return .expect(try expectations.expectation(entry.value))
    case "recover":
      let expectation = try expectations.expectation(entry.value)
      guard case .seen = expectation.subject, expectation.witness == .central else {
        throw entry.value.error("recover takes what the central is to say, as a measurement")
      }
      return .recover(expectation)
    case "fault":
      return .fault(
        try FaultReader(meters: meters, centrals: centrals).step(entry.value))
    case "lift": return .lift(fault: try lifted(entry.value, among: steps))
    case "wait": return .wait(try entry.value.positiveDuration("the wait"))
    default:
      let fields = try Fields(entry.value, of: ScenarioKeys.meterStep)
      let meter = try meterIndex(fields["name"], among: meters)
      return .meter(
        meter, try loads.meterChange(fields, of: meters[meter].configuration))
    }
  }

  private var expectations: ExpectationReader {
    ExpectationReader(meters: meters, centrals: centrals)
  }

  /// Which central is told what.
  private func command(_ node: Node) throws(ScenarioError) -> (Int, CentralCommand) {
    guard node.scalar == nil else {
      let command = try word(node)
      guard centrals.count == 1 else {
        throw node.ambiguous(
          "write {name: NAME, do: \(command.name)}, to say", among: centrals)
      }
      return (0, command)
    }
    let fields = try Fields(node, of: ScenarioKeys.centralStep)
    guard let central = try centralIndex(fields["name"], among: centrals) else {
      throw node.ambiguous("'name:' has to say", among: centrals)
    }
    switch (fields["do"], fields["connect"], fields["send"]) {
    case (let command?, nil, nil): return (central, try word(command))
    case (nil, let name?, nil):
      return (central, .connect(name: try name.word("meter", among: meters.map(\.name))))
    case (nil, nil, let bytes?): return (central, .send(try self.bytes(bytes)))
    default: throw node.error("a central step has one of 'do:', 'connect:' and 'send:'")
    }
  }

  private func word(_ node: Node) throws(ScenarioError) -> CentralCommand {
    switch try node.word("command", among: ScenarioKeys.centralCommands.map(\.name)) {
    case "connect": return .connect(name: nil)
    case "disconnect": return .disconnect
    case "scan": return .scan
    case "background": return .background
    case "foreground": return .foreground
    default: return .quit
    }
  }

  /// As many bytes as one write can have.
  private func bytes(_ node: Node) throws(ScenarioError) -> [UInt8] {
    let text = try node.text("send")
    let bytes: [UInt8]
    do throws(HexTextError) { bytes = try HexText.bytes(text) } catch {
      throw node.error("send takes bytes in hex, such as F4: \(error)")
    }
    guard (1...512).contains(bytes.count) else {
      throw node.error("send takes 1 to 512 bytes, not \(bytes.count)")
    }
    return bytes
  }

  /// The name of the fault to lift, of which more must have been laid by then than lifted.
  private func lifted(_ node: Node, among steps: [Step]) throws(ScenarioError) -> String {
    let reader = FaultReader(meters: meters, centrals: centrals)
    let verb = try reader.verb(node, of: "lift", otherKeys: [])
    let balance = steps.reduce(0) { balance, step in
      switch step.action {
      case .fault(let fault) where fault.name == verb.fullName: balance + 1
      case .lift(verb.fullName): balance - 1
      default: balance
      }
    }
    guard balance > 0 else {
      throw node.error("no fault '\(verb.fullName)' was laid by a step before this one")
    }
    return verb.fullName
  }
}

/// The meter that a step names, or the first.
func meterIndex(_ node: Node?, among meters: [MeterPlan]) throws(ScenarioError) -> Int {
  guard let node else { return 0 }
  let name = try node.word("meter", among: meters.map(\.name))
  return meters.firstIndex { $0.name == name } ?? 0
}

extension Step {
  /// Whether the central ends with it.
  fileprivate func isQuit(of central: Int) -> Bool {
    if case .central(central, .quit) = action { true } else { false }
  }
}
