// The scenarios of the repository, and what makes each of them fail.

import Foundation
import Scenarios
import Testing

/// A change of a scenario's text, one place in it.
enum Edit {
  /// Takes out the line that begins so, but for its indentation.
  case without(String)
  /// Another text in place of this one.
  case replace(String, with: String)
}

/// A shipped scenario and its two ways to fail.
struct ShippedScenario: CustomTestStringConvertible {
  /// Its file below scenarios/, without the ending.
  let name: String
  /// Takes the fault out.
  let withoutFault: [Edit]
  /// Expects another value.
  let expectingElse: [Edit]

  var testDescription: String { name }

  static let all = [
    ShippedScenario(
      name: "communication/bad-crc",
      withoutFault: [.without("- fault: {payload: badChecksum, block: 3")],
      expectingElse: [.replace("{reason: crc, block: 3}", with: "{reason: crc, block: 2}")]),
    ShippedScenario(
      name: "communication/bad-sum",
      withoutFault: [.without("- fault: {payload: badChecksum")],
      expectingElse: [.replace("{rejected: tail,", with: "{rejected: length,")]),
    ShippedScenario(
      name: "communication/bad-tail",
      withoutFault: [.without("- fault: {payload: badChecksum")],
      expectingElse: [.replace("{rejected: tail,", with: "{rejected: length,")]),
    // What is taken out is a command, or what makes the meter take it.
    command(
      "documented", without: "- meter: {calibrationUnlocked",
      expecting: "{measurement: {volts: 9.01}, within: 300ms}",
      else: "{measurement: {volts: 9.02}, within: 300ms}"),
    command(
      "tc66c", without: "- meter: {load: {volts: 9.01}", expecting: "serialNumber: 31415926, temp",
      else: "serialNumber: 31415927, temp"),
    command(
      "tc66c-older", without: "- meter: {load: {volts: 9.01}",
      expecting: "serialNumber: 31415926, temp", else: "serialNumber: 31415927, temp"),
    command(
      "um-display", without: "- central: {send: D0", expecting: "{backlightLevel: 5, screen",
      else: "{backlightLevel: 4, screen"),
    command(
      "um-documented-request", without: "- central: {send: 00 F0",
      expecting: "{measurement: {selectedGroup: 5}", else: "{measurement: {selectedGroup: 4}"),
    command(
      "um-groups", without: "- central: {send: F4", expecting: "selectedGroup: 9, group9",
      else: "selectedGroup: 9, group8"),
    command(
      "um-request", without: "- central: {send: F0", expecting: "{measurement: {volts: 9.01,",
      else: "{measurement: {volts: 9.03,"),
    command(
      "um-screens", without: "- central: {send: F3 F2", expecting: "{measurement: {screenIndex: 5}",
      else: "{measurement: {screenIndex: 4}"),
    command(
      "um-threshold", without: "- central: {send: CE",
      expecting: "{recordingThresholdAmperes: 0.16,", else: "{recordingThresholdAmperes: 0.19,"),
    command(
      "um-unknown", without: "- central: {send: 00 1B", expecting: "backlightLevel: 4",
      else: "backlightLevel: 5"),
    command(
      "um24c-groups", without: "- central: {send: F3 F3",
      expecting: "{measurement: {selectedGroup: 1}", else: "{measurement: {selectedGroup: 2}"),
    ShippedScenario(
      name: "discovery/never-answered",
      withoutFault: [.without("- fault: {gatt: noAnswer"), .without("- lift: {gatt: noAnswer")],
      expectingElse: [.replace("at: 5s", with: "at: 4s")]),
    ShippedScenario(
      // It has no fault; what it measures is the load.
      name: "identification/um25c-measured",
      withoutFault: [.without("load: {volts: 5.08")],
      expectingElse: [
        .replace("measurement: {volts: 9.01,", with: "measurement: {volts: 9.02,")
      ]),
    ShippedScenario(
      // With its name it would be known too; what it measures is the load.
      name: "identification/tc66c-nameless",
      withoutFault: [.without("load: {volts: 9.01")],
      expectingElse: [.replace("{identified: TC66C", with: "{identified: UM25C")]),
    ShippedScenario(
      name: "identification/um34c-unknown-first",
      withoutFault: [.without("name: Desk")],
      expectingElse: [
        .replace("{identified: {model: UM34C,", with: "{identified: {model: UM25C,")
      ]),
    ShippedScenario(
      name: "meters/six-hour-charge",
      withoutFault: [.without("load: {charge:")],
      expectingElse: [
        .replace("group0MilliwattHours: 53102", with: "group0MilliwattHours: 53103")
      ]),
    meter("tc66c-documented", expecting: "watts: 18,", else: "watts: 20,"),
    meter("tc66c-factory"),
    meter("tc66c-factory-older"),
    meter("um24c-documented"),
    meter("um24c-factory"),
    meter("um25c-factory"),
    meter("um34c-documented"),
    meter("um34c-factory"),
    ShippedScenario(
      name: "reconnect/manual-disconnect",
      withoutFault: [.without("- fault: {link: disconnect")],
      expectingElse: [
        .replace("disconnected: {reason: 0x13}", with: "disconnected: {reason: 0x08}")
      ]),
    ShippedScenario(
      name: "reconnect/out-of-range",
      withoutFault: [.without("- fault: {link: outOfRange")],
      expectingElse: [.replace("[1s, 2s, 4s]", with: "[1s, 2s, 3s]")]),
  ]

