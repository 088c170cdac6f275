// What a person by a key, or a script by a line of JSON, can have an emulated meter do.

import FoundationEssentials
import MeterEmulator
import Records

/// One command to an emulation.
public enum EmulationCommand: Sendable, Hashable {
  /// Change the meter.
  case make(MeterChange)
  /// Change the meter, in the words of a scenario's `meter:` step.
  case change(String)
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
  static let words = [
    "load", "set", "drop", "off", "on", "fault", "lift", "state", "events", "quit",
  ]

  /// Reads the fields of a line; `command` says which.
  init(_ fields: [String: JSONValue]) throws(CommandRefusal) {
    var fields = fields
    fields["id"] = nil
    guard case .text(let word)? = fields.removeValue(forKey: "command") else {
      throw CommandRefusal(
        "there is no \"command\"; there can be \(Self.words.joined(separator: ", "))")
    }
    switch word {
    // JSON is YAML too, so what the fields say is written as in a scenario.
    case "load": self = .change(try Self.text(.object(["load": .object(fields)])))
    case "set": self = .change(try Self.text(.object(fields)))
    case "fault":
      guard case .text(let verb)? = fields.removeValue(forKey: "verb") else {
        throw CommandRefusal("fault takes a \"verb\", such as payload.badChecksum")
      }
      self = .fault(verb: verb, parameters: try Self.parameters(fields))
    default: self = try Self.bare(word, fields)
    }
  }

  /// The command of a word that takes no fields.
  private static func bare(
    _ word: String, _ fields: [String: JSONValue]
  ) throws(CommandRefusal) -> EmulationCommand {
    let command: EmulationCommand
    switch word {
    case "drop": command = .drop
    case "off": command = .power(isOn: false)
    case "on": command = .power(isOn: true)
    case "lift": command = .lift
    case "state": command = .state
    case "quit": command = .quit
    default:
      throw CommandRefusal(
        "there is no command '\(word)'; there are \(words.joined(separator: ", "))")
    }
    if let extra = fields.keys.min() { throw CommandRefusal("\(word) takes no \"\(extra)\"") }
    return command
  }

  private static func parameters(
    _ fields: [String: JSONValue]
  ) throws(CommandRefusal) -> [String: String] {
    var parameters: [String: String] = [:]
    for (name, value) in fields {
      guard let plain = value.plain else {
        throw CommandRefusal("\"\(name)\" is a number, a text, true or false")
      }
      parameters[name] = plain.description
    }
    return parameters
  }

  private static func text(_ value: JSONValue) throws(CommandRefusal) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      throw CommandRefusal("\(error)")
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
