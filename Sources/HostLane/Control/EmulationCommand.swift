// What a person by a key, or a script by a line of JSON, can have an emulated meter do.

import Records
import TestBench

/// One command to an emulation.
public enum EmulationCommand: Sendable, Hashable {
  /// Put another load behind the meter; what is nil stays.
  case load(volts: Double?, amperes: Double?)
  /// End the links of all centrals.
  case drop
  /// Take the meter's supply away, or give it back.
  case power(isOn: Bool)
  /// Lay a fault: its verb as in records, and its parameters as scenarios write them.
  case fault(verb: String, parameters: [String: String])
  /// Lift all faults.
  case lift
  /// Say how things stand.
  case state
  /// Take the meter off the air and end.
  case quit

  /// The words of the control socket, for messages.
  static let words = ["load", "drop", "off", "on", "fault", "lift", "state", "events", "quit"]

  /// Reads the fields of a line; `command` says which.
  init(_ fields: [String: Detail]) throws(CommandRefusal) {
    var fields = fields
    fields["id"] = nil
    guard case .text(let word)? = fields.removeValue(forKey: "command") else {
      throw CommandRefusal(
        "there is no \"command\"; there can be \(Self.words.joined(separator: ", "))")
    }
    switch word {
    case "load":
      let volts = try Self.number("volts", &fields)
      let amperes = try Self.number("amperes", &fields)
      guard volts != nil || amperes != nil else {
        throw CommandRefusal("load takes volts, amperes, or both")
      }
      self = .load(volts: volts, amperes: amperes)
    case "drop": self = .drop
    case "off": self = .power(isOn: false)
    case "on": self = .power(isOn: true)
    case "fault":
      guard case .text(let verb)? = fields.removeValue(forKey: "verb") else {
        throw CommandRefusal("fault takes a \"verb\", such as payload.badChecksum")
      }
      self = .fault(verb: verb, parameters: fields.mapValues(\.description))
      return
    case "lift": self = .lift
    case "state": self = .state
    case "quit": self = .quit
    default:
      throw CommandRefusal(
        "there is no command '\(word)'; there are \(Self.words.joined(separator: ", "))")
    }
    if let extra = fields.keys.min() { throw CommandRefusal("\(word) takes no \"\(extra)\"") }
  }

  private static func number(
    _ name: String, _ fields: inout [String: Detail]
  ) throws(CommandRefusal) -> Double? {
    switch fields.removeValue(forKey: name) {
    case nil: return nil
    case .number(let number)?: return number
    case .integer(let integer)?: return Double(integer)
    default: throw CommandRefusal("\"\(name)\" is a number, without quotes")
    }
  }
}

/// Why a command was not carried out.
public struct CommandRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// One line.
  public let description: String

  /// A reason.
  public init(_ description: String) {
    self.description = description
  }
}
