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
  /// and below it.
  public static func files(_ paths: [String]) throws(BenchError) -> [String] {
    var found = FoundFiles()
    for path in paths {
      guard Files.exists(path) else {
        throw BenchError("\(path): there is no such file or folder", remedy: "")
      }
      if Files.isFolder(path) { found.take(folder: path) } else { found.take(file: path) }
    }
    return found.files
  }

  /// Reads each file; what is no scenario is told apart.
  public static func read(_ files: [String]) -> (items: [SuiteItem], unreadable: [ScenarioError]) {
    var items: [SuiteItem] = []
    var unreadable: [ScenarioError] = []
    for file in files {
      do throws(ScenarioError) {
        let bytes = try ScenarioFile.bytes(of: file, atMost: YAMLReader.maximumBytes)
        let scenario = try ScenarioFile.parse(bytes, file: file)
        items.append(
          SuiteItem(
            file: file, text: String(decoding: bytes, as: UTF8.self), scenario: scenario))
      } catch { unreadable.append(error) }
    }
    return (items, unreadable)
  }
}
