// Reads `expect: {…}`.

import Records
import SharedProtocols

/// Reads the expectations of a scenario with these meters.
struct ExpectationReader {
  let meters: [MeterPlan]

  private static let subjects =
    ["attempts", "never"] + PatternReader.subjects
  private static let qualifiers = ["within", "at", "for", "tolerance", "count", "witness"]

  func expectation(_ node: Node) throws(ScenarioError) -> Expectation {
    let fields = try Fields(
      node, of: "an expectation", keys: Self.subjects + Self.qualifiers)
    let present = fields.present(among: Self.subjects)
    guard let subject = present.first else {
      throw node.error("an expectation needs one of \(Self.subjects.joined(separator: ", "))")
    }
    if present.count > 1 {
      throw node.error("an expectation has one subject, not both \(present[0]) and \(present[1])")
    }
    let value = try fields.required(subject)
    let allowed: [String]
    switch subject {
    case "attempts": allowed = ["tolerance", "within"]
    case "never": allowed = ["for", "witness"]
    default: allowed = ["within", "at", "tolerance", "count", "witness"]
    }
    for qualifier in fields.present(among: Self.qualifiers) where !allowed.contains(qualifier) {
      throw try fields.required(qualifier).error("'\(qualifier)' has no meaning for '\(subject)'")
    }
    switch subject {
    case "attempts":
      return Expectation(position: node.position, subject: try attempts(value, fields))
    case "never":
      return Expectation(position: node.position, subject: try never(value, fields))
    default:
      return Expectation(position: node.position, subject: try seen(subject, value, fields))
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
      pattern =
        node.scalar == "attempt" ? .attempt : RecordPattern(.air, "connected", adapter: 0)
    } else {
      let entries = try node.entries(of: "never")
      guard entries.count == 1, let entry = entries.first, let key = entry.key.scalar else {
        throw node.error("never has one subject")
      }
      guard PatternReader.subjects.contains(key) else {
        throw entry.key.unknown("subject of never", key, among: PatternReader.subjects)
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
