// A failure as a person reads it.

import Records

/// Renders what came of a scenario that did not pass.
public enum FailureText {
  /// Place and verdict, the scenario's line with a caret, what was expected, what was seen by whom,
  /// and the records that led there. No line end at the end.
  public static func render(_ result: ScenarioResult) -> String {
    guard let failure = result.failure else { return "" }
    var place = failure.position == nil ? result.file : failure.file
    if let position = failure.position { place += ":\(position.line):\(position.column)" }
    var lines = ["\(place): \(result.verdict.rawValue): \(result.title)"]
    lines += body(of: result, around: "the last records:")
    if let command = result.reproduction { lines.append("  run it again: \(command)") }
    if let folder = result.folder { lines.append("  capture and logs: \(folder)") }
    return lines.joined(separator: "\n")
  }

  /// The lines between: the scenario's line, what was expected and seen, faults that did nothing, and
  /// under the heading `around` the records. None where nothing failed.
  static func body(of result: ScenarioResult, around heading: String) -> [String] {
    guard let failure = result.failure else { return [] }
    var lines = failure.excerpt
    if let expected = failure.expected {
      lines.append("  expected: \(expected)")
      lines.append("  seen\(by(failure.witness)): \(failure.seen)")
    } else {
      // What is seen may be several lines, such as the end of a log.
      lines += failure.seen.split(separator: "\n").map { "  " + $0 }
    }
    let duds = result.faults.filter { $0.firings == 0 }
    for dud in duds where dud.line != failure.position?.line {
      lines.append("  the fault \(dud.name) of line \(dud.line) had not fired")
    }
    if !failure.around.isEmpty {
      lines.append("  " + heading)
      for record in failure.around {
        lines.append(
          "    "
            + RecordText.render(
              record, since: failure.timelineStart, centrals: result.centralNames))
      }
    }
    return lines
  }

  private static func by(_ witness: Witness?) -> String {
    witness.map { " by the \($0.rawValue)" } ?? ""
  }
}

/// Renders one record on one line.
public enum RecordText {
  /// `  12.004 s  air       hci0 link 1  disconnected {reason: 0x08}`; behind the adapter of one of
  /// several centrals is its name.
  public static func render(
    _ record: Record, since start: VirtualTime, centrals: [Int: String] = [:]
  ) -> String {
    let time = (record.time - start).column
    var line = padded(time, to: 9, onTheLeft: true) + " s  "
    line += padded(record.witness.rawValue, to: 8) + "  "
    if let adapter = record.adapter {
      line += "hci\(adapter) " + (centrals[adapter].map { "\($0) " } ?? "")
    }
    if let connection = record.connection { line += "link \(connection) " }
    return line + content(record, since: start)
  }

  /// What it says, without when, who and where: `disconnected {reason: 0x08}`.
  static func content(_ record: Record, since start: VirtualTime) -> String {
    var line = record.kind
    if !record.details.isEmpty {
      let details = record.details.filter { !RecordVocabulary.isAside($0.key, of: record) }
        .sorted { $0.key < $1.key }
        .map { "\(wordFor($0.key)): \(text($0.value, named: $0.key, since: start))" }
      line += " {\(details.joined(separator: ", "))}"
    }
    if !record.bytes.isEmpty {
      let shown = record.bytes.prefix(20).map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
      }
      line += " [\(shown.joined(separator: " "))\(record.bytes.count > 20 ? " …" : "")]"
    }
    return line
  }

  private static func text(_ detail: Detail, named name: String, since start: VirtualTime) -> String
  {
    // The one detail that is a point in time.
    if name == "ended_at_ns", case .integer(let nanoseconds) = detail {
      return (VirtualTime(nanoseconds: Int64(nanoseconds)) - start).column + " s"
    }
    // A central's own text may be of any length and have anything in it.
    let text = printable(detail.text(of: name))
    return text.count > 80 ? text.prefix(80) + "…" : text
  }

  private static func padded(_ text: String, to width: Int, onTheLeft: Bool = false) -> String {
    let pad = String(repeating: " ", count: max(0, width - text.count))
    return onTheLeft ? pad + text : text + pad
  }
}
