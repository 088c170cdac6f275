// Reads what a record must look like: `state: …`, `event: …`, `record: {…}` and their kin.

import Records
import SharedProtocols

/// Reads patterns for a scenario with these meters and centrals.
struct PatternReader {
  let meters: [MeterPlan]
  let centrals: [CentralPlan]
  /// The `witness:` beside the subject.
  let witness: Node?
  /// The `central:` beside the subject.
  var central: Node?
  /// The `tolerance:` beside a measurement.
  let tolerance: Node?

  /// The pattern that `node` asks for under the key `subject`, one of `Subject.patterns`; `whole` is
  /// what it stands in.
  func pattern(
    _ subject: String, _ node: Node, in whole: Node
  ) throws(ScenarioError) -> RecordPattern {
    try ofCentral(pattern(subject, node), subject, in: whole)
  }

  /// The pattern with the central that it is about, where there are several.
  private func ofCentral(
    _ pattern: RecordPattern, _ subject: String, in whole: Node
  ) throws(ScenarioError) -> RecordPattern {
    let index = try centralIndex(central, among: centrals)
    guard centrals.count > 1 else { return pattern }
    var pattern = pattern
    guard let index else {
      let needsName = pattern.witness == .central || ["disconnected", "hci"].contains(subject)
      if needsName, pattern.adapter == nil {
        throw whole.ambiguous("'central:' has to say", among: centrals)
      }
      return pattern
    }
    if let central {
      if pattern.adapter != nil {
        throw central.error("'adapter:' says already which: leave one out")
      }
      let isSentToCentral =
        pattern.kind == "att"
        && !pattern.details.contains { $0.name == "direction" && $0.match.is("toPeripheral") }
      if isSentToCentral {
        throw central.error("only an 'att' with 'direction: toPeripheral' is sent by a central")
      }
      if pattern.witness == .emulator {
        throw central.error(
          "a meter does not know which central it is: ask the air, or leave 'central:' out")
      }
      if pattern.witness == .harness, pattern.kind != "command" {
        throw central.error("'\(pattern.kind)' is of no central: leave 'central:' out")
      }
    }
    pattern.adapter = centrals[index].adapter
    pattern.central = centrals[index].name
    return pattern
  }

  /// What the central is called that is named beside the subject, where there are several.
  func tellingName() throws(ScenarioError) -> String? {
    guard centrals.count > 1 else { return nil }
    return try centralIndex(central, among: centrals).flatMap { centrals[$0].name }
  }

  private func pattern(_ subject: String, _ node: Node) throws(ScenarioError) -> RecordPattern {
    switch subject {
    case "state":
      try refuseWitness(but: .central)
      let state = try node.word("state", among: RecordVocabulary.states)
      return RecordPattern(.central, "state", details: [("state", .equals(.text(state)))])
    case "identified":
      try refuseWitness(but: .central)
      return try shorthand(node, .central, "identified", "model")
    case "rejected":
      try refuseWitness(but: .central)
      return try shorthand(node, .central, "rejected", "reason")
    case "measurement":
      try refuseWitness(but: .central)
      return try pattern(.central, "measurement", of: node.entries(of: "measurement"))
    case "disconnected":
      try refuseWitness(but: .air)
      // The air sees a drop at both ends; the central's is the one that is judged.
      var pattern = try pattern(.air, "disconnected", of: node.entries(of: "disconnected"))
      if centrals.count == 1 { pattern.adapter = pattern.adapter ?? centrals[0].adapter }
      return pattern
    case "att":
      try refuseWitness(but: .air)
      return try attribute(node)
    case "hci":
      try refuseWitness(but: .air)
      return try hci(node)
    case "event":
      return try general(node, witness: try namedWitness(witness) ?? .central, ownKeys: ["kind"])
    default:
      guard
        let entry = try node.entries(of: "a record").first(where: { $0.key.scalar == "witness" })
      else { throw node.error("a record needs 'witness:'") }
      if let witness { throw witness.error("the witness of a record stands inside it") }
      return try general(
        node, witness: try namedWitness(entry.value) ?? .central, ownKeys: ["kind", "witness"])
    }
  }

  /// A PDU by its details, its handle and its bytes.
  private func attribute(_ node: Node) throws(ScenarioError) -> RecordPattern {
    let entries = try node.entries(of: "att")
    let own = ["handle", "bytes"]
    for entry in entries {
      let known = RecordVocabulary.detailNames(of: .air, "att") + own + ["adapter"]
      guard known.contains(entry.key.scalar ?? "") else {
        throw entry.key.unknown("detail of 'att'", entry.key.scalar ?? "", among: known)
      }
    }
    var pattern = try pattern(
      .air, "att", of: entries.filter { !own.contains($0.key.scalar ?? "") })
    var pdu = RecordPattern.PDU()
    for entry in entries where own.contains(entry.key.scalar ?? "") {
      if entry.key.scalar == "handle" {
        pdu.handle = try entry.value.integer("handle", in: 1...0xFFFF)
      } else {
        pdu.beginning = try entry.value.bytePattern("bytes")
      }
    }
    pattern.pdu = pdu
    return pattern
  }

  /// A scalar that is the one detail, or a mapping of details.
  private func shorthand(
    _ node: Node, _ witness: Witness, _ kind: String, _ detail: String
  ) throws(ScenarioError) -> RecordPattern {
    guard node.scalar != nil else {
      return try pattern(witness, kind, of: node.entries(of: kind))
    }
    return RecordPattern(witness, kind, details: [try self.detail(detail, node, witness, kind)])
  }

