// The values that lines of JSON carry, and a measurement as such values.

import CoreBluetooth
import SharedProtocols

/// One value of a line.
enum DriverValue: Encodable, Equatable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case flag(Bool)
  case list([String])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    }
  }

  /// An object as a line of JSON, with its end.
  static func line(_ object: [String: DriverValue]) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return try encoder.encode(object) + Data([UInt8(ascii: "\n")]) } catch {
      // Only a number that JSON cannot hold gets here, and a frame's numbers are all finite.
      preconditionFailure("a line that is not JSON: \(error)")
    }
  }
}

extension MeterReading {
  /// All that the meter says, in the order of its frame, each under its name with its unit. What
  /// nobody knows the meaning of is left out.
  var values: [(name: String, value: DriverValue)] {
    // A name with a place in brackets is one of a list: the groups, named below, and unknown words.
    let single = fields.filter { !$0.name.contains("[") }.map { ($0.name, $0.value.forDriver) }
    let counted = groups.enumerated().flatMap { number, group in
      [
        ("group\(number)MilliampereHours", DriverValue.integer(Int64(group.milliampereHours))),
        ("group\(number)MilliwattHours", DriverValue.integer(Int64(group.milliwattHours))),
      ]
    }
    return single + counted
  }
}

extension MeasurementField.Value {
  fileprivate var forDriver: DriverValue {
    switch self {
    case .number(let number): .number(number)
    case .whole(let whole): .integer(Int64(whole))
    case .text(let text): .text(text)
    }
  }
}
