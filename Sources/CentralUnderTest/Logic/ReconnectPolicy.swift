// When a lost meter is tried again, and when it is given up.

/// Counts consecutive attempts and says how long to wait before each.
public struct ReconnectPolicy: Sendable {
  /// The most attempts in a row, or nil for no end.
  public var attemptCap: Int?
  /// The attempts since the last reset.
  public private(set) var attempts = 0

  /// A policy that has made no attempt yet.
  public init(attemptCap: Int? = 3) {
    self.attemptCap = attemptCap
  }

  /// One attempt to come.
  public struct Attempt: Sendable, Hashable {
    /// Its number, from 1.
    public var number: Int
    /// From the drop, or from the end of the attempt before, to this attempt's start.
    public var delay: Duration
  }

  /// Counts the next attempt, or nil when the cap is reached.
  public mutating func next() -> Attempt? {
    if let attemptCap, attempts >= attemptCap { return nil }
    attempts += 1
    return Attempt(number: attempts, delay: Self.delay(before: attempts))
  }

  /// Starts the count again: a valid measurement came, or the user took over.
  public mutating func reset() { attempts = 0 }

  /// 1, 2, 4, 8, 16 and 32 s, then 60 s each time; attempts count from 1.
  public static func delay(before attempt: Int) -> Duration {
    attempt > 6 ? .seconds(60) : .seconds(1 << max(attempt - 1, 0))
  }
}
