// Waits for records that look like a pattern.

import Records

/// `expect:` something within a time, or at a time.
final class SeenWatch: Watch {
  private let pattern: RecordPattern
  private let count: Int
  private let timing: Expectation.Timing
  private let origin: TimeOrigin
  private(set) var used: [RecordKey] = []
  private var misses: [Record] = []
  private var missCount = 0

  init(_ pattern: RecordPattern, count: Int, timing: Expectation.Timing, origin: TimeOrigin) {
    self.pattern = pattern
    self.count = count
    self.timing = timing
    self.origin = origin
  }

  var deadline: VirtualTime { origin.cursor + timing.latest }

  func see(_ record: Record, isUsed: Bool) -> WatchOutcome? {
    guard !isUsed, record.time >= origin.cursor, pattern.concerns(record) else { return nil }
    guard pattern.matches(record), record.time <= deadline else {
      missCount += 1
      misses.append(record)
      if misses.count > 4 { misses.removeFirst() }
      return nil
    }
    if case .at(let wanted, let tolerance) = timing {
      let delay = record.time - origin.cursor
      if delay < wanted - tolerance {
        let time = delay.measuredText(outside: (wanted - tolerance)...(wanted + tolerance))
        return .failed(
          seen: "\(pattern.text) after \(time), "
            + "\((wanted - delay).measuredText) too early")
      }
    }
    used.append(RecordKey(record))
    return used.count == count ? .met(at: record.time) : nil
  }

  func expire() -> WatchOutcome {
    if count > 1, !used.isEmpty { return .failed(seen: "\(used.count) of \(count)") }
    guard let last = misses.last else {
      return .failed(seen: "no '\(pattern.kind)' \(origin.since)")
    }
    if pattern.matches(last) {
      let time = (last.time - origin.cursor).measuredText(outside: .zero...timing.latest)
      return .failed(seen: "\(pattern.text) after \(time), too late")
    }
    if pattern.kind == "state" {
      let states = misses.map { record in
        "\(record.details["state"]?.description ?? "?") \(origin.text(record.time))"
      }
      return .failed(seen: (missCount > 4 ? "… " : "") + states.joined(separator: ", "))
    }
    let others = missCount == 1 ? "" : ", the last of \(missCount)"
    return .failed(seen: "\(last.text(for: pattern)) \(origin.text(last.time))\(others)")
  }
}

/// `expect: {never: …, for: …}`.
final class NeverWatch: Watch {
  private let pattern: RecordPattern
  private let origin: TimeOrigin
  let deadline: VirtualTime
  let used: [RecordKey] = []

  init(_ pattern: RecordPattern, duration: Duration, origin: TimeOrigin) {
    self.pattern = pattern
    self.origin = origin
    deadline = origin.cursor + duration
  }

  func see(_ record: Record, isUsed: Bool) -> WatchOutcome? {
    guard !isUsed, record.time >= origin.cursor, record.time <= deadline, pattern.matches(record)
    else {
      return nil
    }
    return .failed(
      seen: "\(record.text(for: pattern)) after "
        + (record.time - origin.cursor).measuredText)
  }

  func expire() -> WatchOutcome { .met(at: deadline) }
}
