// A plan as the scenario file that is run, kept and replayed: there is no other form of it.

import Faults
import SharedProtocols

/// A plan's file.
struct ScenarioText {
  /// The file's text.
  private(set) var text = ""
  /// The lines of each exchange, from 1.
  private(set) var lines: [ClosedRange<Int>] = []
  private var lineCount = 0
  /// Whether the user wants the meter so far.
  private var isWanted = false

  /// How long a central may take to read a good frame once nothing is wrong any more: the longest
  /// that the requirements' limits add up to, a mute meter's three requests, the ladder's three
  /// delays, a discovery that fails in each and a connect that is given up.
  static let recoveryLimit = "60s"

  /// The file of a plan. `comments` stand at its head.
  init(_ plan: FuzzPlan, title: String, comments: [String] = []) {
    for comment in comments { add("# \(comment)") }
    add("scenario: \(title)")
    add("covers: [HIL-6]")
    add("meters: [{\(plan.meter.yaml)}]")
    if let cap = plan.attemptCap { add("policy: {attemptCap: \(cap)}") }
    add("always: everything")
    add("limit: 24h")
    add("timeline:")
    for exchange in plan.exchanges {
      let first = lineCount + 1
      write(exchange, of: plan.meter)
      lines.append(first...lineCount)
    }
    if plan.exchanges.isEmpty {
      want(true)
      add("  - recover: {measurement: {}, within: \(Self.recoveryLimit)}")
    }
  }

  private mutating func add(_ line: String) {
    text += line + "\n"
    lineCount += 1
  }

  /// The user connects or disconnects, unless he has.
  private mutating func want(_ wish: Bool) {
    if wish != isWanted { add("  - central: \(wish ? "connect" : "disconnect")") }
    isWanted = wish
  }

  private mutating func write(_ exchange: FuzzExchange, of meter: FuzzMeter) {
    for action in exchange.actions {
      switch action {
      case .fault(let fault): add("  - fault: \(Self.yaml(fault))")
      case .wait(let milliseconds): add("  - wait: \(milliseconds)ms")
      case .disconnect: want(false)
      case .connect: want(true)
      }
    }
    // What a meter was taken for by a false advertisement it stays until it is connected to anew.
    if exchange.faults.contains(where: { $0.level == .advertising }), isWanted {
      want(false)
      add("  - wait: 2500ms")
    }
    for fault in exchange.faults.reversed() {
      add("  - lift: {\(fault.level.rawValue): \(fault.verb)}")
    }
    want(true)
    add("  - meter: {load: {volts: \(exchange.volts), amperes: 1}}")
    let told = meter.tellsWatts ? "watts" : "volts"
    add(
      "  - recover: {measurement: {\(told): \(exchange.volts)}, within: \(Self.recoveryLimit)}")
  }

  /// A fault as it stands in a step.
  static func yaml(_ fault: FuzzFault) -> String {
    let kinds = fault.type?.parameters ?? []
    let arguments = fault.arguments.map { argument in
      let kind = kinds.first { $0.name == argument.name }?.kind
      return ", \(argument.name): \(yaml(argument.value, kind))"
    }
    return "{\(fault.level.rawValue): \(fault.verb)\(arguments.joined())}"
  }

  private static func yaml(_ value: FaultValue, _ kind: FaultParameter.Kind?) -> String {
    switch value {
    case .duration(let duration): "\(Int(duration / .milliseconds(1)))ms"
    case .integer(let integer):
      kind == .byte || kind == .errorCode
        ? "0x" + (integer < 16 ? "0" : "") + String(integer, radix: 16, uppercase: true)
        : String(integer)
    case .text(let text): "'\(text)'"
    case .flag(let flag): String(flag)
    case .bytes(let bytes): "'\(bytes.spacedHex)'"
    }
  }
}
