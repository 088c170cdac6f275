// What a meter counts.

/// One of a meter's accumulators.
public struct DataGroup: Sendable, Hashable {
  /// Charge counted into the group.
  public var milliampereHours: Int
  /// Energy counted into the group.
  public var milliwattHours: Int

  /// A group with these contents.
  public init(milliampereHours: Int = 0, milliwattHours: Int = 0) {
    self.milliampereHours = milliampereHours
    self.milliwattHours = milliwattHours
  }
}
