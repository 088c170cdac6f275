// Times as people read them in messages.

import Records

extension Duration {
  /// Seconds with as many decimals as there are, to the microsecond: `5 s`, `0.02 s`, `-1.5 s`.
  var text: String { "\(secondsText) s" }

  /// A time that was measured, to the millisecond: what is finer differs from machine to machine.
  /// Less than a millisecond is told to the microsecond.
  var measuredText: String {
    let isShort = magnitudeNanoseconds < 1_000_000
    let milliseconds = Int64((magnitudeNanoseconds + 500_000) / 1_000_000)
    return isShort
      ? text : Duration.milliseconds(wholeNanoseconds < 0 ? -milliseconds : milliseconds).text
  }

  /// The same, always with three decimals, for columns: `12.004`.
  var column: String {
    let milliseconds = (magnitudeNanoseconds + 500_000) / 1_000_000
    let fraction = Self.padded(milliseconds % 1000, to: 3)
    return "\(milliseconds == 0 ? "" : sign)\(milliseconds / 1000).\(fraction)"
  }

  private var secondsText: String {
    let microseconds = (magnitudeNanoseconds + 500) / 1000
    var fraction = Self.padded(microseconds % 1_000_000, to: 6)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(microseconds / 1_000_000)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  private var sign: String { wholeNanoseconds < 0 ? "-" : "" }
  private var magnitudeNanoseconds: UInt64 { wholeNanoseconds.magnitude }

  private static func padded(_ number: UInt64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
