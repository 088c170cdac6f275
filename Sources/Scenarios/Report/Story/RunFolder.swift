// What a run left, read back: its verdict, its records and its capture.

import FoundationEssentials
import Records
import TestBench

/// The folder of one scenario's run.
public struct RunFolder: Sendable {
  /// Where it is.
  public let path: String
  /// What came of the run.
  public let result: ScenarioResult

  /// The folder at `path`. A `BenchError` says what is there instead of a run with a verdict.
  public init(_ path: String) throws {
    guard Files.isFolder(path) else {
      throw BenchError(
        "\(path): there is no such folder",
        remedy: "Name the folder of a run: `meterloop test` names it with each failure.")
    }
    guard RunFolders.isRun(path) else {
      let runs = Files.names(in: path).filter { RunFolders.isRun("\(path)/\($0)") }
      throw BenchError(
        "\(path) is no run's folder",
        remedy: runs.isEmpty
          ? "Each run has one below `results`; those of passed runs are there after --keep."
          : "It holds those of \(runs.count) runs; name one of them, such as \(path)/\(runs[0])")
    }
    let file = "\(path)/\(ScenarioJob.resultFile)"
    guard Files.exists(file) else {
      throw BenchError(
        "\(path): the run came to no verdict, so \(ScenarioJob.resultFile) is missing",
        remedy: "It is at work still, was killed, or is a client's: its logs are there.")
    }
    do {
      let result = try JSONDecoder().decode(ScenarioResult.self, from: Data(try Files.read(file)))
      self.init(path, result)
    } catch {
      throw BenchError(
        "\(file) cannot be read: \(error)",
        remedy: "It was changed, or is of another version of meterloop.")
    }
  }

  /// The folder at `path`, of a run whose result is known.
  public init(_ path: String, _ result: ScenarioResult) {
    self.path = path
    self.result = result
  }

  /// The HCI packets.
  public var capture: String { "\(path)/\(Stage.captureFile)" }
  /// The records.
  public var records: String { "\(path)/\(ScenarioJob.recordsFile)" }

  /// The story of the run. A guest that died has left no records, and then there is little to tell.
  public func story() throws -> RunStory {
    guard Files.exists(records) else { return RunStory(result, records: []) }
    do {
      return RunStory(result, records: try RecordFile.read(try Files.readText(records)))
    } catch {
      throw BenchError(
        "\(records) cannot be read: \(error)",
        remedy: "It was changed or cut short, or is of another version of meterloop.")
    }
  }
}
