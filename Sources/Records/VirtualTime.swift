// One point in time, as every part of meterloop counts it.

/// Nanoseconds of CLOCK_MONOTONIC: virtual time in the bench, real time on the host lane.
public struct VirtualTime: Sendable, Hashable, Comparable, Codable {
  /// Nanoseconds since the clock's own zero (the guest's boot).
  public var nanoseconds: Int64

  /// A point this many nanoseconds after the clock's zero.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Codes as the bare number.
  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Codes as the bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }

  /// Earlier is less.
  public static func < (a: VirtualTime, b: VirtualTime) -> Bool { a.nanoseconds < b.nanoseconds }

  /// The point this much later.
  public static func + (time: VirtualTime, delay: Duration) -> VirtualTime {
    VirtualTime(nanoseconds: time.nanoseconds + delay.wholeNanoseconds)
  }

  /// The time from `b` to `a`.
  public static func - (a: VirtualTime, b: VirtualTime) -> Duration {
    .nanoseconds(a.nanoseconds - b.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds; what is finer is cut off.
  public var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }

  /// The duration in seconds, for printing and for arithmetic that need not be exact.
  public var inSeconds: Double { Double(wholeNanoseconds) / 1e9 }
}
