// Reads `expect: {…}`.

import Records
import SharedProtocols

/// Reads the expectations of a scenario with these meters and centrals.
struct ExpectationReader {
  /// How many records an expectation may ask for.
  static let counts = 1...100_000

  let meters: [MeterPlan]
  let centrals: [CentralPlan]

  func expectation(_ node: Node) throws(ScenarioError) -> Expectation {
    let fields = try Fields(node, of: ExpectationKeys.expectation)
    let present = Subject.all.filter { fields[$0.name] != nil }
    guard let subject = present.first else {
      let names = Subject.all.map(\.name).joined(separator: ", ")
      throw node.error("an expectation needs one of \(names)")
    }
    if present.count > 1 {
      throw node.error(
        "an expectation has one subject, not both \(present[0].name) and \(present[1].name)")
    }
    let value = try fields.required(subject.name)
    for qualifier in ExpectationKeys.qualifiers where !subject.qualifiers.contains(qualifier.name) {
      guard let stray = fields[qualifier.name] else { continue }
      throw stray.error("'\(qualifier.name)' has no meaning for '\(subject.name)'")
    }
    var central = try centralIndex(fields["central"], among: centrals)
    let whole: Expectation.Subject
    switch subject.name {
    case "attempts": whole = try attempts(value, fields)
    case "never": whole = try never(value, fields)
    case "order": whole = try order(value, fields)
    default: whole = try seen(subject.name, value, fields)
    }
    // An adapter says who it is as well as a name does.
    if central == nil, case .seen(let pattern, _, _) = whole, pattern.witness == .central {
      central = centrals.firstIndex { $0.adapter == pattern.adapter }
    }
    return Expectation(
      place: node.place, subject: whole, central: central,
      centralName: centrals.count > 1 ? central.flatMap { centrals[$0].name } : nil)
  }

  /// The adapter of the central that is named beside the subject, or of the only one.
  private func centralsAdapter(_ fields: Fields) throws(ScenarioError) -> Int {
    guard let central = try centralIndex(fields["central"], among: centrals) else {
      throw fields.node.ambiguous("'central:' has to say", among: centrals)
    }
    return centrals[central].adapter
  }

  private func patterns(
    witness: Node?, central: Node?, tolerance: Node? = nil
  ) -> PatternReader {
    PatternReader(
      meters: meters, centrals: centrals, witness: witness, central: central,
      tolerance: tolerance)
  }

  private func attempts(_ node: Node, _ fields: Fields) throws(ScenarioError)
    -> Expectation.Subject
  {
    var delays: [Duration] = []
    for item in try node.items(of: "attempts") { delays.append(try item.duration("a delay")) }
    guard !delays.isEmpty else {
      throw node.error("no attempts: write 'never: attempt' with 'for:'")
    }
    return .attempts(
      delays, tolerance: try timeTolerance(fields),
      within: try fields["within"].map { node throws(ScenarioError) in
        try node.positiveDuration("within")
      }, adapter: try centralsAdapter(fields))
  }

  private func never(_ node: Node, _ fields: Fields) throws(ScenarioError) -> Expectation.Subject {
    let patterns = patterns(witness: fields["witness"], central: fields["central"])
    var pattern: RecordPattern
    if node.scalar != nil {
      _ = try node.word("subject of never", among: ["attempt", "connection"])
      try patterns.refuseWitness(but: .air)
      let kind = node.scalar == "attempt" ? "attempt.start" : "connected"
      pattern = RecordPattern(.air, kind, adapter: try centralsAdapter(fields))
      pattern.central = try patterns.tellingName()
    } else {
      pattern = try one(node, of: "never", patterns)
    }
    return .never(pattern, duration: try fields.required("for").positiveDuration("for"))
  }

  private func order(_ node: Node, _ fields: Fields) throws(ScenarioError) -> Expectation.Subject {
    let items = try node.items(of: "order")
    guard items.count >= 2 else { throw node.error("an order is of at least two") }
    guard items.count <= 1000 else { throw items[1000].error("an order is of at most 1000") }
    var order: [RecordPattern] = []
    for item in items {
      order.append(try one(item, of: "order", patterns(witness: nil, central: nil)))
    }
    return .order(
      order,
      within: try fields["within"].map { node throws(ScenarioError) in
        try node.positiveDuration("within")
      } ?? Expectation.defaultWithin)
  }

