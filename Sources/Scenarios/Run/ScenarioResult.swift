// What came of a scenario. A result stands for itself: it travels from the guest to the host as JSON
// and is rendered there without the scenario at hand.

import FoundationEssentials
import Records
import TestBench

/// What a run says of the central.
public enum Verdict: String, Sendable, Codable, CaseIterable {
  /// Every step held and every fault fired.
  case passed
  /// The central did not do as expected.
  case failed
  /// The harness or its environment failed, which says nothing of the central.
  case broken
  /// Something could not be measured here.
  case unknown
  /// It was not run, for its lane cannot bring about or measure what it asks for.
  case skipped
}

/// The outcome of one scenario. In JSON each property has its name here, except that times end in
/// `_ns`.
public struct ScenarioResult: Sendable, Codable {
  /// The scenario's title.
  public var title: String
  /// What it is called: its file as the user wrote it, and behind it in brackets the row of its table.
  public var file: String
  /// The requirements that it covers.
  public var covers: [String]
  /// What came of it.
  public var verdict: Verdict
  /// Why it did not pass; nil when it did.
  public var failure: ScenarioFailure?
  /// How long it ran on the scenario's clock.
  public var durationNanoseconds: Int64
  /// The faults that were laid.
  public var faults: [FaultReport]
  /// How many guests were started for it: more than one when the first died before it began.
  public var boots: Int
  /// The verdicts that it came to before, where it was run again for them.
  public var earlier: [Verdict] = []
  /// The command that runs it again; nil when nobody has said.
  public var reproduction: String?
  /// The folder with its capture and logs; nil when none was kept.
  public var folder: String?
  /// The centrals, where there were several; nil for one.
  public var centrals: [CentralReport]?

  private enum CodingKeys: String, CodingKey {
    case title, file, covers, verdict, failure, faults, boots, earlier, reproduction, folder
    case centrals
    case durationNanoseconds = "duration_ns"
  }

  /// Whether it passed at last and not at first, so that neither verdict says much.
  public var isFlaky: Bool { verdict == .passed && !earlier.isEmpty }

  /// What a shell takes to run the scenario again.
  var commandToRepeat: String {
    let isPlain = file.allSatisfy { character in
      character.isASCII
        && (character.isLetter || character.isNumber || "/._-+,:@%".contains(character))
    }
    let word =
      isPlain
      ? file
      : "'"
        + file.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    return "meterloop test \(word)"
  }

  /// The result of a scenario that could not be run at all, because of what it says at `position`
  /// if that is given.
  public static func broken(
    _ scenario: Scenario, because reason: String, boots: Int, at position: SourcePosition? = nil
  ) -> ScenarioResult {
    ScenarioResult(
      title: scenario.title, file: scenario.name, covers: scenario.covers, verdict: .broken,
      failure: ScenarioFailure(
        .harness, file: scenario.source.file, position: position,
        excerpt: position.map(scenario.source.excerpt) ?? [], seen: reason),
      durationNanoseconds: 0, faults: [], boots: boots, centrals: scenario.centralReports)
  }

  /// The result of a scenario that its lane cannot judge, because of what it says at the place.
  static func skipped(_ scenario: Scenario, _ obstacle: LaneObstacle) -> ScenarioResult {
    ScenarioResult(
      title: scenario.title, file: scenario.name, covers: scenario.covers, verdict: .skipped,
      failure: ScenarioFailure(
        .harness, file: obstacle.place?.source.file ?? scenario.source.file,
        position: obstacle.place?.position,
        excerpt: obstacle.place.map { $0.source.excerpt(at: $0.position) } ?? [],
        seen: obstacle.text),
      durationNanoseconds: 0, faults: [], boots: 0, centrals: scenario.centralReports)
  }

