// Reads `fault: {level: verb, parameters…}` against the vocabulary.

import Faults
import Records

/// Reads the faults of a scenario with these meters and centrals.
struct FaultReader {
  let meters: [MeterPlan]
  let centrals: [CentralPlan]

  /// Keys that every fault takes, whatever its verb.
  static let commonKeys = [
    Key("for", .time, "How long it lies; until it is lifted or the scenario ends if not said."),
    Key("meter", Form("a meter's name", .text), "Which meter it hits; the first if not said."),
    Key(
      "central", Form("a central's name", .text),
      "Which central it hits, where there are several: of the levels `gatt` and `link` but for "
        + "\(names { !$0.isOfOneCentral && atLinks($0) }), and of "
        + "\(names { $0.isOfOneCentral && !atLinks($0) }). Others hit all."),
  ]

  private static func names(_ isMeant: (any FaultVerb.Type) -> Bool) -> String {
    FaultVocabulary.all.filter(isMeant).map { "`\($0.fullName)`" }.joined(separator: " and ")
  }

  private static func atLinks(_ verb: any FaultVerb.Type) -> Bool {
    verb.level == .gatt || verb.level == .link
  }

  /// The levels that have verbs, in the order of the vocabulary. (A key path to a property of a verb
  /// would crash the compiler of Swift 6.3.1, here and below.)
  private static let levels = FaultVocabulary.all.map { $0.level.rawValue }
    .reduce(into: [String]()) { levels, level in if !levels.contains(level) { levels.append(level) }
    }

  /// The keys of a fault: its level with the verb, the verb's own, and those that all have.
  static func mapping(of verb: any FaultVerb.Type) -> Mapping {
    let own = verb.parameters.map { parameter in
      Key(
        parameter.name, Form(parameter.kind.description, parameter.kind.shape),
        isRequired: parameter.isRequired,
        parameter.summary)
    }
    return Mapping(
      verb.fullName,
      [
        Key(
          verb.level.rawValue, Form(verb.name, .words([verb.name])), isRequired: true, verb.summary)
      ] + own + commonKeys)
  }

  func step(_ node: Node) throws(ScenarioError) -> FaultStep {
    let verb = try verb(node, of: "a fault", otherKeys: nil)
    let parameters = verb.parameters
    let fields = try Fields(node, of: Self.mapping(of: verb))
    var arguments: [String: FaultValue] = [:]
    for parameter in parameters {
      if let value = fields[parameter.name] {
        arguments[parameter.name] = try self.value(value, of: parameter)
      }
    }
    let fault: any FaultVerb
    do throws(FaultArgumentError) {
      fault = try verb.make(arguments)
    } catch .unacceptable(let parameter, let allowed) {
      // What a kind alone cannot say, as that a text is a UUID.
      throw (fields[parameter] ?? node).error("\(parameter) must be \(allowed)")
    } catch {
      throw node.error("\(verb.fullName): \(error)")
    }
    return FaultStep(
      fault: fault,
      meter: try meterIndex(fields["meter"], among: meters),
      central: try central(fields["central"], of: verb, at: node),
      duration: try fields["for"].map { node throws(ScenarioError) in
        try node.positiveDuration("for")
      })
  }

  private func central(
    _ name: Node?, of verb: any FaultVerb.Type, at node: Node
  ) throws(ScenarioError) -> Int {
    guard verb.isOfOneCentral else {
      if let name {
        throw name.error("\(verb.fullName) hits every central: leave 'central:' out")
      }
      return 0
    }
    guard let index = try centralIndex(name, among: centrals) else {
      throw node.ambiguous("'central:' has to say", among: centrals)
    }
    return index
  }

  /// The verb at its level; keys beside it must be among `otherKeys`, if that is given.
  func verb(
    _ node: Node, of what: String, otherKeys: [String]?
  ) throws(ScenarioError) -> any FaultVerb.Type {
    var found: (level: String, node: Node)?
    for entry in try node.entries(of: what) {
      let key = entry.key.scalar ?? ""
      if Self.levels.contains(key) {
        if found != nil { throw entry.key.error("\(what) has one level") }
        found = (key, entry.value)
      } else if let otherKeys, !otherKeys.contains(key) {
        throw entry.key.unknown("level", key, among: Self.levels)
      }
    }
    guard let found else {
      guard let first = try node.entries(of: what).first, let word = first.key.scalar else {
        throw node.error("\(what) needs a level: \(Self.levels.joined(separator: ", "))")
      }
      throw first.key.unknown("level", word, among: Self.levels)
    }
    let verbs = FaultVocabulary.all.filter { $0.level.rawValue == found.level }
    let name = try found.node.word("\(found.level) fault", among: verbs.map { $0.name })
    guard let verb = verbs.first(where: { $0.name == name }) else {
      throw found.node.unknown("\(found.level) fault", name, among: verbs.map { $0.name })
    }
    return verb
  }

  private func value(
    _ node: Node, of parameter: FaultParameter
  ) throws(ScenarioError) -> FaultValue {
    let name = parameter.name
    switch parameter.kind {
    case .duration: return .duration(try node.duration(name))
    case .integer(let range): return .integer(try node.integer(name, in: range))
    case .byte: return .integer(try node.integer(name, in: 0...0xFF))
    case .errorCode: return .integer(try node.integer(name, in: 1...0xFF))
    case .choice(let words): return .text(try node.word(name, among: words))
    case .flag: return .flag(try node.flag(name))
    case .text: return .text(try node.text(name))
    case .bytes(let range): return .bytes(try node.bytes(name, counting: range))
    }
  }
}

extension FaultParameter.Kind {
  /// What a value looks like.
  fileprivate var shape: Shape {
    switch self {
    case .duration: .time
    case .integer(let range): .integer(range)
    case .byte: .integer(0...0xFF)
    case .errorCode: .integer(1...0xFF)
    case .choice(let words): .words(words)
    case .flag: .flag
    case .text, .bytes: .text
    }
  }
}
