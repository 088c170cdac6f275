// Times as people read them in messages.

import Records

extension Duration {
  /// Seconds with as many decimals as there are: `5 s`, `0.02 s`, `-1.5 s`.
  var text: String {
    var fraction = Self.padded(magnitudeNanoseconds % 1_000_000_000, to: 9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(magnitudeNanoseconds / 1_000_000_000)"
      + (fraction.isEmpty ? "" : ".\(fraction)") + " s"
  }

  /// A time that was measured, to the millisecond: what is finer differs from machine to machine.
  /// Less than a millisecond is told to the microsecond.
  var measuredText: String { measured.text }

  /// A time that was measured and is not within `range`, with as many digits as show that.
  func measuredText(outside range: ClosedRange<Duration>) -> String {
    let finer = [measured, rounded(to: 1000)].first { !range.contains($0) }
    return (finer ?? self).text
  }

  private var measured: Duration {
    rounded(to: magnitudeNanoseconds < 1_000_000 ? 1000 : 1_000_000)
  }

  private func rounded(to unit: UInt64) -> Duration {
    let magnitude = Int64((magnitudeNanoseconds + unit / 2) / unit * unit)
    return .nanoseconds(wholeNanoseconds < 0 ? -magnitude : magnitude)
  }

  /// A time, always with three decimals, for columns: `12.004`.
  var column: String {
    let milliseconds = (magnitudeNanoseconds + 500_000) / 1_000_000
    let fraction = Self.padded(milliseconds % 1000, to: 3)
    return "\(milliseconds == 0 ? "" : sign)\(milliseconds / 1000).\(fraction)"
  }

  private var sign: String { wholeNanoseconds < 0 ? "-" : "" }
  private var magnitudeNanoseconds: UInt64 { wholeNanoseconds.magnitude }

  private static func padded(_ number: UInt64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