  /// A scenario of a group of commands.
  private static func command(
    _ name: String, without command: String, expecting: String, else other: String
  ) -> ShippedScenario {
    ShippedScenario(
      name: "commands/\(name)", withoutFault: [.without(command)],
      expectingElse: [.replace(expecting, with: other)])
  }

  /// A scenario that reads a meter of one kind. It has no fault; what it measures is the load.
  private static func meter(
    _ name: String, expecting: String = "measurement: {volts: 9.01,",
    else other: String = "measurement: {volts: 9.03,"
  ) -> ShippedScenario {
    ShippedScenario(
      name: "meters/\(name)", withoutFault: [.without("load: {volts: 5.08")],
      expectingElse: [.replace(expecting, with: other)])
  }

  /// How many scenarios there are in all, each row of a table counted; only some of them are told to
  /// fail here, each in its way. That all can fail is for TrustTests to show.
  static func runCount() throws -> Int {
    try FileManager.default.subpathsOfDirectory(atPath: "\(Meterloop.checkout)/scenarios")
      .filter { $0.hasSuffix(".yaml") && !URL(filePath: $0).lastPathComponent.hasPrefix("_") }
      .reduce(0) { count, name in
        try count + ScenarioFile.load("\(Meterloop.checkout)/scenarios/\(name)").count
      }
  }

  /// The file and the row, with its brackets, of `backoff.yaml[UM25C]`.
  static func parts(ofName name: String) -> (file: String, row: String) {
    guard name.hasSuffix("]"), let bracket = name.firstIndex(of: "[") else { return (name, "") }
    return (String(name[..<bracket]), String(name[bracket...]))
  }

  /// The scenario's text with these changes; each has to find its one place.
  func text(_ edits: [Edit] = []) throws -> String {
    let file = URL(filePath: "\(Meterloop.checkout)/scenarios/\(name).yaml")
    var text = try String(contentsOf: file, encoding: .utf8)
    for edit in edits {
      switch edit {
      case .without(let beginning):
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let found = lines.indices.filter {
          lines[$0].drop { $0 == " " }.hasPrefix(beginning)
        }
        try #require(found.count == 1, "\(name): '\(beginning)' begins \(found.count) lines")
        // A comment in its place, so that all others keep their numbers.
        lines[found[0]] = "  #"
        text = lines.joined(separator: "\n")
      case .replace(let old, let new):
        let count = text.components(separatedBy: old).count - 1
        try #require(count == 1, "\(name): '\(old)' stands there \(count) times")
        text = text.replacingOccurrences(of: old, with: new)
      }
    }
    return text
  }
}
