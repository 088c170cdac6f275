// A decoded frame for people and for scripts.

import FoundationEssentials
import Records
import SharedProtocols

/// Prints frames.
enum FrameText {
  /// What a frame says, one quantity a line. Groups and unknown words that are zero, and not
  /// remarkable for it, are left out.
  static func text(_ frame: MeterFrame) -> String {
    let title: String =
      switch frame {
      case .um(let frame): frame.model.rawValue
      case .tc66: "TC66C"
      case .documentedTC66: "TC66C, the documented value"
      }
    let shown = frame.fields.filter { field in
      field.remark != nil || !field.name.contains("[") || field.value != .whole(0)
    }
    let width = shown.map(\.name.count).max() ?? 0
    let lines = shown.map { field in
      let gap = String(repeating: " ", count: width - field.name.count + 2)
      let remark = field.remark.map { "   (\($0))" } ?? ""
      return "  \(field.name)\(gap)\(field.value.text)\(remark)\n"
    }
    return "\(title)\n" + lines.joined()
  }

  /// The same as one line of JSON, with everything.
  static func json(_ frame: MeterFrame, place: String) throws -> String {
    var values: [String: JSONValue] = [:]
    var lists: [String: [JSONValue]] = [:]
    var groups: [Int: [String: JSONValue]] = [:]
    var undocumented: [String: JSONValue] = [:]
    for field in frame.fields {
      if let remark = field.remark { undocumented[field.name] = .text(remark) }
      let parts = field.name.split(whereSeparator: { "[].".contains($0) })
      switch (parts.count, parts.count > 1 ? Int(parts[1]) : nil) {
      case (2, .some): lists[String(parts[0]), default: []].append(field.value.json)
      case (3, .some(let n)): groups[n, default: [:]][String(parts[2])] = field.value.json
      default: values[field.name] = field.value.json
      }
    }
    for (name, list) in lists { values[name] = .list(list) }
    if !groups.isEmpty {
      values["groups"] = .list(groups.sorted { $0.key < $1.key }.map { .object($0.value) })
    }
    var object: [String: JSONValue] = [
      "model": .text(frame.model.rawValue), "values": .object(values),
      "undocumented": .object(undocumented),
    ]
    if case .documentedTC66 = frame { object["profile"] = .text("documented") }
    if !place.isEmpty { object["place"] = .text(place) }
    return try line(object)
  }

  /// A frame that is none, as one line of JSON.
  static func json(_ error: MeterFrameError, _ bytes: [UInt8], place: String) throws -> String {
    var object: [String: JSONValue] = [
      "errors": .list(error.problems.map { .text($0) }), "bytes": .text(bytes.hex),
    ]
    if !place.isEmpty { object["place"] = .text(place) }
    return try line(object)
  }

  /// What could not even be read, as one line of JSON.
  static func json(problem: String) throws -> String {
    try line(["errors": .list([.text(problem)])])
  }

  private static func line(_ object: [String: JSONValue]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(JSONValue.object(object)), as: UTF8.self) + "\n"
  }
}

extension MeasurementField.Value {
  /// The value as it is typed for `meterloop encode`.
  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .whole(let number): "\(number)"
    case .text(let text): text
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .whole(let number): .integer(number)
    case .text(let text): .text(text)
    }
  }
}
