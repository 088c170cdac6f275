// From one load to another.

import Records

/// A load that changes evenly and then stays.
public struct LoadRamp: Sendable, Hashable, Codable {
  private let from: Load
  private let to: Load
  private let nanoseconds: Int64

  /// From one load to the other in at least a millisecond.
  public init(from: Load, to: Load, over duration: Duration) throws(LoadProgramError) {
    nanoseconds = try LoadTimes.nanoseconds("ramp", duration, atLeast: .milliseconds(1))
    self.from = from
    self.to = to
  }

  func segment(at time: Int64) -> LoadSegment {
    time < nanoseconds
      ? LoadSegment(start: 0, end: nanoseconds, from: from, to: to)
      : .steady(to, from: nanoseconds)
  }
}
