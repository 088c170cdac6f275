// One run on the page: what failed, the picture, and the run line by line.

import Records

extension HTMLPage {
  /// So many lines of a story are shown from its beginning and from its end.
  private static let shownLines = (first: 60, last: 140)

  /// A run. What did not pass is open.
  func section(_ run: HTMLReport.Run) -> String {
    let result = run.result
    return """
      <details class="run" data-run="run-\(run.number)"\(result.verdict == .passed ? "" : " open")>\
      <summary>\(Self.badge(result)) <h3 id="run-\(run.number)">\(Markup.escaped(result.title))</h3></summary>
      \(facts(result))\(failure(result))\(run.picture)\(story(run))\(files(run))</details>

      """
  }

  /// A file that is no scenario.
  func section(_ error: ScenarioError) -> String {
    let number = (report.unreadable.firstIndex { $0.file == error.file } ?? 0) + 1
    return """
      <details class="run" data-run="file-\(number)" open><summary>\
      <span class="badge unreadable">! unreadable</span> \
      <h3 id="file-\(number)">\(Markup.escaped(error.file))</h3></summary>
      <pre tabindex="0">\(Markup.escaped(error.rendered))</pre></details>

      """
  }

  private func facts(_ result: ScenarioResult) -> String {
    var facts = [
      "<code>\(Markup.escaped(result.file))</code>", Self.seconds(result) + " of virtual time",
    ]
    if !result.covers.isEmpty {
      facts.append("covers " + Markup.escaped(result.covers.joined(separator: ", ")))
    }
    if let centrals = result.centralsText {
      facts.append("centrals " + Markup.escaped(centrals))
    }
    if !result.earlier.isEmpty {
      facts.append("before: " + result.earlier.map(\.rawValue).joined(separator: ", "))
    }
    return "<p class=\"facts\">\(facts.joined(separator: " · "))</p>\n"
  }

  private func failure(_ result: ScenarioResult) -> String {
    guard let failure = result.failure else { return "" }
    var text = "<div class=\"why\">"
    if !failure.excerpt.isEmpty {
      text += pre(failure.excerpt.joined(separator: "\n"))
    }
    text += "<dl>"
    if let expected = failure.expected {
      text += "<dt>expected</dt><dd>\(Markup.escaped(expected))</dd>"
    }
    let by = failure.witness.map { " by the \($0.rawValue)" } ?? ""
    let seen = failure.expected == nil ? "what happened" : "seen\(by)"
    text += "<dt>\(seen)</dt><dd class=\"seen\">\(Markup.escaped(failure.seen))</dd>"
    text += "<dt>when</dt><dd>\(Self.seconds(result)) after the timeline's beginning</dd></dl>"
    if !failure.around.isEmpty {
      let lines = failure.around.map {
        RecordText.render($0, since: failure.timelineStart, centrals: result.centralNames)
      }
      text += "<h4>The records around it</h4>" + pre(lines.joined(separator: "\n"))
    }
    return text + "</div>\n"
  }

  private func pre(_ text: String) -> String {
    "<pre tabindex=\"0\">\(Markup.escaped(text))</pre>"
  }

  // MARK: Line by line

  private func story(_ run: HTMLReport.Run) -> String {
    guard !run.story.isEmpty else {
      return "<p class=\"note\">There are no records: it ended before there were any.</p>\n"
    }
    let shown = Self.shownLines
    var rows: [String]
    if run.story.count <= shown.first + shown.last {
      rows = run.story.map(line)
    } else {
      let left = run.story.count - shown.first - shown.last
      rows = run.story.prefix(shown.first).map(line)
      rows.append(
        "<tr><td colspan=\"3\">… \(left) lines more: meterloop explain tells all</td></tr>\n")
      rows += run.story.suffix(shown.last).map(line)
    }
    return """
      <details class="story"><summary>Line by line</summary><table><thead><tr><th scope="col">Time</th>\
      <th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>
      \(rows.joined())</tbody></table></details>

      """
  }

  private func line(_ entry: StoryEntry) -> String {
    var text = entry.text
    if let end = entry.end, entry.count > 1, end.column != entry.offset.column {
      text += ", until \(end.column) s"
    }
    return "<tr class=\"\(entry.lane.rawValue)\"><td class=\"time\">\(entry.offset.column) s</td>"
      + "<td>\(entry.lane.rawValue)</td><td>\(Markup.escaped(text))</td></tr>\n"
  }

  // MARK: Files

  private func files(_ run: HTMLReport.Run) -> String {
    var parts: [String] = []
    switch run.capture {
    case .embedded(let base64, let name):
      parts.append(
        "<a class=\"button\" download=\"\(Markup.escaped(name))\" "
          + "href=\"data:application/octet-stream;base64,\(base64)\">Capture for Wireshark</a>")
    case .file(let path, let bytes):
      parts.append("capture (\(bytes / 1024) KiB): <code>\(Markup.escaped(path))</code>")
    case .none: break
    }
    if let command = run.result.reproduction {
      parts.append("again: <code>\(Markup.escaped(command))</code>")
    }
    if let folder = run.result.folder {
      parts.append("all files: <code>\(Markup.escaped(folder))</code>")
    }
    return parts.isEmpty ? "" : "<p class=\"facts\">\(parts.joined(separator: " · "))</p>\n"
  }
}
