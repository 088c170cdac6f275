// Up and down around a load.

import Glibc
import Records

/// A load whose voltage and current follow a sine, both in step, beginning in the middle and
/// rising. It is drawn with 256 straight lines a period, which is nowhere off by more than 0.01 %
/// of the amplitude. What would leave the loads that can be is cut off.
public struct LoadSine: Sendable, Hashable, Codable {
  private let middle: Load
  private let volts: Double
  private let amperes: Double
  private let period: Int64

  private static let pieces: Int64 = 256

  /// Amplitudes from zero on, with a period of at least a millisecond.
  public init(
    around middle: Load, volts: Double = 0, amperes: Double = 0, period: Duration
  ) throws(LoadProgramError) {
    self.period = try LoadTimes.nanoseconds("period", period, atLeast: .milliseconds(1))
    self.volts = try LoadTimes.positive("the sine's volts", volts)
    self.amperes = try LoadTimes.positive("the sine's amperes", amperes)
    self.middle = middle
  }

  func segment(at nanoseconds: Int64) -> LoadSegment {
    let base = nanoseconds / period * period
    let time = nanoseconds - base
    // The boundaries are cut to whole nanoseconds, so the piece is this one or the next.
    var piece = Int64(Double(time) / Double(period) * Double(Self.pieces))
    while boundary(piece + 1) <= time { piece += 1 }
    while boundary(piece) > time { piece -= 1 }
    return LoadSegment(
      start: base + boundary(piece), end: base + boundary(piece + 1), from: corner(piece),
      to: corner(piece + 1))
  }

  /// Where a piece begins in its period.
  private func boundary(_ piece: Int64) -> Int64 {
    period / Self.pieces * piece + period % Self.pieces * piece / Self.pieces
  }

  private func corner(_ piece: Int64) -> Load {
    let height = sin(2 * .pi * Double(piece % Self.pieces) / Double(Self.pieces))
    return Load(
      clampingVolts: middle.volts + volts * height, amperes: middle.amperes + amperes * height)
  }
}
