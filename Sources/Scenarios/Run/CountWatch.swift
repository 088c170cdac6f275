// Counts records over a time.

import Records

/// `expect: {…, count: 3..5, within: 10s}`: decided at the end, or by one too many.
final class CountWatch: Watch {
  private let pattern: RecordPattern
  private let range: ClosedRange<Int>
  private let origin: TimeOrigin
  private let duration: Duration
  private(set) var used: [RecordKey] = []

  init(
    _ pattern: RecordPattern, range: ClosedRange<Int>, duration: Duration, origin: TimeOrigin
  ) {
    self.pattern = pattern
    self.range = range
    self.duration = duration
    self.origin = origin
  }

  var deadline: VirtualTime { origin.cursor + duration }

  func see(_ record: Record, isUsed: Bool) -> WatchOutcome? {
    guard !isUsed, record.time >= origin.cursor, record.time <= deadline, pattern.matches(record)
    else { return nil }
    used.append(RecordKey(record))
    guard used.count > range.upperBound else { return nil }
    return .failed(
      seen: "\(used.count), the last after \((record.time - origin.cursor).measuredText)")
  }

  func expire() -> WatchOutcome {
    range.contains(used.count) ? .met(at: deadline) : .failed(seen: "\(used.count)")
  }
}
