// A folder of a test's own: scenario files in, results and reports out.

import Foundation
import Testing

/// An empty folder that goes when the test does. Runs start in it, so that paths in messages are
/// short and the same each time.
final class Workspace {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "meterloop-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.resolvingSymlinksInPath().path
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      print("\(path) was not removed: \(error)")
    }
  }

  /// Writes a file, with the folders above it.
  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  /// Writes a file, with the folders above it.
  func write(_ bytes: Data, to name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  /// The text of a file.
  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path).appending(path: name), encoding: .utf8)
  }

  /// The names in a folder, sorted; none where there is no folder.
  func names(in name: String) -> [String] {
    // A folder that is not there is what some tests want to see.
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")) ?? []).sorted()
  }

  /// `meterloop test` with these arguments, in this folder.
  func test(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    try Meterloop.run(["test"] + arguments, in: path, environment: environment)
  }

  /// The same, whose report is returned too.
  func report(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (Outcome, SuiteJSON) {
    let outcome = try test(arguments + ["--json", "report.json"], environment: environment)
    return (outcome, try SuiteJSON(read("report.json")))
  }
}
