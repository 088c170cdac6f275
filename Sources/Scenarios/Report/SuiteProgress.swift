// What a run shows while it goes: one line a scenario, and on a terminal the line that is at work.

import Records

/// How the output wants to be written to.
public struct OutputStyle: Sendable {
  /// Whether a line may be drawn over.
  public var isLive: Bool
  /// Whether colours may be used.
  public var isColoured: Bool
  /// How many columns a live line may fill.
  public var columns: Int

  /// The style for an output; `environment` is looked at for NO_COLOR and TERM.
  public init(isTerminal: Bool, columns: Int = 80, environment: [String: String]) {
    let isDumb = environment["TERM"] == "dumb"
    isLive = isTerminal && !isDumb
    // NO_COLOR counts when it is set and not empty, see no-color.org.
    isColoured = isLive && (environment["NO_COLOR"] ?? "").isEmpty
    self.columns = columns
  }

  func coloured(_ text: String, _ code: Int) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// The verdict's word in its colour, as wide as the longest if it is padded.
  func verdict(_ verdict: Verdict, isPadded: Bool = true) -> String {
    let word = verdict.rawValue
    let padded = word + String(repeating: " ", count: isPadded ? max(0, 7 - word.count) : 0)
    switch verdict {
    case .passed: return coloured(padded, 32)
    case .failed: return coloured(padded, 31)
    case .broken: return coloured(padded, 35)
    case .unknown: return coloured(padded, 33)
    case .skipped: return coloured(padded, 36)
    }
  }
}

/// Renders a run's progress; what each call returns is to be written as it is.
public struct SuiteProgress {
  private let style: OutputStyle
  private let total: Int
  private var done = 0
  private var running: [String] = []
  private var hasLiveLine = false

  /// The progress of so many scenarios.
  public init(style: OutputStyle, total: Int) {
    self.style = style
    self.total = total
  }

  /// A scenario has begun.
  public mutating func began(_ file: String) -> String {
    running.append(file)
    return live()
  }

  /// A scenario has ended; a failure is told at once.
  public mutating func ended(_ result: ScenarioResult) -> String {
    if let index = running.firstIndex(of: result.file) { running.remove(at: index) }
    done += 1
    var text = erase() + style.verdict(result.verdict) + "  " + result.file
    if let failure = result.failure, result.verdict == .skipped {
      let line = failure.position.map { "line \($0.line): " } ?? ""
      return text + "  " + line + failure.seen + "\n" + live()
    }
    text += "  " + Duration.nanoseconds(result.durationNanoseconds).column + " s"
    if result.boots > 1 { text += "  (guest started \(result.boots) times)" }
    if !result.earlier.isEmpty {
      let before = result.earlier.map(\.rawValue).joined(separator: ", ")
      text += result.isFlaky ? "  (flaky: \(before) before)" : "  (\(before) before)"
    }
    text += "\n"
    if result.failure != nil { text += FailureText.render(result) + "\n" }
    return text + live()
  }

  /// Something about the machine.
  public mutating func noted(_ note: String) -> String { erase() + "note: \(note)\n" + live() }

  /// A file was no scenario.
  public mutating func unreadable(_ error: ScenarioError) -> String {
    erase() + error.rendered + "\n" + live()
  }

  /// The run has ended.
  public mutating func finished(_ report: SuiteReport) -> String {
    var parts = Verdict.allCases.compactMap { verdict -> String? in
      let count = report.count(of: verdict)
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let flaky = report.results.count(where: \.isFlaky)
    if flaky > 0 { parts.append("\(flaky) of them flaky") }
    if !report.unreadable.isEmpty { parts.append("\(report.unreadable.count) unreadable") }
    if report.isInterrupted { parts.append("interrupted") }
    let cut = report.unfinished.map { "interrupted  \($0.name)\n" }.joined()
    return erase() + cut + (parts.isEmpty ? "no scenarios" : parts.joined(separator: ", ")) + "\n"
  }

  private mutating func live() -> String {
    guard style.isLive, !running.isEmpty else { return "" }
    let erased = erase()
    hasLiveLine = true
    return erased
      + String(
        "[\(done + 1)/\(total)] \(running.joined(separator: ", "))".prefix(style.columns - 1))
  }

  private mutating func erase() -> String {
    defer { hasLiveLine = false }
    return hasLiveLine ? "\r\u{1B}[K" : ""
  }
}
