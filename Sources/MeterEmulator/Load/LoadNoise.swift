// Random around a load.

import Records

/// A load that jumps at even intervals to anywhere within its amplitudes, as its seed says. What
/// would leave the loads that can be is cut off.
public struct LoadNoise: Sendable, Hashable, Codable {
  private let middle: Load
  private let volts: Double
  private let amperes: Double
  private let interval: Int64
  private let seed: UInt64

  /// Amplitudes from zero on, with jumps at least a millisecond apart.
  public init(
    around middle: Load, volts: Double = 0, amperes: Double = 0,
    every interval: Duration = .milliseconds(500), seed: UInt64
  ) throws(LoadProgramError) {
    self.interval = try LoadTimes.nanoseconds("interval", interval, atLeast: .milliseconds(1))
    self.volts = try LoadTimes.positive("the noise's volts", volts)
    self.amperes = try LoadTimes.positive("the noise's amperes", amperes)
    self.middle = middle
    self.seed = seed
  }

  func segment(at nanoseconds: Int64) -> LoadSegment {
    let index = nanoseconds / interval
    let start = index * interval
    let end = start.addingReportingOverflow(interval)
    let load = Load(
      clampingVolts: middle.volts + volts * height(2 * UInt64(index)),
      amperes: middle.amperes + amperes * height(2 * UInt64(index) + 1))
    return .steady(load, from: start, to: end.overflow ? .max : end.partialValue)
  }

  /// A number from −1 to 1, always the same for a place (SplitMix64 at that place of its sequence).
  private func height(_ place: UInt64) -> Double {
    var mixed = seed &+ (place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / Double(1 << 52 as UInt64) - 1
  }
}
