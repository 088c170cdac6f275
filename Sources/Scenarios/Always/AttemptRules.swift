// The rules about when a central tries to connect. The air is asked, not the central.

import Records

/// The attempts in a row, and whether the next one is one of the ladder's.
private struct Row {
  /// The central's.
  let adapter: Int
  /// Attempts since the user or a measurement began the row anew.
  var attempts = 0
  /// How many may come that the ladder does not count: what the user or the radio's return began.
  var free = 0
  /// Since when the central has neither a link nor an attempt; nil while it has.
  var idleSince: VirtualTime?

  mutating func restart(free: Int) { (attempts, self.free) = (0, free) }

  /// Takes a record; the number in the row and the delay of the attempt that begins with it.
  mutating func see(_ record: Record) -> (number: Int, delay: Duration?)? {
    if record.isMeasurement { restart(free: 0) }
    if record.tells("connect") || record.tells("disconnect") { restart(free: 1) }
    // What was wanted before the radio went is wanted again when it is back.
    if record.witness == .central, ["ready", "unavailable"].contains(record.kind) { free += 1 }
    guard record.isOfRadio(adapter) else { return nil }
    switch record.kind {
    case "connected": idleSince = nil
    case "disconnected": idleSince = record.time
    case "attempt.end" where record.details["outcome"] != "connected":
      idleSince = AttemptsWatch.end(of: record)
    case "attempt.start":
      let delay = idleSince.map { record.time - $0 }
      idleSince = nil
      if free > 0 {
        free -= 1
        return nil
      }
      attempts += 1
      return (attempts, delay)
    default: break
    }
    return nil
  }
}

/// Never more attempts than the cap, and no giving up before it.
final class AttemptCap: AlwaysRule {
  static let name = "attemptCap"
  static let summary = """
    After a drop the central tries as often in a row as the policy's `attemptCap` says: no more, and \
    before it gives up no less. A measurement begins the row anew.
    """
  static let requirement = "RETRY-2"
  static let witness = Witness.air

  private let cap: Int?
  private var row: Row
  private var announced = 0

  init(_ context: AlwaysContext) {
    cap = context.policy.attemptCap
    row = Row(adapter: context.adapter)
  }

  func see(_ record: Record) -> String? {
    let attempt = row.see(record)
    guard let cap else { return nil }
    if record.isMeasurement || record.tells("connect") { announced = 0 }
    if record.witness == .central, record.kind == "retry" { announced += 1 }
    if let attempt, attempt.number > cap {
      return "attempt \(attempt.number) in a row, of \(cap) that are allowed"
    }
    guard record.witness == .central, record.kind == "gaveUp" else { return nil }
    // An attempt that bluetoothd refused is none on the air.
    let made = max(row.attempts, announced)
    return made >= cap ? nil : "it gave up after \(made) attempts in a row, of \(cap)"
  }
}

/// Delays are not below the ladder.
final class Ladder: AlwaysRule {
  static let name = "ladder"
  static let summary = """
    The attempts of a row begin no sooner than 1, 2, 4, 8, 16, 32 and then 60 s after the drop or the \
    end of the attempt before.
    """
  static let requirement = "RETRY-1"
  static let witness = Witness.air

  private var row: Row

  init(_ context: AlwaysContext) { row = Row(adapter: context.adapter) }

  func see(_ record: Record) -> String? {
    guard let attempt = row.see(record), let delay = attempt.delay else { return nil }
    let least = Duration.seconds(attempt.number > 6 ? 60 : 1 << (attempt.number - 1))
    guard delay < least - Expectation.defaultTolerance else { return nil }
    return "attempt \(attempt.number) \(delay.measuredText) after the drop or the attempt before, "
      + "not \(least.text)"
  }
}

/// What the user does not want any more is not tried.
final class NoUnwantedAttempt: AlwaysRule {
  static let name = "noUnwantedAttempt"
  static let summary =
    "After the user has disconnected nothing is tried until the user connects again."
  static let requirement = "RETRY-3"
  static let witness = Witness.air

  private let adapter: Int
  private var unwantedSince: VirtualTime?

  init(_ context: AlwaysContext) { adapter = context.adapter }

  func see(_ record: Record) -> String? {
    if record.tells("disconnect") { unwantedSince = record.time }
    if record.tells("connect") { unwantedSince = nil }
    guard let unwantedSince, record.isOfRadio(adapter), record.kind == "attempt.start",
      record.time > unwantedSince
    else { return nil }
    return "an attempt \((record.time - unwantedSince).measuredText) after the user disconnected"
  }
}