  /// The kind alone, or a mapping with `kind:` and details.
  private func general(
    _ node: Node, witness: Witness, ownKeys: [String]
  ) throws(ScenarioError) -> RecordPattern {
    let kinds = RecordVocabulary.kinds(of: witness).map(\.name).sorted()
    let what = "kind of record of the \(witness.rawValue)"
    guard node.scalar == nil else {
      return RecordPattern(witness, try node.word(what, among: kinds))
    }
    let entries = try node.entries(of: "a record")
    guard let kind = entries.first(where: { $0.key.scalar == "kind" }) else {
      throw node.error("a record needs 'kind:'")
    }
    return try pattern(
      witness, kind.value.word(what, among: kinds),
      of: entries.filter { !ownKeys.contains($0.key.scalar ?? "") })
  }

  private func pattern(
    _ witness: Witness, _ kind: String, of entries: [Node.Entry]
  ) throws(ScenarioError) -> RecordPattern {
    var pattern = RecordPattern(witness, kind)
    for entry in entries {
      let name = entry.key.scalar ?? ""
      if name == "adapter" {
        let adapter = try entry.value.integer("adapter", in: adapters(of: witness))
        if witness == .central, !centrals.contains(where: { $0.adapter == adapter }) {
          throw entry.value.error(
            "the centrals are on \(centrals.map { "hci\($0.adapter)" }.list)")
        }
        pattern.adapter = adapter
        continue
      }
      guard RecordVocabulary.detail(name, of: witness, kind) != nil else {
        throw entry.key.unknown(
          "detail of '\(kind)'", name, among: RecordVocabulary.detailNames(of: witness, kind))
      }
      pattern.details.append(try detail(name, entry.value, witness, kind))
    }
    return pattern
  }

  private func detail(
    _ name: String, _ node: Node, _ witness: Witness, _ kind: String
  ) throws(ScenarioError) -> (name: String, match: RecordPattern.Match) {
    let detail = RecordVocabulary.detail(name, of: witness, kind) ?? (name, .text)
    return (detail.recordName, try match(name, node, as: detail.kind))
  }

  private func match(
    _ name: String, _ node: Node, as kind: DetailKind
  ) throws(ScenarioError) -> RecordPattern.Match {
    switch kind {
    case .text:
      let text = try node.text(name)
      let models = MeterModel.allCases.map(\.rawValue) + ["unknown"]
      if name == "model", !models.contains(text) {
        throw node.unknown("model", text, among: models)
      }
      return .equals(.text(text))
    case .choice(let words): return .equals(.text(try node.word(name, among: words)))
    case .fault:
      let text = try node.text(name)
      guard text.hasPrefix("fault-"), let number = Int(text.dropFirst(6)), number > 0 else {
        throw node.error("a fault is named by its turn, as fault-1, not \(node.kindName)")
      }
      return .equals(.text(text))
    case .flag: return .equals(.flag(try node.flag(name)))
    case .integer: return .equals(.integer(try node.integer(name, in: Int.min...Int.max)))
    case .counter:
      let count = try node.integer(name, in: Int.min...Int.max)
      guard let tolerance = try valueTolerance(of: name) else { return .equals(.integer(count)) }
      return .near(Double(count), tolerance: tolerance)
    case .nanoseconds:
      return .equals(.integer(Int(try node.duration(name).wholeNanoseconds)))
    case .number:
      let number = try node.number(name, of: .named(name), in: -1e9...1e9)
      let resolution = meters.first?.configuration.resolution(of: name) ?? 0
      return .near(number, tolerance: try valueTolerance(of: name) ?? resolution)
    }
  }

  /// One number for all, or a mapping by name.
  private func valueTolerance(of name: String) throws(ScenarioError) -> Double? {
    guard let tolerance else { return nil }
    if tolerance.scalar != nil {
      return try tolerance.number("the tolerance", of: .named(name), in: 0...1e9)
    }
    let fields = try Fields(tolerance, of: ExpectationKeys.tolerance)
    return try fields[name].map { node throws(ScenarioError) in
      try node.number("the tolerance of \(name)", of: .named(name), in: 0...1e9)
    }
  }

  private func namedWitness(_ node: Node?) throws(ScenarioError) -> Witness? {
    guard let node else { return nil }
    return Witness(
      rawValue: try node.word("witness", among: Witness.allCases.map(\.rawValue)))
  }

  /// Those that records of the witness can be of.
  func adapters(of witness: Witness) -> ClosedRange<Int> {
    switch witness {
    case .air: 0...(meters.count + centrals.count - 1)
    case .emulator: 1...meters.count
    case .central, .harness: 0...(centrals.last?.adapter ?? 0)
    }
  }

  func refuseWitness(but only: Witness) throws(ScenarioError) {
    if let witness, try namedWitness(witness) != only {
      throw witness.error("only the \(only.rawValue) can witness this")
    }
  }
}

extension Node {
  /// Bytes in hex, `??` for any.
  func bytePattern(_ what: String) throws(ScenarioError) -> [UInt8?] {
    let words = try text(what).split(separator: " ")
    var bytes: [UInt8?] = []
    for word in words {
      if word == "??" {
        bytes.append(nil)
      } else if word.count == 2, let byte = UInt8(word, radix: 16) {
        bytes.append(byte)
      } else {
        throw error("\(what) are hex digits in pairs, apart, or ??, not '\(word.prefix(20))'")
      }
    }
    guard bytes.count <= 517 else { throw error("\(what) are more than a PDU can have, 517") }
    return bytes
  }
}
