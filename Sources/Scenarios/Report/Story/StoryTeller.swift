// From records to lines that a person can follow.
//
// What comes in streams (packets, frames, measurements, changes of state, a fault that strikes again
// and again) is counted until something of note happens: a step, an attempt, a link, a fault that is
// laid. Then one line tells how many there were, from when to when.

import Records

/// Makes the entries of a story out of records in their order.
struct StoryTeller {
  private let start: VirtualTime
  private let attempts: [RunAttempt]
  private let centrals: [Int: String]
  private var entries: [StoryEntry] = []
  private var streams: [StoryStream] = []
  private var toldLinks: Set<String> = []

  /// A teller of a run with these attempts, and with these centrals where there are several.
  init(start: VirtualTime, attempts: [RunAttempt], centrals: [Int: String]) {
    self.start = start
    self.attempts = attempts
    self.centrals = centrals
  }

  /// Takes the next record.
  mutating func hear(_ record: Record) {
    switch (record.witness, record.kind) {
    case (.air, "scan.start"), (.air, "scan.stop"), (.air, "advertising.start"),
      (.air, "advertising.stop"), (.air, "attempt.end"), (.emulator, "advertising"),
      (.harness, "command"):
      // The radio's own chores, and what other lines say already.
      break
    case (_, "fault.fired"):
      count(record, in: record.word("fault") ?? "")
    case (.air, "att"):
      count(record, in: "\(record.connection ?? 0)")
    case (.air, "hci.command"), (.air, "hci.event"), (.emulator, "notify"), (.central, "requested"),
      (.central, "state"),
      (.central, "measurement"):
      count(record, in: "\(record.adapter ?? 0)")
    case (.central, "rejected"), (.central, "log"):
      count(record, in: "\(record.adapter ?? 0) \(plainText(record))")
    case (.emulator, "request") where record.word("command") == "measurement":
      count(record, in: "\(record.adapter ?? 0)")
    case (.air, "connected"), (.air, "disconnected"):
      // Told at both ends; once is enough.
      if toldLinks.insert("\(record.kind) \(record.connection ?? 0)").inserted { tell(record) }
    default: tell(record)
    }
  }

  /// All entries, once every record was heard.
  mutating func finish() -> [StoryEntry] {
    closeStreams()
    return entries
  }

  // MARK: What is counted

  private mutating func count(_ record: Record, in name: String) {
    let key = "\(record.witness.rawValue) \(record.kind) \(name)"
    if let index = streams.firstIndex(where: { $0.key == key }) {
      streams[index].take(record)
    } else {
      streams.append(StoryStream(key, record))
    }
  }

  private mutating func closeStreams() {
    for stream in streams {
      let first = stream.first
      let text = stream.text ?? plainText(first)
      let repeated = stream.count > 1 && stream.text == nil
      entries.append(
        StoryEntry(
          offset: first.time - start, end: stream.count > 1 ? stream.last - start : nil,
          lane: lane(of: first), kind: first.kind,
          text: naming(first, repeated ? "\(text), \(stream.count) times" : text),
          count: stream.count))
    }
    streams = []
  }

  // MARK: What is told at once

  private mutating func tell(_ record: Record) {
    closeStreams()
    var text = plainText(record)
    switch (record.witness, record.kind) {
    case (.harness, "step"):
      text = "line \(record.number("line") ?? 0): \(record.word("text") ?? "")"
    case (.harness, "fault.laid"), (.harness, "fault.lifted"):
      text = "\(record.word("verb") ?? "a fault") is \(record.kind.dropFirst("fault.".count))"
    case (.air, "attempt.start"):
      if let attempt = attempts.last(where: {
        $0.number == record.number("attempt") && $0.adapter == record.adapter
      }) {
        // It says whose it is.
        entries.append(
          StoryEntry(
            offset: record.time - start, end: attempt.end, lane: lane(of: record),
            kind: record.kind, text: attempt.text))
        return
      }
    case (.air, "connected"):
      text = "link \(record.connection ?? 0) stands"
    case (.air, "disconnected"):
      text =
        "link \(record.connection ?? 0) ended, reason "
        + (record.details["reason"]?.text(of: "reason") ?? "unknown")
    default: break
    }
    entries.append(
      StoryEntry(
        offset: record.time - start, lane: lane(of: record), kind: record.kind,
        text: naming(record, printable(text))))
  }

  /// What happened, with the name of the central that it happened to, where there are several.
  private func naming(_ record: Record, _ text: String) -> String {
    guard record.witness != .harness, !record.kind.hasPrefix("fault."),
      let name = record.adapter.flatMap({ centrals[$0] })
    else { return text }
    return "\(name): \(text)"
  }

  private func plainText(_ record: Record) -> String {
    if record.kind == "log", let message = record.word("message") {
      return printable(String(message.prefix(120)))
    }
    return RecordText.content(record, since: start)
  }

  private func lane(of record: Record) -> StoryLane {
    if record.kind.hasPrefix("fault.") { return .scenario }
    return switch record.witness {
    case .air: .air
    case .emulator: .meter
    case .central: .central
    case .harness: .scenario
    }
  }
}
