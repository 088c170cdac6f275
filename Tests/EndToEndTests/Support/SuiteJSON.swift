// The report of --json, as someone else's program reads it.

import Foundation
import Scenarios
import Testing

/// A report.
struct SuiteJSON: Decodable {
  struct Position: Decodable {
    var line: Int
    var column: Int
  }

  struct Failure: Decodable {
    var position: Position?
    var expected: String?
    var seen: String
    var witness: String?
  }

  struct Fault: Decodable {
    var name: String
    var firings: Int
  }

  struct Result: Decodable, CustomStringConvertible {
    var title: String
    var file: String
    var covers: [String]
    var verdict: String
    var failure: Failure?
    var duration_ns: Int64
    var faults: [Fault]
    var boots: Int
    var reproduction: String?
    var folder: String?
    var earlier: [String]?

    var description: String { "\(file) \(verdict) \(failure?.seen ?? "")" }

    /// All records of the run, whose folder was kept, without what may differ between two runs.
    func normalisedRecords() throws -> String {
      let file = try #require(folder, "--keep kept no folder") + "/records.jsonl"
      let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
      return try RecordFile.write(RecordFile.read(text), normalised: true)
    }
  }

  struct Unreadable: Decodable {
    var file: String
    var message: String
    var position: Position?
    var suggestion: String?
  }

  var meterloop: Int
  var counts: [String: Int]
  var exitCode: Int32
  var isInterrupted: Bool
  var results: [Result]
  var unfinished: [[String: String]]
  var unreadable: [Unreadable]

  init(_ text: String) throws {
    self = try JSONDecoder().decode(SuiteJSON.self, from: Data(text.utf8))
  }

  /// The verdict on each file.
  var verdicts: [String: String] {
    Dictionary(uniqueKeysWithValues: results.map { ($0.file, $0.verdict) })
  }

  /// The result of this file.
  func result(of file: String) -> Result? { results.first { $0.file == file } }
}
