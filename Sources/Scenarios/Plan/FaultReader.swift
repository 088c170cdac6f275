// Reads `fault: {level: verb, parameters…}` against the vocabulary.

import Records

/// Reads the faults of a scenario with these meters.
struct FaultReader {
  let faults: any FaultCatalogue
  let meters: [MeterPlan]

  /// Keys that every fault takes, whatever its verb.
  private static let commonKeys = ["for", "meter"]

  func step(_ node: Node) throws(ScenarioError) -> FaultStep {
    let (level, verb) = try name(node, of: "a fault", otherKeys: nil)
    guard let definition = definition(level, verb) else { throw node.error("unknown fault") }
    let parameters = definition.parameters
    let fields = try Fields(
      node, of: "\(level).\(verb)", keys: [level] + parameters.map(\.name) + Self.commonKeys)
    var arguments: [String: FaultValue] = [:]
    for parameter in parameters {
      if let value = fields[parameter.name] {
        arguments[parameter.name] = try self.value(value, of: parameter)
      } else if parameter.isRequired {
        throw node.error("\(level).\(verb) needs '\(parameter.name):'")
      }
    }
    return FaultStep(
      fault: FaultSpecification(level: level, verb: verb, arguments: arguments),
      meter: try meterIndex(fields["meter"], among: meters),
      duration: try fields["for"].map { node throws(ScenarioError) in
        try node.positiveDuration("for")
      })
  }

  /// The level and the verb; other keys are left to the caller unless they are given.
  func name(
    _ node: Node, of what: String, otherKeys: [String]?
  ) throws(ScenarioError) -> (level: String, verb: String) {
    let levels = levels
    var found: (level: String, node: Node)?
    for entry in try node.entries(of: what) {
      let key = entry.key.scalar ?? ""
      if levels.contains(key) {
        if found != nil { throw entry.key.error("\(what) has one level") }
        found = (key, entry.value)
      } else if let otherKeys, !otherKeys.contains(key) {
        throw entry.key.unknown("level", key, among: levels)
      }
    }
    guard let found else {
      let first = try node.entries(of: what).first
      guard let first, let word = first.key.scalar else {
        throw node.error("\(what) needs a level: \(levels.joined(separator: ", "))")
      }
      throw first.key.unknown("level", word, among: levels)
    }
    let verbs = faults.definitions.filter { $0.level == found.level }.map(\.verb)
    return (found.level, try found.node.word("\(found.level) fault", among: verbs))
  }

  private var levels: [String] {
    faults.definitions.reduce(into: []) { levels, definition in
      if !levels.contains(definition.level) { levels.append(definition.level) }
    }
  }

  private func definition(_ level: String, _ verb: String) -> FaultDefinition? {
    faults.definitions.first { $0.level == level && $0.verb == verb }
  }

  private func value(
    _ node: Node, of parameter: FaultParameterDefinition
  ) throws(ScenarioError) -> FaultValue {
    let name = parameter.name
    switch parameter.kind {
    case .duration: return .duration(try node.duration(name))
    case .integer(let range): return .integer(try node.integer(name, in: range))
    case .choice(let words): return .text(try node.word(name, among: words))
    case .flag: return .flag(try node.flag(name))
    case .text: return .text(try node.text(name))
    }
  }
}
