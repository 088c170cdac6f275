// The scenarios of a suite, found on disk.

import TestBench

/// A scenario that was read, with the text it was read from.
public struct SuiteItem: Sendable {
  /// The file as the user wrote it.
  public let file: String
  /// Its text.
  public let text: String
  /// What it says.
  public let scenario: Scenario

  /// The scenario that `text` is; `file` is the name that messages have for it.
  public init(file: String, text: String) throws(ScenarioError) {
    self.init(
      file: file, text: text, scenario: try ScenarioFile.parse(Array(text.utf8), file: file))
  }

  private init(file: String, text: String, scenario: Scenario) {
    self.file = file
    self.text = text
    self.scenario = scenario
  }

  /// The files that the paths name, each once: a folder stands for all `.yaml` and `.yml` files in
  /// and below it, and `backoff.yaml[UM25C]` for the row of a table.
  public static func files(_ paths: [String]) throws(BenchError) -> [SuiteFile] {
    var found = FoundFiles()
    var whole = FoundFiles()
    var labels: [String: Set<String>] = [:]
    for path in paths {
      if Files.exists(path) {
        if Files.isFolder(path) {
          found.take(folder: path)
          whole.take(folder: path)
        } else {
          found.take(file: path)
          whole.take(file: path)
        }
      } else if let (file, label) = row(path), Files.exists(file), !Files.isFolder(file) {
        found.take(file: file)
        labels[Files.absolute(file) ?? file, default: []].insert(label)
      } else {
        throw BenchError("\(path): there is no such file or folder", remedy: "")
      }
    }
    let complete = Set(whole.files.map { Files.absolute($0) ?? $0 })
    return found.files.map { file in
      let place = Files.absolute(file) ?? file
      return SuiteFile(path: file, labels: complete.contains(place) ? nil : labels[place])
    }
  }

  /// The file and the label in `backoff.yaml[UM25C]`.
  private static func row(_ path: String) -> (file: String, label: String)? {
    guard path.hasSuffix("]"), let bracket = path.lastIndex(of: "[") else { return nil }
    return (String(path[..<bracket]), String(path[path.index(after: bracket)...].dropLast()))
  }

  /// Reads each file; what is no scenario is told apart.
  public static func read(
    _ files: [SuiteFile]
  ) -> (items: [SuiteItem], unreadable: [ScenarioError]) {
    var items: [SuiteItem] = []
    var unreadable: [ScenarioError] = []
    for file in files {
      do throws(ScenarioError) {
        let bytes = try ScenarioFile.bytes(of: file.path)
        let text = String(decoding: bytes, as: UTF8.self)
        let scenarios = try ScenarioFile.scenarios(in: bytes, file: file.path)
        try file.checkLabels(of: scenarios)
        items += scenarios.filter(file.means)
          .map { SuiteItem(file: file.path, text: text, scenario: $0) }
      } catch { unreadable.append(error) }
    }
    return (items, unreadable)
  }
}

/// A file of a suite.
public struct SuiteFile: Sendable {
  /// The path as the user wrote it.
  public let path: String
  /// The rows of its table that are meant; nil for all that is in it.
  public let labels: Set<String>?

  /// Whether the scenario of this file is meant.
  func means(_ scenario: Scenario) -> Bool {
    labels.map { $0.contains(scenario.caseLabel ?? "") } ?? true
  }

  /// An error for a row that is not there.
  func checkLabels(of scenarios: [Scenario]) throws(ScenarioError) {
    let known = scenarios.compactMap(\.caseLabel)
    for label in (labels ?? []).sorted() where !known.contains(label) {
      var error = ScenarioError(file: path, message: "there is no case '\(label)' in it")
      error.suggestion = suggestion(for: label, among: known).map { "\(path)[\($0)]" }
      throw error
    }
  }
}
