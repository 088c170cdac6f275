// Waits for records that come one after the other.

import Records

/// `expect: {order: […]}`. Records are put in the order of their times first: witnesses need not come
/// in by them.
final class OrderWatch: Watch {
  private let patterns: [RecordPattern]
  private let within: Duration
  private let origin: TimeOrigin
  /// What matches any of the patterns, by time.
  private var candidates: [Record] = []
  private var found: [Record] = []

  init(_ patterns: [RecordPattern], within: Duration, origin: TimeOrigin) {
    self.patterns = patterns
    self.within = within
    self.origin = origin
  }

  var deadline: VirtualTime { origin.cursor + within }
  var used: [RecordKey] { found.map { RecordKey($0) } }

  func see(_ record: Record, isUsed: Bool) -> WatchOutcome? {
    guard !isUsed, record.time >= origin.cursor, record.time <= deadline,
      patterns.contains(where: { $0.matches(record) })
    else { return nil }
    let index = candidates.lastIndex { $0.time <= record.time }.map { $0 + 1 } ?? 0
    let isLast = index == candidates.count
    candidates.insert(record, at: index)
    if isLast {
      if patterns[found.count].matches(record) { found.append(record) }
    } else {
      found = []
      for candidate in candidates where found.count < patterns.count {
        if patterns[found.count].matches(candidate) { found.append(candidate) }
      }
    }
    guard found.count == patterns.count, let last = found.last else { return nil }
    return .met(at: last.time)
  }

  func expire() -> WatchOutcome {
    let missing = patterns[found.count]
    var seen = found.isEmpty ? "" : "the first \(found.count) of \(patterns.count), the last "
    if let last = found.last {
      seen += "\(origin.text(last.time)), and after it no \(missing.text)"
    } else {
      seen = "no \(missing.text) \(origin.since)"
    }
    let early = candidates.last { record in
      missing.matches(record) && !found.contains { RecordKey($0) == RecordKey(record) }
    }
    if let early { seen += "; there was one \(origin.text(early.time)), before it" }
    return .failed(seen: seen)
  }
}
