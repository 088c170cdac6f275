// The report as TAP 14, https://testanything.org/tap-version-14-specification.html.

import FoundationEssentials
import Records

/// Renders a report for TAP consumers: what did not pass is `not ok`, with YAML diagnostics that say
/// what kind of trouble it is; what its lane cannot judge, or an
/// interrupt cut short, is skipped.
public enum TAP {
  /// The whole report.
  public static func render(_ report: SuiteReport) -> String {
    let points =
      report.results.map(point) + report.unfinished.map(point) + report.unreadable.map(point)
    var lines = ["TAP version 14", "1..\(points.count)"]
    for (index, point) in points.enumerated() {
      lines.append("\(point.isOk ? "ok" : "not ok") \(index + 1) - \(point.description)")
      if !point.diagnostics.isEmpty {
        lines.append("  ---")
        lines += point.diagnostics.map { "  " + $0 }
        lines.append("  ...")
      }
    }
    if report.isInterrupted { lines.append("Bail out! interrupted") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One test point.
  private struct Point {
    var isOk: Bool
    var description: String
    var diagnostics: [String]
  }

  private static func point(_ result: ScenarioResult) -> Point {
    var yaml = ["file: \(quoted(result.file))", "duration_ms: \(milliseconds(result))"]
    if !result.covers.isEmpty {
      yaml.append("covers: [\(result.covers.map(quoted).joined(separator: ", "))]")
    }
    if let centrals = result.centralsText { yaml.append("centrals: \(quoted(centrals))") }
    if !result.earlier.isEmpty {
      yaml.append("flaky: \(result.isFlaky)")
      yaml.append("earlier: [\(result.earlier.map(\.rawValue).joined(separator: ", "))]")
    }
    if let failure = result.failure, result.verdict == .skipped {
      return Point(
        isOk: true, description: escaped(result.title) + " # SKIP \(printable(failure.seen))",
        diagnostics: yaml)
    }
    if let failure = result.failure {
      yaml.append("severity: \(result.verdict == .failed ? "fail" : "error")")
      yaml.append("verdict: \(result.verdict.rawValue)")
      if let position = failure.position { yaml += at(failure.file, position) }
      if let expected = failure.expected { yaml.append("expected: \(quoted(expected))") }
      yaml.append("seen: \(quoted(failure.seen))")
      if let witness = failure.witness { yaml.append("witness: \(witness.rawValue)") }
      let around = failure.around.map {
        RecordText.render($0, since: failure.timelineStart, centrals: result.centralNames)
      }
      if !around.isEmpty {
        yaml.append("records:")
        yaml += around.map { "  - \(quoted($0))" }
      }
      if let command = result.reproduction { yaml.append("again: \(quoted(command))") }
      if let folder = result.folder { yaml.append("folder: \(quoted(folder))") }
    }
    return Point(
      isOk: result.verdict == .passed, description: escaped(result.title), diagnostics: yaml)
  }

  private static func point(_ unfinished: Scenario) -> Point {
    Point(
      isOk: true,
      description: escaped(unfinished.title) + " # SKIP interrupted before it came to a verdict",
      diagnostics: ["file: \(quoted(unfinished.name))"])
  }

  private static func point(_ error: ScenarioError) -> Point {
    var yaml = ["severity: error", "verdict: unreadable"]
    if let position = error.position { yaml += at(error.file, position) }
    yaml.append("message: \(quoted(error.message))")
    return Point(isOk: false, description: escaped(error.file), diagnostics: yaml)
  }

  private static func at(_ file: String, _ position: SourcePosition) -> [String] {
    [
      "at:", "  file: \(quoted(file))", "  line: \(position.line)", "  column: \(position.column)",
    ]
  }

  /// A description on one line in which `#` is no directive.
  private static func escaped(_ text: String) -> String {
    printable(text).map { "\\#".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// A YAML scalar in double quotes: of what has to be escaped there, JSON's escapes are all known.
  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\t": out += "\\t"
      case let other where other.value < 0x20 || (0x7F...0x9F).contains(other.value):
        let digits = String(other.value, radix: 16)
        out += "\\x" + (digits.count == 1 ? "0" : "") + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  private static func milliseconds(_ result: ScenarioResult) -> Int64 {
    (result.durationNanoseconds + 500_000) / 1_000_000
  }
}
