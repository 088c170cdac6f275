// How a guest ends, and how long it is waited for.

import EventLoop

/// How a guest ended.
public enum GuestEnd: Sendable, Hashable {
  /// Its runner ended by itself or by a signal, and the guest switched itself off.
  case finished(ExitStatus)
  /// The guest died: its kernel panicked or was killed. `began` tells whether what it was for had
  /// begun.
  case died(began: Bool, reason: String)
  /// A part did not come up in time.
  case notUp(part: String, log: [String])
  /// Its clock stood still: these programs were computing without end.
  case stalled(programs: String)
  /// The host ended it.
  case interrupted
}

/// How long the host waits for a guest, in its own time, as far as the guest gets a core in it.
public struct GuestLimits: Sendable {
  /// For all parts to come up.
  public var boot = Duration.seconds(10)
  /// For the guest's clock to move by a second.
  public var stall = Duration.seconds(10)
  /// For the guest to say who computes without end.
  public var answer = Duration.seconds(2)

  /// Longer than anybody waits.
  public static let never = Duration.seconds(1_000_000_000)

  /// The defaults.
  public init() {}

  /// No limits, for a guest whose programs somebody may stop and look into.
  public static var off: GuestLimits {
    var limits = GuestLimits()
    limits.boot = never
    limits.stall = never
    return limits
  }
}