  /// Writes it into a run's folder, as JSON.
  func write(into folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Files.write(
      [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")],
      to: "\(folder)/\(ScenarioJob.resultFile)")
  }

  /// What each of several centrals is called, by its adapter.
  var centralNames: [Int: String] {
    Dictionary((centrals ?? []).map { ($0.adapter, $0.name) }) { first, _ in first }
  }

  /// `phone on hci0, tablet on hci2`; nil for one central.
  var centralsText: String? {
    centrals.map { $0.map { "\($0.name) on hci\($0.adapter)" }.joined(separator: ", ") }
  }
}

/// One of several centrals that were judged together.
public struct CentralReport: Sendable, Codable, Hashable {
  /// What the scenario calls it.
  public var name: String
  /// Its adapter: N of hciN.
  public var adapter: Int
}

/// A fault that was laid, and whether it did anything.
public struct FaultReport: Sendable, Codable, Hashable {
  /// Its id in the records.
  public var id: String
  /// `link.outOfRange`.
  public var name: String
  /// The line of its step.
  public var line: Int
  /// How many packets, calls or frames the records show that it touched.
  public var firings: Int
}

/// What about a run failed.
public enum FailureKind: Sendable, Codable, Hashable {
  /// An expectation did not hold.
  case expectation
  /// A step `recover` did not.
  case recovery
  /// A rule of `always` was broken, the one of this name.
  case rule(String)
  /// The central's process ended, as said.
  case ended(String)
  /// The central did not answer, computed without a pause, or came to no end.
  case hung
  /// The central broke the driver protocol, or flooded it.
  case misbehaved
  /// The central refused a command.
  case refused
  /// A fault did nothing.
  case dud
  /// The harness or its environment failed, or could not measure.
  case harness
}

/// In JSON one text: `expectation`, `rule: statesRise`, `ended: exit code 1`.
extension FailureKind {
  private static let plain: [String: FailureKind] = [
    "expectation": .expectation, "recovery": .recovery, "hung": .hung, "misbehaved": .misbehaved,
    "refused": .refused, "dud": .dud, "harness": .harness,
  ]

  /// From its text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    if let kind = Self.plain[text] {
      self = kind
    } else if text.hasPrefix("rule: ") {
      self = .rule(String(text.dropFirst("rule: ".count)))
    } else if text.hasPrefix("ended: ") {
      self = .ended(String(text.dropFirst("ended: ".count)))
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no kind of failure: \(text)"))
    }
  }

  /// As its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text =
      switch self {
      case .rule(let name): "rule: \(name)"
      case .ended(let how): "ended: \(how)"
      case .expectation: "expectation"
      case .recovery: "recovery"
      case .hung: "hung"
      case .misbehaved: "misbehaved"
      case .refused: "refused"
      case .dud: "dud"
      case .harness: "harness"
      }
    try container.encode(text)
  }
}

/// Why a scenario did not pass.
public struct ScenarioFailure: Sendable, Codable {
  /// What failed.
  public var kind: FailureKind
  /// The file that the place is in: the scenario's, or one that it includes.
  public var file: String
  /// The step's place; nil when no step is to blame.
  public var position: SourcePosition?
  /// The step's line with a caret beneath.
  public var excerpt: [String]
  /// What was expected, in words; nil when it was not an expectation that failed.
  public var expected: String?
  /// What was seen instead, or what happened.
  public var seen: String
  /// Who saw it.
  public var witness: Witness?
  /// The few records that led there.
  public var around: [Record] { lines.map(\.record) }
  private var lines: [RecordFile.Line]
  /// When the timeline began: times are told from here.
  public var timelineStart: VirtualTime

  private enum CodingKeys: String, CodingKey {
    case kind, file, position, excerpt, expected, seen, witness
    case lines = "records"
    case timelineStart = "timeline_start_ns"
  }

  init(
    _ kind: FailureKind, file: String, position: SourcePosition? = nil, excerpt: [String] = [],
    expected: String? = nil, seen: String, witness: Witness? = nil, around: [Record] = [],
    timelineStart: VirtualTime = VirtualTime(nanoseconds: 0)
  ) {
    self.kind = kind
    self.file = file
    self.position = position
    self.excerpt = excerpt
    self.expected = expected
    self.seen = seen
    self.witness = witness
    self.lines = around.map { RecordFile.Line($0) }
    self.timelineStart = timelineStart
  }
}
