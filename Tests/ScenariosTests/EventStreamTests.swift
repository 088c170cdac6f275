// The reports that programs read: TAP by its text, the event stream by its schema.

import FoundationEssentials
import Records
import Scenarios
import Testing

@Suite struct EventStreamTests {
  @Test func tap() throws {
    var report = try FailureMessageTests.report()
    report.results[0].title = "Volts # TODO are \\ < 6\u{1}"
    report.results[0].earlier = [.failed]
    report.unfinished = [try Self.unfinished()]
    report.isInterrupted = true
    try GoldenFiles.check(TAP.render(report), against: "report/report.tap")
  }

  private static func unfinished() throws -> Scenario {
    try ScenarioFile.parse(
      Array("scenario: Cut short\nmeters: [{model: UM25C}]\ntimeline:\n  - wait: 1s\n".utf8),
      file: "scenarios/cut.yaml")
  }

  private func lines() throws -> [String] {
    let report = try FailureMessageTests.report()
    let stream = EventStream()
    var lines = [
      try stream.began(at: .zero, runs: 2, unreadable: report.unreadable)
    ]
    for (index, result) in report.results.enumerated() {
      lines.append(
        try stream.began(
          at: .seconds(index), run: index + 1, file: result.file, title: result.title))
      lines.append(try stream.ended(at: .seconds(index), run: index + 1, result))
    }
    lines.append(try stream.ended(at: .seconds(3), report))
    return lines
  }

  @Test func everyLineIsAsTheSchemaSays() throws {
    let schema = try Schema()
    let lines = try lines()
    #expect(lines.count == 6)
    for line in lines {
      #expect(line.hasSuffix("}\n") && line.filter { $0 == "\n" }.count == 1)
      #expect(try schema.accepts(line), "\(line)")
    }
  }

  /// The schema is strict enough to notice what is missing, new or of another kind.
  @Test func theSchemaRefusesOtherLines() throws {
    let schema = try Schema()
    for line in try lines() {
      #expect(try !schema.accepts(line.replacing("\"real_ns\":", with: "\"real_s\":")))
      #expect(try !schema.accepts(line.replacing("\"event\":\"s", with: "\"event\":\"S")))
    }
    let ended = try lines()[4]
    #expect(try !schema.accepts(ended.replacing("\"boots\":1", with: "\"boots\":\"1\"")))
    #expect(try !schema.accepts(ended.replacing("\"kind\":", with: "\"what\":")))
    #expect(
      try !schema.accepts(ended.replacing("\"verdict\":\"failed\"", with: "\"verdict\":\"x\"")))
  }
}

/// docs/events.schema.json, by those keywords of JSON Schema that it uses.
private struct Schema {
  private let root: JSONValue

  init() throws {
    let bytes = try GoldenFiles.bytes(GoldenFiles.root + "docs/events.schema.json")
    root = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  func accepts(_ line: String) throws -> Bool {
    accepts(try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)), root)
  }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard case .object(let rules) = schema else { return false }
    return rules.allSatisfy { name, rule in
      switch (name, rule) {
      case ("$schema", _), ("title", _), ("$defs", _): true
      case ("$ref", .text(let path)): accepts(value, definition(path))
      case ("oneOf", .list(let schemas)): schemas.count { accepts(value, $0) } == 1
      case ("const", _): value == rule
      case ("enum", .list(let values)): values.contains(value)
      case ("minimum", .integer(let least)):
        if case .integer(let number) = value { number >= least } else { false }
      case ("type", .text(let type)): isOf(type, value)
      case ("items", _):
        if case .list(let items) = value { items.allSatisfy { accepts($0, rule) } } else { false }
      case ("required", .list(let names)):
        Set(names).isSubset(of: keys(of: value).map { .text($0) })
      case ("properties", .object(let properties)):
        keys(of: value).allSatisfy { key in
          properties[key].map { accepts(member(key, of: value), $0) } ?? true
        }
      case ("additionalProperties", .flag(false)):
        if case .object(let known)? = rules["properties"] {
          Set(keys(of: value)).isSubset(of: known.keys)
        } else {
          false
        }
      default: false
      }
    }
  }

  private func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .list), ("string", .text), ("integer", .integer),
      ("boolean", .flag):
      true
    default: false
    }
  }

  private func keys(of value: JSONValue) -> [String] {
    if case .object(let members) = value { Array(members.keys) } else { [] }
  }

  private func member(_ key: String, of value: JSONValue) -> JSONValue {
    if case .object(let members) = value { members[key] ?? .null } else { .null }
  }

  /// `#/$defs/run`.
  private func definition(_ path: String) -> JSONValue {
    path.split(separator: "/").dropFirst().reduce(root) { member(String($1), of: $0) }
  }
}
