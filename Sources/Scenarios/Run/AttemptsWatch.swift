// Measures the delays before connection attempts, on the air.

import Records

/// `expect: {attempts: [1s, 2s, 4s]}`.
///
/// A delay runs from the drop, or from the end of the attempt before, to the start of the attempt. It
/// has to be shown every record of the run, because the drop may be earlier than the step.
final class AttemptsWatch: Watch {
  /// How long the link may take to drop, or an attempt to end, when no `within` says so.
  static let patience = Duration.seconds(60)

  private let adapter: Int
  private let expected: [Duration]
  private let tolerance: Duration
  private let within: Duration?
  private let origin: TimeOrigin
  private var measured: [Duration] = []
  /// Since when the central has neither a link nor an attempt, and what that began with.
  private var idle: (since: VirtualTime, after: String)?
  private var lastChange: VirtualTime
  private(set) var used: [RecordKey] = []

  /// Attempts of the central on this adapter.
  init(
    _ expected: [Duration], tolerance: Duration, within: Duration?, origin: TimeOrigin, adapter: Int
  ) {
    self.adapter = adapter
    self.expected = expected
    self.tolerance = tolerance
    self.within = within
    self.origin = origin
    lastChange = origin.cursor
  }

  var deadline: VirtualTime {
    var deadline = lastChange + Self.patience
    if let idle { deadline = max(idle.since, origin.cursor) + next + tolerance }
    if let within { deadline = min(deadline, origin.cursor + within) }
    return deadline
  }

  private var next: Duration { expected[min(measured.count, expected.count - 1)] }

  func see(_ record: Record, isUsed: Bool) -> WatchOutcome? {
    guard record.isOfRadio(adapter) else { return nil }
    switch record.kind {
    case "connected":
      idle = nil
    case "disconnected":
      idle = (record.time, "the drop")
    case "attempt.end" where record.details["outcome"] != "connected":
      idle = (Self.end(of: record), measured.isEmpty ? "the attempt before" : attemptName)
    case "attempt.start":
      let since = idle
      idle = nil
      if !isUsed, record.time >= origin.cursor { return judge(record, since) }
    default:
      return nil
    }
    lastChange = max(lastChange, record.time)
    return nil
  }

  private func judge(
    _ record: Record, _ idle: (since: VirtualTime, after: String)?
  ) -> WatchOutcome? {
    let number = measured.count + 1
    guard let idle else {
      return .failed(seen: "attempt \(number) \(origin.text(record.time)) with no drop before it")
    }
    let delay = record.time - idle.since
    let difference = delay - next
    guard difference <= tolerance, .zero - difference <= tolerance else {
      let text = delay.measuredText(outside: (next - tolerance)...(next + tolerance))
      return .failed(seen: "attempt \(number) \(text) after \(idle.after)" + soFar)
    }
    if let within, record.time > origin.cursor + within {
      let time = (record.time - origin.cursor).measuredText(outside: .zero...within)
      return .failed(
        seen: "attempt \(number) \(delay.measuredText) after \(idle.after), too late: "
          + "\(time) after the step before" + soFar)
    }
    measured.append(delay)
    used.append(RecordKey(record))
    lastChange = max(lastChange, record.time)
    return measured.count == expected.count ? .met(at: record.time) : nil
  }

  func expire() -> WatchOutcome {
    let number = measured.count + 1
    if let idle {
      return .failed(
        seen:
          "no attempt \(number) within \((deadline - idle.since).measuredText) after \(idle.after)"
          + soFar)
    }
    return .failed(
      seen: measured.isEmpty
        ? "no drop, so no attempt" : "no end of attempt \(measured.count)\(soFar)")
  }

  private var attemptName: String { "the end of attempt \(measured.count)" }

  private var soFar: String {
    measured.isEmpty
      ? "" : "; before it, after " + measured.map(\.measuredText).joined(separator: ", ")
  }

  /// The air may notice an end late; it says then when it was.
  static func end(of record: Record) -> VirtualTime {
    if case .integer(let nanoseconds) = record.details["ended_at_ns"] {
      return VirtualTime(nanoseconds: Int64(nanoseconds))
    }
    return record.time
  }
}
