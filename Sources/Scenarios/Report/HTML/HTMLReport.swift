// The report as one HTML file that needs nothing else: no network, no other file, no server.

import FoundationEssentials
import Records
import TestBench

/// Collects runs while their folders are there, and renders the page of all of them.
public struct HTMLReport {
  /// A run as far as the page needs it.
  struct Run {
    let number: Int
    let result: ScenarioResult
    var picture = ""
    var story: [StoryEntry] = []
    var capture = Capture.none
  }

  /// A run's HCI packets.
  enum Capture {
    /// As base64, to be downloaded from the page.
    case embedded(String, name: String)
    /// Too much for the page: where it is, and how many bytes it has.
    case file(String, bytes: Int)
    case none
  }

  /// The largest capture that is put into the page.
  static let largestCaptureBytes = 512 * 1024
  /// So many bytes of captures are put into the page at most: it stays one that can be mailed.
  static let allCapturesBytes = 2 * 1024 * 1024

  private(set) var runs: [Run] = []
  private var captureBytes = 0

  /// A report with no runs.
  public init() {}

  /// Takes a run, while its folder is there; `folder` is nil where there was no guest. What cannot be
  /// read in it is thrown, and the run is on the page without it.
  public mutating func add(_ number: Int, _ result: ScenarioResult, folder path: String?) throws {
    let folder = path.map { RunFolder($0, result) }
    var run = Run(number: number, result: result)
    defer { runs.append(run) }
    run.capture = try capture(of: result, folder)
    let story = try folder?.story() ?? RunStory(result, records: [])
    run.picture = RunPicture(story).markup
    run.story = story.entries
  }

  /// The page. Files that were no scenarios, and what an interrupt cut short, are in `report` alone.
  public func render(_ report: SuiteReport) -> String {
    HTMLPage(runs: runs.sorted { Self.comesBefore($0, $1) }, report: report).markup
  }

  /// What did not pass comes first, then what passed only at last.
  private static func comesBefore(_ a: Run, _ b: Run) -> Bool {
    (rank(a.result), a.number) < (rank(b.result), b.number)
  }

  private static func rank(_ result: ScenarioResult) -> Int {
    switch result.verdict {
    case .failed: 0
    case .broken: 1
    case .unknown: 2
    case .passed: result.isFlaky ? 3 : 4
    case .skipped: 5
    }
  }

  private mutating func capture(
    of result: ScenarioResult, _ folder: RunFolder?
  ) throws -> Capture {
    guard let folder, result.folder != nil, Files.exists(folder.capture) else { return .none }
    let bytes = Files.size(of: folder.capture)
    // Who looks for a packet looks where something went wrong.
    guard result.verdict != .passed, bytes <= Self.largestCaptureBytes,
      captureBytes + bytes <= Self.allCapturesBytes
    else { return .file(folder.capture, bytes: bytes) }
    captureBytes += bytes
    let name = folder.path.split(separator: "/").last ?? "run"
    return .embedded(
      Data(try Files.read(folder.capture)).base64EncodedString(), name: "\(name).btsnoop")
  }
}
