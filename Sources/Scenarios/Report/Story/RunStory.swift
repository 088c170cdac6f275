// A run as it can be told: what the records add up to, for `meterloop explain` and the HTML report.

import Records

/// Where something happened, in the order in which reports show it.
public enum StoryLane: String, Sendable, Codable, CaseIterable {
  /// The scenario's own: steps and faults.
  case scenario
  /// The radio.
  case air
  /// The meter.
  case meter
  /// The central under test.
  case central
}

/// One line of a story: one record, or many of a kind with nothing of note between them.
public struct StoryEntry: Sendable, Encodable {
  /// When it happened, or began, from the timeline's beginning; negative before that.
  public let offset: Duration
  /// When the last of several happened, or when it ended; nil for a moment.
  public let end: Duration?
  /// Where.
  public let lane: StoryLane
  /// The records' kind: `step`, `attempt.start`, `measurement`.
  public let kind: String
  /// What happened, in words.
  public let text: String
  /// How many records it stands for.
  public let count: Int

  private enum CodingKeys: String, CodingKey {
    case offset = "at_ns"
    case end = "until_ns"
    case lane, kind, text, count
  }

  init(
    offset: Duration, end: Duration? = nil, lane: StoryLane, kind: String, text: String,
    count: Int = 1
  ) {
    self.offset = offset
    self.end = end
    self.lane = lane
    self.kind = kind
    self.text = text
    self.count = count
  }

  /// Codes times as whole nanoseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(offset.wholeNanoseconds, forKey: .offset)
    try container.encodeIfPresent(end?.wholeNanoseconds, forKey: .end)
    try container.encode(lane, forKey: .lane)
    try container.encode(kind, forKey: .kind)
    try container.encode(text, forKey: .text)
    try container.encode(count, forKey: .count)
  }
}

/// The story of one run.
public struct RunStory: Sendable {
  /// What came of it.
  public let result: ScenarioResult
  /// What happened, in order.
  public let entries: [StoryEntry]
  /// The connection attempts, as the air saw them.
  let attempts: [RunAttempt]
  /// What a picture of the run shows.
  let rows: [PictureRow]
  /// How long the run took on its own clock: the verdict's moment, from the timeline's beginning.
  var duration: Duration { .nanoseconds(result.durationNanoseconds) }

  /// The story that the records tell.
  public init(_ result: ScenarioResult, records: [Record]) {
    self.result = result
    let records = records.sorted(by: Record.comesBefore)
    let start = Self.start(of: result, records)
    attempts = RunAttempt.all(in: records, since: start, centrals: result.centralNames)
    var teller = StoryTeller(start: start, attempts: attempts, centrals: result.centralNames)
    for record in records { teller.hear(record) }
    entries = teller.finish()
    rows = PicturePainter.rows(
      records, attempts: attempts, centrals: result.centralNames, since: start,
      until: .nanoseconds(result.durationNanoseconds))
  }

  /// The timeline begins with its first step; a failure tells it where there was none.
  private static func start(of result: ScenarioResult, _ records: [Record]) -> VirtualTime {
    if let step = records.first(where: { $0.witness == .harness && $0.kind == "step" }) {
      return step.time
    }
    if let failure = result.failure, failure.timelineStart.nanoseconds > 0 {
      return failure.timelineStart
    }
    return records.first?.time ?? VirtualTime(nanoseconds: 0)
  }
}
