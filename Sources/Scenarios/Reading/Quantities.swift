// Numbers with units as people write them: 5s, 200ms, 1.5s, 2min; 5.08, 5.08V, 1200mA.

import Records

/// What is measured, and the units that it may be written in.
struct Quantity {
  /// The name used in messages.
  let name: String
  /// Each unit and how many of the base unit it is; the first is the base unit.
  let units: [(symbol: String, factor: Double)]

  static let volts = Quantity(name: "volts", units: [("V", 1), ("mV", 1e-3)])
  static let amperes = Quantity(name: "amperes", units: [("A", 1), ("mA", 1e-3)])
  static let watts = Quantity(name: "watts", units: [("W", 1), ("mW", 1e-3)])
  static let celsius = Quantity(name: "celsius", units: [("C", 1), ("°C", 1)])
  static let ohms = Quantity(name: "ohms", units: [("ohm", 1), ("Ω", 1)])
  static let bare = Quantity(name: "number", units: [])

  /// The quantity that a detail of this name has: `volts` is in volts, and so is `dataPlusVolts`.
  static func named(_ name: String) -> Quantity {
    [volts, amperes, watts, celsius, ohms].first { name.lowercased().hasSuffix($0.name) } ?? bare
  }
}

/// A unit of time.
struct TimeUnit: Sendable {
  let symbol: String
  let nanoseconds: Int64

  /// All units.
  static let all = [
    TimeUnit(symbol: "s", nanoseconds: 1_000_000_000),
    TimeUnit(symbol: "ms", nanoseconds: 1_000_000),
    TimeUnit(symbol: "us", nanoseconds: 1000), TimeUnit(symbol: "µs", nanoseconds: 1000),
    TimeUnit(symbol: "ns", nanoseconds: 1),
    TimeUnit(symbol: "min", nanoseconds: 60_000_000_000),
    TimeUnit(symbol: "h", nanoseconds: 3_600_000_000_000),
  ]
}

private let longNames = [
  "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "millis": "ms", "m": "min",
  "mins": "min", "minutes": "min", "minute": "min", "hours": "h", "hour": "h",
]
private let longestNanoseconds: Int64 = 24 * 3_600_000_000_000

extension Duration {
  /// A length of time as a scenario writes it, `5s` or `300ms`; nil when it is none.
  public init?(scenarioText text: String) {
    let (number, unit) = splitQuantity(text)
    guard let digits = Digits(number),
      let factor = TimeUnit.all.first(where: { $0.symbol == unit })?.nanoseconds,
      let nanoseconds = digits.scaled(by: factor), nanoseconds <= longestNanoseconds
    else { return nil }
    self = .nanoseconds(nanoseconds)
  }
}

extension Node {
  /// A length of time with its unit, at most a day.
  func duration(_ what: String) throws(ScenarioError) -> Duration {
    let written = try text(what)
    let (number, unit) = splitQuantity(written)
    guard let digits = Digits(number) else {
      throw error("\(what) must be a time such as 5s or 200ms, not \(kindName)")
    }
    guard let nanosecondsPerUnit = TimeUnit.all.first(where: { $0.symbol == unit })?.nanoseconds
    else {
      if unit.isEmpty {
        throw error("\(what) has no unit: s, ms or min", suggestion: "\(number)s")
      }
      let symbols = TimeUnit.all.map(\.symbol)
      let near = longNames[unit.lowercased()] ?? suggestion(for: unit, among: symbols)
      throw error("unknown unit of time '\(unit.prefix(20))'", suggestion: near.map { number + $0 })
    }
    guard let nanoseconds = digits.scaled(by: nanosecondsPerUnit),
      nanoseconds <= longestNanoseconds
    else { throw error("\(what) must be at most 24h, not \(written.prefix(40))") }
    return .nanoseconds(nanoseconds)
  }

  /// A number of `quantity`, bare or with a unit of it, within `range` of its base unit.
  func number(
    _ what: String, of quantity: Quantity = .bare, in range: ClosedRange<Double>
  ) throws(ScenarioError) -> Double {
    let written = try text(what)
    let (digits, unit) = splitQuantity(written)
    guard Digits(digits, mayBeNegative: true) != nil, let number = Double(digits) else {
      throw error("\(what) must be a number, not \(kindName)")
    }
    var value = number
    if !unit.isEmpty {
      guard let known = quantity.units.first(where: { $0.symbol == unit }) else {
        guard let base = quantity.units.first else {
          throw error("\(what) has no unit, not '\(unit.prefix(20))'", suggestion: digits)
        }
        let symbols = quantity.units.map(\.symbol).joined(separator: " or ")
        throw error(
          "\(what) is in \(symbols), not '\(unit.prefix(20))'", suggestion: digits + base.symbol)
      }
      value *= known.factor
    }
    guard range.contains(value) else {
      throw error(
        "\(what) must be from \(plain(range.lowerBound)) to \(plain(range.upperBound)), "
          + "not \(written.prefix(40))")
    }
    return value
  }
}

/// A number and what follows it: "1.5 ms" is ("1.5", "ms").
private func splitQuantity(_ written: String) -> (number: String, unit: String) {
  let number = written.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
  let rest = written.dropFirst(number.count)
  return (String(number), String(rest.drop { $0 == " " }))
}

/// A decimal number kept exactly, so that 0.1s is 100,000,000 ns and nothing else.
private struct Digits {
  private var whole: Int64
  private var fraction: Int64
  private var fractionScale: Int64

  init?(_ text: String, mayBeNegative: Bool = false) {
    let unsigned = mayBeNegative && text.hasPrefix("-") ? String(text.dropFirst()) : text
    let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].count <= 15,
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let whole = Int64(parts[0])
    else { return nil }
    self.whole = whole
    fraction = 0
    fractionScale = 1
    if parts.count == 2 {
      guard (1...9).contains(parts[1].count), let fraction = Int64(parts[1]) else { return nil }
      self.fraction = fraction
      for _ in parts[1] { fractionScale *= 10 }
    }
  }

  /// The number times `unit`; nil when it is too large.
  func scaled(by unit: Int64) -> Int64? {
    let (product, overflows) = whole.multipliedReportingOverflow(by: unit)
    let (part, partOverflows) = fraction.multipliedReportingOverflow(by: unit)
    guard !overflows, !partOverflows else { return nil }
    let (sum, sumOverflows) = product.addingReportingOverflow(part / fractionScale)
    return sumOverflows ? nil : sum
  }
}

/// 3.0 as 3, 3.5 as 3.5.
func plain(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
}
