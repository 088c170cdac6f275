// The story of a run as a terminal shows it.

import FoundationEssentials
import Records

/// Renders a story: what came of the run, what happened and when, the failure where it failed, and
/// where the capture is.
public enum ExplainText {
  /// The whole text, with a line end.
  public static func render(_ story: RunStory, in folder: RunFolder, style: OutputStyle) -> String {
    let result = story.result
    var lines = [style.verdict(result.verdict) + "  " + printable(result.title)]
    lines.append("file      \(result.file)")
    if !result.covers.isEmpty { lines.append("covers    \(result.covers.joined(separator: " "))") }
    if let centrals = result.centralsText { lines.append("centrals  \(centrals)") }
    lines.append("took      \(story.duration.column) s on its own clock")
    if !result.earlier.isEmpty {
      let before = result.earlier.map(\.rawValue).joined(separator: ", ")
      lines.append("before    \(before)\(result.isFlaky ? ": it is flaky" : "")")
    }
    for fault in result.faults {
      let fired = fault.firings == 0 ? "never fired" : "fired \(times(fault.firings))"
      lines.append("fault     \(fault.name) of line \(fault.line) \(fired)")
    }
    lines.append("")
    lines += story.entries.map { line($0, style) }
    if story.entries.isEmpty {
      lines.append("  It has no records: it ended before there were any.")
    }
    lines += verdict(story, style)
    lines.append("")
    lines.append("capture   \(folder.capture)")
    lines.append("records   \(folder.records)")
    if let command = result.reproduction { lines.append("again     \(command)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The same for a program: the result, the entries, and where the files are, as one JSON object:
  ///
  ///     {"meterloop": 1,              the version of this schema
  ///      "result": ScenarioResult,    as in the report of `meterloop test --json`
  ///      "story": [StoryEntry …],
  ///      "capture": PATH, "records": PATH}
  public static func json(_ story: RunStory, in folder: RunFolder) throws -> String {
    struct File: Encodable {
      var meterloop = 1
      var result: ScenarioResult
      var story: [StoryEntry]
      var capture: String
      var records: String
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let file = File(
      result: story.result, story: story.entries, capture: folder.capture, records: folder.records)
    return String(decoding: try encoder.encode(file), as: UTF8.self) + "\n"
  }

  private static func line(_ entry: StoryEntry, _ style: OutputStyle) -> String {
    let lane = padded(entry.lane.rawValue, to: 8)
    let line = "  \(time(entry.offset))  \(style.coloured(lane, colour(of: entry)))  \(entry.text)"
    // An attempt tells its own end.
    guard let end = entry.end, entry.count > 1, end.column != entry.offset.column else {
      return line
    }
    return line + ", until \(end.column) s"
  }

  /// The end of the run, with the failure if it is one.
  private static func verdict(_ story: RunStory, _ style: OutputStyle) -> [String] {
    let result = story.result
    var head = "  \(time(story.duration))  \(style.verdict(result.verdict, isPadded: false))"
    guard let failure = result.failure else { return [head] }
    if let position = failure.position {
      head += "  \(result.file):\(position.line):\(position.column)"
    }
    let body = FailureText.body(of: result, around: "the records around it:")
    return [head] + body.map { "  " + $0 }
  }

  private static func time(_ time: Duration) -> String {
    let text = time.column
    return String(repeating: " ", count: max(0, 9 - text.count)) + text + " s"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private static func colour(of entry: StoryEntry) -> Int {
    if entry.kind.hasPrefix("fault.") { return 35 }
    return switch entry.lane {
    case .scenario: 1
    case .air: 36
    case .meter: 33
    case .central: 34
    }
  }
}
