// Connection attempts with the delays before them, from the air's records.

import Records

/// One attempt of a central to connect. Times count from the timeline's beginning.
struct RunAttempt: Sendable {
  /// Its number in the run, from 1.
  let number: Int
  /// The central's adapter.
  let adapter: Int?
  /// The central's name, where there are several.
  let central: String?
  let start: Duration
  /// When it ended; nil when the run was over before.
  var end: Duration?
  /// `connected`, `cancelled`, `failed`, `stopped`; nil as long as it has not ended.
  var outcome: String?
  /// How long the central waited before it: from the drop, or from the end of the attempt before, as
  /// `attempts:` counts it. Nil for the first.
  let delay: Duration?
  /// What that wait began with: `the drop`.
  let after: String

  /// All attempts of a run.
  static func all(
    in records: [Record], since start: VirtualTime, centrals: [Int: String] = [:]
  ) -> [RunAttempt] {
    var attempts: [RunAttempt] = []
    var idle: [Int?: (since: Duration, after: String)] = [:]
    for record in records where record.witness == .air {
      let time = record.time - start
      switch record.kind {
      case "connected": idle[record.adapter] = nil
      case "disconnected": idle[record.adapter] = (time, "the drop")
      case "attempt.start":
        let before = idle.removeValue(forKey: record.adapter)
        attempts.append(
          RunAttempt(
            number: record.number("attempt") ?? attempts.count + 1, adapter: record.adapter,
            central: record.adapter.flatMap { centrals[$0] }, start: time,
            delay: before.map { time - $0.since }, after: before?.after ?? ""))
      case "attempt.end":
        // The air may notice an end late; it says then when it was.
        let end = record.number("ended_at_ns").map { VirtualTime(nanoseconds: Int64($0)) - start }
        let number = record.number("attempt")
        guard
          let index = attempts.lastIndex(where: {
            $0.number == number && $0.adapter == record.adapter
          })
        else { continue }
        attempts[index].end = end ?? time
        attempts[index].outcome = record.word("outcome")
        if attempts[index].outcome != "connected" {
          idle[record.adapter] = (end ?? time, "attempt \(attempts[index].number)")
        }
      default: break
      }
    }
    return attempts
  }

  /// `attempt 2, 1 s after the drop: stopped after 30 s`.
  var text: String {
    var text = "\(central.map { "\($0): " } ?? "")attempt \(number)"
    if let delay { text += ", \(delay.measuredText) after \(after)" }
    guard let outcome, let end else { return text + ": not over yet" }
    return text + ": \(outcome) after \((end - start).measuredText)"
  }
}

extension Record {
  /// A detail that is a whole number.
  func number(_ name: String) -> Int? {
    if case .integer(let number) = details[name] { number } else { nil }
  }

  /// A detail that is a text.
  func word(_ name: String) -> String? {
    if case .text(let text) = details[name] { text } else { nil }
  }
}
