// What a scenario expects to be seen, and when.

import Records

/// One `expect:` step.
public struct Expectation: Sendable {
  /// Where it stands.
  public var place: SourcePlace
  /// What is expected.
  public var subject: Subject
  /// The central that it is about, from 0; nil where it is about none, or about all.
  public var central: Int?
  /// What the central is called where there are several.
  var centralName: String?

  /// The kinds of expectation.
  public enum Subject: Sendable {
    /// `count` records like the pattern, in time.
    case seen(RecordPattern, count: Int, timing: Timing)
    /// So many records like the pattern, no more and no fewer, in this time.
    case counted(RecordPattern, ClosedRange<Int>, within: Duration)
    /// A record like each of the patterns, each not before the one before it; others may lie between.
    case order([RecordPattern], within: Duration)
    /// No record like any of the patterns for so long.
    case never(RecordPattern, duration: Duration)
    /// Connection attempts on the air of the central on this adapter, each so long after the drop or
    /// the end of the one before.
    case attempts([Duration], tolerance: Duration, within: Duration?, adapter: Int)
  }

  /// When a record must come, counted from where the step before ended.
  public enum Timing: Sendable {
    /// At the latest then.
    case within(Duration)
    /// Just then, give or take the tolerance.
    case at(Duration, tolerance: Duration)

    /// The last moment.
    var latest: Duration {
      switch self {
      case .within(let duration): duration
      case .at(let duration, let tolerance): duration + tolerance
      }
    }

    var text: String {
      switch self {
      case .within(let duration): "within \(duration.text)"
      case .at(let duration, let tolerance): "at \(duration.text) ±\(tolerance.text)"
      }
    }
  }

  /// How long something may take when the scenario does not say.
  public static let defaultWithin = Duration.seconds(10)
  /// How exactly `at` and `attempts` are kept when the scenario does not say.
  public static let defaultTolerance = Duration.milliseconds(20)

  /// The expectation in words.
  public var text: String {
    switch subject {
    case .seen(let pattern, let count, let timing):
      "\(count == 1 ? "" : "\(count) times ")\(pattern.text) \(timing.text)"
    case .counted(let pattern, let range, let within):
      "\(range.lowerBound) to \(range.upperBound) times \(pattern.text) within \(within.text)"
    case .order(let patterns, let within):
      patterns.map(\.text).joined(separator: ", then ") + " within \(within.text)"
    case .never(let pattern, let duration):
      "no \(pattern.text) for \(duration.text)"
    case .attempts(let delays, let tolerance, let within, _):
      "\(centralName.map { "\($0)'s " } ?? "")attempts after \(delays.map(\.text).joined(separator: ", ")) ±\(tolerance.text)"
        + (within.map { " within \($0.text)" } ?? "")
    }
  }

  /// What records are asked for.
  var patterns: [RecordPattern] {
    switch subject {
    case .seen(let pattern, _, _), .counted(let pattern, _, _), .never(let pattern, _): [pattern]
    case .order(let patterns, _): patterns
    case .attempts: []
    }
  }

  /// Who is asked.
  public var witness: Witness {
    switch subject {
    case .seen(let pattern, _, _), .counted(let pattern, _, _), .never(let pattern, _):
      pattern.witness
    case .order(let patterns, _):
      patterns.first { $0.witness == .central }?.witness ?? patterns.first?.witness ?? .air
    case .attempts: .air
    }
  }
}
