// What every load program is made of: stretches of time in which voltage and current change evenly.

import Records

/// A stretch of a program, from its start on and up to, not including, its end; both in nanoseconds
/// of the program's own time. Voltage and current go straight from one load to the other, so charge
/// and energy of any part of it are exact, and do not depend on how often anyone asks.
struct LoadSegment: Hashable, Codable {
  var start: Int64
  /// `Int64.max` for a stretch without an end, which is steady.
  var end: Int64
  var from: Load
  var to: Load

  /// A stretch of one load.
  static func steady(_ load: Load, from start: Int64 = 0, to end: Int64 = .max) -> LoadSegment {
    LoadSegment(start: start, end: end, from: load, to: load)
  }

  /// The load at a time within the stretch, or at its end.
  func load(at nanoseconds: Int64) -> Load {
    guard from != to else { return from }
    let part = Double(nanoseconds - start) / Double(end - start)
    return Load(
      clampingVolts: from.volts + (to.volts - from.volts) * part,
      amperes: from.amperes + (to.amperes - from.amperes) * part)
  }

  /// What passes the meter between two times within the stretch.
  func passage(from begin: Int64, to end: Int64) -> Passage {
    Passage(load(at: begin), load(at: end), seconds: Double(end - begin) / 1e9)
  }
}

/// What passes a meter while voltage and current change evenly.
struct Passage: Equatable {
  var first: Load
  var last: Load
  var seconds: Double

  init(_ first: Load, _ last: Load, seconds: Double) {
    self.first = first
    self.last = last
    self.seconds = seconds
  }

  /// Charge.
  var ampereSeconds: Double { (first.amperes + last.amperes) / 2 * seconds }

  /// Energy: the integral of the product of two straight lines.
  var wattSeconds: Double {
    let ends = first.volts * first.amperes + last.volts * last.amperes
    let crossed = first.volts * last.amperes + last.volts * first.amperes
    return (2 * ends + crossed) / 6 * seconds
  }

  /// The part of it in which the current is at least so much; nil when it never is.
  func part(from threshold: Double) -> Passage? {
    let startsAbove = first.amperes >= threshold
    let endsAbove = last.amperes >= threshold
    if startsAbove && endsAbove { return self }
    guard startsAbove || endsAbove else { return nil }
    let part = (threshold - first.amperes) / (last.amperes - first.amperes)
    let crossing = Load(
      clampingVolts: first.volts + (last.volts - first.volts) * part, amperes: threshold)
    return startsAbove
      ? Passage(first, crossing, seconds: seconds * part)
      : Passage(crossing, last, seconds: seconds * (1 - part))
  }
}
