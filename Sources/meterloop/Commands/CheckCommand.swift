// `meterloop check`: whether files are scenarios, without running them.

import FoundationEssentials
import Scenarios
import TestBench

/// Reads scenario files and says what is wrong with them.
enum CheckCommand: Command {
  static let table = OptionTable(
    command: "check", operands: "FILE|FOLDER…",
    summary: "Check scenario files without running them",
    details: """
      A folder stands for all .yaml and .yml files in and below it, but for those that begin with _,
      which others include. Of each file the first mistake is told.

      With --json, one object: {"meterloop": 1, "files": [{"file", "scenarios": [NAME …],
      "problems": [{"file", "line"?, "column"?, "message", "suggestion"?, "notes"} …]} …]}. Lines and
      columns count from 1. A problem's own file may be one that is included.

      Exit codes: 0 all are scenarios, 1 usage, 2 one is none.

      Examples:
        meterloop check scenarios/
        meterloop check --json first.yaml
      """,
    options: [.init(name: "json", letter: "j", value: nil, help: "Print one JSON object")])

  private struct Report: Encodable {
    struct Problem: Encodable {
      var file: String
      var line: Int?
      var column: Int?
      var message: String
      var suggestion: String?
      var notes: [String]
    }
    struct File: Encodable {
      var file: String
      var scenarios: [String]
      var problems: [Problem]
    }
    var meterloop = 1
    var files: [File] = []
  }

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard !parsed.operands.isEmpty else {
      throw UsageError(message: "name a scenario file or folder")
    }
    var report = Report()
    var unreadable = 0
    for file in try TestCommand.suiteFiles(parsed.operands) {
      let (items, errors) = SuiteItem.read([file])
      unreadable += errors.count
      if !parsed.has("json") { for error in errors { emit(error.rendered + "\n") } }
      report.files.append(
        .init(
          file: file.path, scenarios: items.map(\.scenario.name),
          problems: errors.map { error in
            .init(
              file: error.file, line: error.position?.line, column: error.position?.column,
              message: error.message, suggestion: error.suggestion, notes: error.notes)
          }))
    }
    if parsed.has("json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      emit(String(decoding: try encoder.encode(report), as: UTF8.self) + "\n")
    } else {
      let scenarios = report.files.reduce(0) { $0 + $1.scenarios.count }
      emit(
        "\(scenarios) scenario\(scenarios == 1 ? "" : "s") in \(report.files.count - unreadable) of "
          + "\(report.files.count) file\(report.files.count == 1 ? "" : "s")\n")
    }
    return unreadable == 0 ? ExitCode.passed : ExitCode.unreadable
  }
}
