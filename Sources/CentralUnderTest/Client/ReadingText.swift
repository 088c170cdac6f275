// Measurements for people, for scripts and for tables.

import CoreBluetooth
import SharedProtocols

/// A measurement of a meter, and when it came.
struct TimedReading {
  var reading: MeterReading
  /// The meter's name.
  var name: String
  /// Since the first measurement of the run, to the millisecond.
  var seconds: Double
  /// By the machine's clock.
  var date: Date

  /// What is shown of a measurement, where the model measures it.
  private static let shown = [
    ("volts", "V", 4), ("amperes", "A", 4), ("watts", "W", 4), ("celsius", "°C", 0),
  ]

  /// One line for people, without its end.
  var text: String {
    let values = Dictionary(reading.values.map { ($0.name, $0.value) }) { $1 }
    let parts = Self.shown.compactMap { name, unit, digits -> String? in
      switch values[name] {
      case .number(let number): "\(Self.fixed(number, digits)) \(unit)"
      case .integer(let whole): "\(whole) \(unit)"
      default: nil
      }
    }
    return ([Self.fixed(seconds, 3) + " s"] + parts).joined(separator: "  ")
  }

  /// One line of JSON, with its end.
  var json: String {
    var object = Dictionary(reading.values.map { ($0.name, $0.value) }) { $1 }
    object["model"] = .text(reading.model.rawValue)
    object["name"] = .text(name)
    object["seconds"] = .number(seconds)
    object["time"] = .text(Self.time(date))
    return String(decoding: DriverValue.line(object), as: UTF8.self)
  }

  /// The names of the columns of a table of such measurements.
  var columns: [String] { ["seconds", "time", "name", "model"] + reading.values.map(\.name) }

  /// One row of a table with these columns; empty where the measurement says nothing.
  func row(_ columns: [String]) -> String {
    var cells = Dictionary(reading.values.map { ($0.name, Self.cell($0.value)) }) { $1 }
    cells["seconds"] = Self.fixed(seconds, 3)
    cells["time"] = Self.time(date)
    cells["name"] = Self.quoted(name)
    cells["model"] = reading.model.rawValue
    return Self.line(columns.map { cells[$0] ?? "" })
  }

  /// Cells as one line, with its end.
  static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\n" }

  private static func cell(_ value: DriverValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .integer(let whole): "\(whole)"
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .list(let list): quoted(list.joined(separator: " "))
    }
  }

  /// A cell in quotes where it needs them (RFC 4180).
  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  private static func fixed(_ number: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", number)
  }

  /// UTC, to the millisecond (ISO 8601).
  private static func time(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension Duration {
  /// In seconds, with as many digits as it takes.
  var text: String {
    let seconds = Double(components.seconds) + Double(components.attoseconds) / 1e18
    return seconds == seconds.rounded() ? "\(components.seconds) s" : "\(seconds) s"
  }
}
