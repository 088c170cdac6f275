// `meterloop schema`: the form of scenario files as a JSON Schema, from the tables that the reader
// checks files by. It tells what the reader tells of a value by itself; how values go together is for
// `meterloop check`.

import Faults
import FoundationEssentials
import Records

/// The JSON Schema of scenario files, of draft 2020-12.
public enum ScenarioSchema {
  /// The schema as text.
  public static func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(schema), as: UTF8.self) + "\n"
  }

  static var schema: JSONValue {
    var file = object(of: ScenarioKeys.scenario)
    // Shared parts may bring the meters.
    file["required"] = .list([.text("scenario"), .text("timeline")])
    file["anyOf"] = .list(
      ["meters", "include"].map { .object(["required": .list([.text($0)])]) })
    file["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    file["title"] = .text("A meterloop scenario, version \(ScenarioKeys.languageVersion)")
    var definitions = [
      "variable": JSONValue.object([
        "type": .text("string"), "pattern": .text("\\$[A-Za-z]"),
        "description": .text("A variable, or a text with variables."),
      ]),
      "part": .object(object(of: ScenarioKeys.part)),
      "steps": json(.list(.defined(.step)), takesVariables: false),
    ]
    for definition in Shape.Definition.allCases {
      definitions[definition.rawValue] = json(definition)
    }
    file["$defs"] = .object(definitions)
    return .object(file)
  }

  private static func json(_ definition: Shape.Definition) -> JSONValue {
    switch definition {
    case .meter: json(.mapping(MeterKeys.meter))
    case .load: json(.mapping(LoadKeys.load))
    case .step:
      any(
        StepKind.all.map { kind in
          .mapping(
            Mapping(
              "a step",
              [Key(kind.name, Form(kind.value, kind.shape), isRequired: true, kind.summary)]
                + [StepKind.time]))
        } + [
          .mapping(
            Mapping(
              "an include",
              [
                Key(
                  StepKind.include.name, StepKind.include.form, isRequired: true,
                  StepKind.include.summary)
              ]))
        ])
    case .expectation:
      any(
        Subject.all.map { subject in
          .mapping(
            Mapping(
              "an expectation",
              [key(of: subject)]
                + ExpectationKeys.qualifiers.filter { subject.qualifiers.contains($0.name) }))
        })
    case .pattern:
      any(
        Subject.patterns.map {
          .mapping(Mapping("a pattern", [key(of: $0), ExpectationKeys.central]))
        })
    case .event: any([.words(Witness.allCases.flatMap(kinds).unique)] + records(needWitness: false))
    case .record: any(records(needWitness: true))
    case .fault: any(FaultVocabulary.all.map { .mapping(FaultReader.mapping(of: $0)) })
    case .lift:
      any(
        FaultVocabulary.all.map { verb in
          .mapping(
            Mapping(
              "a fault",
              [
                Key(
                  verb.level.rawValue, Form(verb.name, .words([verb.name])), isRequired: true,
                  verb.summary)
              ]))
        })
    }
  }

  private static func kinds(of witness: Witness) -> [String] {
    RecordVocabulary.kinds(of: witness).map(\.name)
  }

  /// The records of each kind: an event has its witness beside it, a record within.
  private static func records(needWitness: Bool) -> [Shape] {
    Witness.allCases.flatMap { witness in
      RecordVocabulary.kinds(of: witness).map { kind in
        let witnessKey = Key(
          "witness", .words([witness.rawValue]), isRequired: true, "Who is asked.")
        let kindKey = Key("kind", .words([kind.name]), isRequired: true, kind.summary)
        let details = RecordVocabulary.detailNames(of: witness, kind.name) + ["adapter"]
        return .mapping(
          Mapping(
            "a record",
            (needWitness ? [witnessKey] : []) + [kindKey] + details.map { Key($0, .text, "") }))
      }
    }
  }

  private static func key(of subject: Subject) -> Key {
    Key(subject.name, Form(subject.value, subject.shape), isRequired: true, subject.summary)
  }

  private static func any(_ shapes: [Shape]) -> JSONValue {
    .object(["anyOf": .list(shapes.map { json($0, takesVariables: false) } + [variable])])
  }

  private static let variable = JSONValue.object(["$ref": .text("#/$defs/variable")])

  /// Before variables have values: what is read with them may be one.
  private static func json(_ shape: Shape, takesVariables: Bool = true) -> JSONValue {
    let plain = plain(shape)
    switch shape {
    case .any, .text, .defined: return plain
    default: return takesVariables ? .object(["anyOf": .list([plain, variable])]) : plain
    }
  }

  private static func plain(_ shape: Shape) -> JSONValue {
    switch shape {
    case .any: return .object([:])
    case .text: return .object(["type": types(["string", "number", "boolean"])])
    case .time:
      return pattern("^[0-9]+(\\.[0-9]{1,9})? *(\(alternatives(TimeUnit.all.map(\.symbol))))$")
    case .number(let quantity):
      let units = quantity.units.isEmpty ? "" : " *(\(alternatives(quantity.units.map(\.symbol))))?"
      return either([
        .object(["type": .text("number")]),
        pattern("^-?[0-9]+(\\.[0-9]{1,9})?\(units)$"),
      ])
    case .integer(let range):
      var number = ["type": JSONValue.text("integer"), "minimum": .integer(range.lowerBound)]
      if range.upperBound != .max { number["maximum"] = .integer(range.upperBound) }
      return either([.object(number), pattern("^(0[xX][0-9A-Fa-f]+|-?[0-9]+)$")])
    case .count(let range):
      return either([plain(.integer(range)), pattern("^[0-9]+\\.\\.[0-9]+$")])
    case .words(let words): return .object(["enum": .list(words.map { .text($0) })])
    case .names(let names):
      let patterns = names.map { name in
        name.map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : String($0) }.joined()
      }
      return pattern("^(\(alternatives(patterns)))$")
    case .flag:
      return .object(["enum": .list([.flag(true), .flag(false), .text("true"), .text("false")])])
    case .list(let item): return .object(["type": .text("array"), "items": json(item)])
    case .mapping(let mapping): return .object(object(of: mapping))
    case .table(let value):
      return .object(["type": .text("object"), "additionalProperties": json(value)])
    case .either(let shapes): return either(shapes.map(plain))
    case .defined(let definition):
      return .object(["$ref": .text("#/$defs/\(definition.rawValue)")])
    }
  }

  private static func object(of mapping: Mapping) -> [String: JSONValue] {
    var properties: [String: JSONValue] = [:]
    for key in mapping.keys {
      let value = json(key.form.shape, takesVariables: !withoutVariables.contains(key.name))
      properties[key.name] =
        key.summary.isEmpty
        ? value : .object(["allOf": .list([value]), "description": .text(key.summary)])
    }
    var object: [String: JSONValue] = [
      "type": .text("object"), "properties": .object(properties),
      "additionalProperties": .flag(false),
    ]
    let required = mapping.keys.filter(\.isRequired).map { JSONValue.text($0.name) }
    if !required.isEmpty { object["required"] = .list(required) }
    return object
  }

  /// The keys that are read before variables have values.
  private static let withoutVariables = ["version", "include", "variables", "cases", "timeline"]

  private static func either(_ values: [JSONValue]) -> JSONValue {
    .object(["anyOf": .list(values)])
  }

  private static func types(_ names: [String]) -> JSONValue { .list(names.map { .text($0) }) }

  private static func pattern(_ text: String) -> JSONValue {
    .object(["type": .text("string"), "pattern": .text(text)])
  }

  private static func alternatives(_ texts: [String]) -> String { texts.joined(separator: "|") }
}

extension [String] {
  /// Each once, sorted.
  fileprivate var unique: [String] { Set(self).sorted() }
}
