// Records of one kind, counted.

import Records

/// What came again and again with nothing of note between.
struct StoryStream {
  let key: String
  let first: Record
  private(set) var last: VirtualTime
  private(set) var count = 1
  private var states: [String]
  private var frames: Set<Int> = []
  private var ranges: [String: ClosedRange<Double>] = [:]

  /// How many states are named one by one.
  private static let namedStates = 6
  /// The quantities of a measurement that are told, with their units.
  private static let quantities = [("volts", "V"), ("amperes", "A")]

  init(_ key: String, _ record: Record) {
    self.key = key
    first = record
    last = record.time
    states = [record.word("previous") ?? ""]
    look(at: record)
  }

  mutating func take(_ record: Record) {
    last = record.time
    count += 1
    look(at: record)
  }

  private mutating func look(at record: Record) {
    switch record.kind {
    case "state": states.append(record.word("state") ?? "?")
    case "notify": if let frame = record.number("frame") { frames.insert(frame) }
    case "measurement":
      for (name, _) in Self.quantities {
        guard let value = record.details[name]?.numeric else { continue }
        let range = ranges[name] ?? value...value
        ranges[name] = min(range.lowerBound, value)...max(range.upperBound, value)
      }
    default: break
    }
  }

  /// What they add up to; nil where they are all the same.
  var text: String? {
    switch (first.witness, first.kind) {
    case (.air, "att"): counted("ATT packet")
    case (.air, "hci.command"): counted("HCI command")
    case (.air, "hci.event"): counted("HCI event")
    case (.emulator, "notify"):
      frames.count == 1 && count > 1
        ? "1 frame in \(counted("notification"))"
        : frames.count > 1
          ? "\(frames.count) frames in \(counted("notification"))" : counted("notification")
    case (.emulator, "request"): counted("request") + " for a measurement"
    case (.central, "requested"): counted("measurement") + " asked for"
    case (.central, "measurement"): counted("measurement") + values
    case (.central, "state"): stateText
    case (_, "fault.fired"):
      "\(first.word("verb") ?? "a fault") fired" + (count > 1 ? " \(count) times" : "")
    default: nil
    }
  }

  private func counted(_ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private var values: String {
    Self.quantities.compactMap { name, unit in
      ranges[name].map { range in
        range.lowerBound == range.upperBound
          ? " \(plain(range.lowerBound)) \(unit)"
          : " \(plain(range.lowerBound))–\(plain(range.upperBound)) \(unit)"
      }
    }.joined()
  }

  private var stateText: String {
    let named = states.filter { !$0.isEmpty }
    guard count > Self.namedStates else { return named.joined(separator: " → ") }
    return "\(count) changes of state, from \(named[0]) to \(named[named.count - 1])"
  }
}
