// Reads `expect: {…}`.

import Records
import SharedProtocols

/// Reads the expectations of a scenario with these meters.
struct ExpectationReader {
  let meters: [MeterPlan]

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
    switch subject.name {
    case "attempts":
      return Expectation(position: node.position, subject: try attempts(value, fields))
    case "never":
      return Expectation(position: node.position, subject: try never(value, fields))
    default:
      return Expectation(position: node.position, subject: try seen(subject.name, value, fields))
    }
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
      })
  }

  private func never(_ node: Node, _ fields: Fields) throws(ScenarioError) -> Expectation.Subject {
    let patterns = PatternReader(meters: meters, witness: fields["witness"], tolerance: nil)
    let pattern: RecordPattern
    if node.scalar != nil {
      _ = try node.word("subject of never", among: ["attempt", "connection"])
      try patterns.refuseWitness(but: .air)
      pattern =
        node.scalar == "attempt" ? .attempt : RecordPattern(.air, "connected", adapter: 0)
    } else {
      let entries = try node.entries(of: "never")
      guard entries.count == 1, let entry = entries.first, let key = entry.key.scalar else {
        throw node.error("never has one subject")
      }
      let subjects = Subject.patterns.map(\.name)
      guard subjects.contains(key) else {
        throw entry.key.unknown("subject of never", key, among: subjects)
      }
      pattern = try patterns.pattern(key, entry.value)
    }
    return .never(pattern, duration: try fields.required("for").positiveDuration("for"))
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
    let pattern = try PatternReader(
      meters: meters, witness: fields["witness"], tolerance: valueTolerance
    ).pattern(subject, node)
    if let valueTolerance { try refuse(valueTolerance, beyond: pattern) }
    var count = 1
    if let node = fields["count"] { count = try node.integer("count", in: 1...100_000) }
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

extension RecordPattern {
  /// The start of a connection attempt by the central, on the air.
  static let attempt = RecordPattern(.air, "attempt.start", adapter: 0)
}