  /// A mapping with one subject, such as `{state: communicating}`, and beside it the central.
  private func one(
    _ node: Node, of what: String, _ patterns: PatternReader
  ) throws(ScenarioError) -> RecordPattern {
    let all = try node.entries(of: what)
    let central = all.first { $0.key.scalar == "central" }
    let entries = all.filter { $0.key.scalar != "central" }
    guard entries.count == 1, let entry = entries.first, let key = entry.key.scalar else {
      throw node.error("\(what) has one subject")
    }
    if let central, patterns.central != nil {
      throw central.key.error("the central is named beside '\(what)' already")
    }
    var patterns = patterns
    if let central { patterns.central = central.value }
    let subjects = Subject.patterns.map(\.name)
    guard subjects.contains(key) else {
      throw entry.key.unknown("subject of \(what)", key, among: subjects)
    }
    return try patterns.pattern(key, entry.value, in: node)
  }

  private func seen(
    _ subject: String, _ node: Node, _ fields: Fields
  ) throws(ScenarioError) -> Expectation.Subject {
    if fields["at"] != nil, let within = fields["within"] {
      throw within.error("'at' says already when: leave out 'within'")
    }
    // With `at`, the tolerance is one of time; else it is one of the values measured.
    let valueTolerance = fields["at"] == nil ? fields["tolerance"] : nil
    if let valueTolerance, subject != "measurement" {
      throw valueTolerance.error("'tolerance' needs 'at' or a measurement")
    }
    let pattern = try patterns(
      witness: fields["witness"], central: fields["central"], tolerance: valueTolerance
    ).pattern(subject, node, in: fields.node)
    if let valueTolerance { try refuse(valueTolerance, beyond: pattern) }
    if let node = fields["count"], let range = try node.countRange() {
      if let at = fields["at"] {
        throw at.error("'at' is the time of one record: leave out 'count'")
      }
      return .counted(
        pattern, range,
        within: try fields.required("within").positiveDuration("within"))
    }
    var count = 1
    if let node = fields["count"] { count = try node.integer("count", in: Self.counts) }
    let timing: Expectation.Timing
    if let at = fields["at"] {
      timing = .at(try at.duration("at"), tolerance: try timeTolerance(fields))
      if count > 1 { throw at.error("'at' is the time of one record: leave out 'count'") }
    } else if let within = fields["within"] {
      timing = .within(try within.positiveDuration("within"))
    } else {
      timing = .within(Expectation.defaultWithin)
    }
    return .seen(pattern, count: count, timing: timing)
  }

  /// A tolerance is for the numbers that are expected, and for nothing else.
  private func refuse(_ tolerance: Node, beyond pattern: RecordPattern) throws(ScenarioError) {
    let numbers = pattern.details.filter { detail in
      if case .near = detail.match { true } else { false }
    }.map(\.name)
    guard !numbers.isEmpty else {
      throw tolerance.error("'tolerance' needs a value that is measured, such as volts")
    }
    guard tolerance.scalar == nil else { return }
    for entry in try tolerance.entries(of: "the tolerance") {
      let name = entry.key.scalar ?? ""
      guard numbers.contains(name) else {
        throw entry.key.error(
          "nothing is said of \(name) that a tolerance could be for",
          suggestion: numbers.count == 1 ? numbers[0] : suggestion(for: name, among: numbers))
      }
    }
  }

  private func timeTolerance(_ fields: Fields) throws(ScenarioError) -> Duration {
    try fields["tolerance"].map { node throws(ScenarioError) in
      try node.duration("the tolerance")
    } ?? Expectation.defaultTolerance
  }
}

extension Node {
  /// The numbers of `3..5`; nil for what is no range.
  fileprivate func countRange() throws(ScenarioError) -> ClosedRange<Int>? {
    guard let text = scalar, let dots = text.firstRange(of: "..") else { return nil }
    let bounds = [text[..<dots.lowerBound], text[dots.upperBound...]].map { Int($0) }
    guard let least = bounds[0], let most = bounds[1], least >= 0, least <= most,
      ExpectationReader.counts.contains(most)
    else {
      throw error(
        "a range of counts is as 3..5, from the least to the most, at most "
          + "\(ExpectationReader.counts.upperBound), not \(kindName)")
    }
    return least...most
  }
}
