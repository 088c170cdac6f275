// The schema and the reader hold each other: what one refuses for its form, the other does too.

import Foundation
import Testing

@testable import Records
@testable import Scenarios

/// Python's jsonschema, which judges by the schema alone.
enum SchemaJudge {
  static let isInstalled = (try? run("import jsonschema", [])) != nil

  private struct Failed: Error { let text: String }

  /// Which of the documents the schema allows.
  static func verdicts(of documents: [JSONValue]) throws -> [Bool] {
    let lines = try documents.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    let output = try run(
      """
      import json, sys, jsonschema
      lines = sys.stdin.read().split("\\n")
      schema = json.loads(lines[0])
      jsonschema.Draft202012Validator.check_schema(schema)
      judge = jsonschema.Draft202012Validator(schema)
      print("".join("01"[judge.is_valid(json.loads(line))] for line in lines[1:]))
      """,
      [String(decoding: try JSONEncoder().encode(ScenarioSchema.schema), as: UTF8.self)] + lines)
    return output.filter { "01".contains($0) }.map { $0 == "1" }
  }

  private static func run(_ script: String, _ lines: [String]) throws -> String {
    let input = FileManager.default.temporaryDirectory.appending(path: "schema-\(UUID()).jsonl")
    try Data(lines.joined(separator: "\n").utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: input)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(text: script) }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Node {
  /// The value as an editor's YAML reader sees it, by the core schema of YAML 1.2.
  var json: JSONValue {
    switch content {
    case .list(let items): .list(items.map(\.json))
    case .mapping(let entries):
      .object(
        Dictionary(uniqueKeysWithValues: entries.map { ($0.key.scalar ?? "", $0.value.json) }))
    case .scalar(let text, isPlain: true):
      if isNull {
        .null
      } else if text == "true" || text == "false" {
        .flag(text == "true")
      } else if let integer = Int(text) {
        .integer(integer)
      } else if text.hasPrefix("0x"), let integer = Int(text.dropFirst(2), radix: 16) {
        .integer(integer)
      } else if text.first?.isNumber == true || text.first == "-", let number = Double(text) {
        .number(number)
      } else {
        .text(text)
      }
    case .scalar(let text, isPlain: false): .text(text)
    }
  }
}

@Suite(.enabled(if: SchemaJudge.isInstalled, "Debian's python3-jsonschema is not installed"))
struct SchemaTests {
  private static let shipped: [(file: String, json: JSONValue)] = {
    let root = GoldenFiles.root + "scenarios/"
    let names = ((try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [])
      .filter { $0.hasSuffix(".yaml") && !GoldenFiles.isShared($0) }.sorted()
    return names.compactMap { name in
      guard let bytes = try? GoldenFiles.bytes(root + name),
        let node = try? YAMLReader.read(bytes, file: name)
      else { return nil }
      return (root + name, node.json)
    }
  }()

  private static let table = """
    scenario: A $model with all that the language has
    version: 1
    include: [a.yaml]
    variables: {volts: 5.08, wait: 1s, step: {wait: 2s}}
    cases: [{case: one, model: UM25C, on: true}, {model: tc66c, on: false}]
    meters: [{model: $model, load: {volts: $volts}}]
    policy: {attemptCap: off, connectTimeout: off}
    timeline:
      - include: b.yaml
      - {at: 3s, wait: $wait}
      - $step
      - expect: {order: [{state: peripheralReady}, {att: {handle: 0x17}}], within: 2s}
      - expect: {event: requested, count: 0..3, within: 2s}
      - expect: {event: requested, count: 3}
      - lift: {link: loss}
    """

  @Test func everyShippedScenarioIsAllowed() throws {
    #expect(Self.shipped.count > 70)
    let table = try YAMLReader.read(Array(Self.table.utf8), file: "table.yaml").json
    let verdicts = try SchemaJudge.verdicts(of: Self.shipped.map(\.json) + [table])
    #expect(verdicts.count == Self.shipped.count + 1)
    for (index, isAllowed) in verdicts.enumerated() where !isAllowed {
      Issue.record("\(index < Self.shipped.count ? Self.shipped[index].file : "the table")")
    }
  }

  @Test func wholeNumbersHaveTheirLimits() throws {
    func scenario(_ attemptCap: Int) -> JSONValue {
      .object([
        "scenario": .text("A"), "meters": .list([.object(["model": .text("UM25C")])]),
        "policy": .object(["attemptCap": .integer(attemptCap)]),
        "timeline": .list([.object(["wait": .text("1s")])]),
      ])
    }
    let verdicts = try SchemaJudge.verdicts(of: [-1, 0, 1000, 1001].map(scenario))
    #expect(verdicts == [false, true, true, false])
  }

  /// Each value in turn becomes something else, is taken out, or gets a key that nobody knows.
  @Test func whatTheReaderRefusesForItsFormTheSchemaRefuses() throws {
    var mutants: [(file: String, what: String, json: JSONValue)] = []
    // Every fifth, of all folders: to judge the mutants of all takes minutes.
    let some = Self.shipped.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    for (file, json) in some where readerAllows(json, file) {
      for mutant in self.mutants(of: json) { mutants.append((file, mutant.what, mutant.json)) }
    }
    #expect(mutants.count > 1000)
    let verdicts = try SchemaJudge.verdicts(of: mutants.map(\.json))
    #expect(verdicts.count == mutants.count)
    var refused = 0
    for (mutant, schemaAllows) in zip(mutants, verdicts) {
      let readerAllows = self.readerAllows(mutant.json, mutant.file)
      if !readerAllows { refused += 1 }
      // The reader knows more, such as which values go together, and never less.
      if schemaAllows != readerAllows, !schemaAllows || !mutant.what.hasPrefix("without") {
        Issue.record(
          "\(mutant.file), \(mutant.what): only the \(schemaAllows ? "reader" : "schema") refuses it"
        )
      }
    }
    #expect(refused > 800)
  }

  private func readerAllows(_ json: JSONValue, _ file: String) -> Bool {
    guard let data = try? JSONEncoder().encode(json) else { return false }
    return (try? ScenarioFile.parse([UInt8](data), file: file)) != nil
  }

  private func mutants(
    of value: JSONValue, at path: String = ""
  ) -> [(what: String, json: JSONValue)] {
    var mutants: [(what: String, json: JSONValue)] = []
    switch value {
    case .object(let fields):
      mutants.append(
        (
          path + " with an unknown key",
          .object(fields.merging(["nobodyKnows": .integer(1)]) { $1 })
        ))
      mutants.append((path + " as a list", .list([value])))
      mutants.append((path + " as a word", .text("nobodyKnows")))
      for (key, field) in fields.sorted(by: { $0.key < $1.key }) {
        var others = fields
        others[key] = nil
        mutants.append(("without \(path).\(key)", .object(others)))
        for mutant in self.mutants(of: field, at: "\(path).\(key)") {
          mutants.append((mutant.what, .object(others.merging([key: mutant.json]) { $1 })))
        }
      }
    case .list(let items):
      mutants.append((path + " as a mapping", .object(["nobodyKnows": value])))
      for (index, item) in items.enumerated() {
        for mutant in self.mutants(of: item, at: "\(path)[\(index)]") {
          var others = items
          others[index] = mutant.json
          mutants.append((mutant.what, .list(others)))
        }
      }
    default:
      mutants.append((path + " as a mapping", .object(["nobodyKnows": .integer(1)])))
      mutants.append((path + " as a list of lists", .list([.list([])])))
    }
    return mutants
  }
}
