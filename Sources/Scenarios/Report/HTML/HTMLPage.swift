// The page of the HTML report: the table of verdicts, and below it each run.

import Records

/// Renders the page.
struct HTMLPage {
  let runs: [HTMLReport.Run]
  let report: SuiteReport

  var markup: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>\(Markup.escaped(headline)) – meterloop</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <p class="brand">meterloop</p>
    <h1>\(Markup.escaped(headline))</h1>
    \(interrupted)</header>
    <main>
    \(filter)\(table)<h2 class="part">The runs</h2>
    \(runs.map(section).joined())\(report.unreadable.map(section).joined())</main>
    <script>
    \(Self.script)
    </script>
    </body>
    </html>

    """
  }

  // MARK: The head

  /// `2 failed, 78 passed`.
  private var headline: String {
    let order: [Verdict] = [.failed, .broken, .unknown, .passed, .skipped]
    let counts = order.compactMap { verdict -> String? in
      let count = report.count(of: verdict)
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let unreadable = report.unreadable.isEmpty ? [] : ["\(report.unreadable.count) unreadable"]
    let all = unreadable + counts
    return all.isEmpty ? "no scenarios" : all.joined(separator: ", ")
  }

  private var interrupted: String {
    report.isInterrupted
      ? "<p class=\"note\">The run was interrupted: what is not here was not judged.</p>\n" : ""
  }

  private var filter: String {
    let verdicts = Verdict.allCases.filter { report.count(of: $0) > 0 }.map(\.rawValue)
    let words = verdicts + (report.unreadable.isEmpty ? [] : ["unreadable"])
    let boxes = words.map {
      "<label><input type=\"checkbox\" value=\"\($0)\" checked> \($0)</label>"
    }
    return """
      <form id="filter" role="search"><label>Filter <input type="search" id="text" \
      placeholder="title, file or requirement" aria-keyshortcuts="/"></label>\
      <fieldset><legend>Verdicts</legend>\(boxes.joined())</fieldset>\
      <output id="shown" aria-live="polite"></output></form>

      """
  }

  private var table: String {
    let heads = ["Verdict", "Scenario", "Time", "Faults", "Requirements"]
      .map { "<th scope=\"col\">\($0)</th>" }
    let unfinished = report.unfinished.map { scenario in
      "<tr data-verdict=\"interrupted\"><td>interrupted</td><td>\(Markup.escaped(scenario.title))"
        + "<small>\(Markup.escaped(scenario.name))</small></td><td></td><td></td><td></td></tr>\n"
    }
    return """
      <table><caption>All verdicts, failures first</caption><thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(report.unreadable.enumerated().map(row).joined())\(runs.map(row).joined())\
      \(unfinished.joined())</tbody></table>

      """
  }

  private func row(_ run: HTMLReport.Run) -> String {
    let result = run.result
    let faults = result.faults.map { "\($0.name) ×\($0.firings)" }
    return """
      <tr data-run="run-\(run.number)" data-verdict="\(result.verdict.rawValue)">\
      <td>\(Self.badge(result))</td>\
      <td><a href="#run-\(run.number)">\(Markup.escaped(result.title))</a>\
      <small>\(Markup.escaped(result.file))</small></td>\
      <td class="time">\(Self.seconds(result))</td>\
      <td><small>\(Markup.escaped(faults.joined(separator: ", ")))</small></td>\
      <td><small>\(Markup.escaped(result.covers.joined(separator: " ")))</small></td></tr>

      """
  }

  private func row(_ index: Int, _ error: ScenarioError) -> String {
    """
    <tr data-run="file-\(index + 1)" data-verdict="unreadable">\
    <td><span class="badge unreadable">! unreadable</span></td>\
    <td><a href="#file-\(index + 1)">\(Markup.escaped(error.file))</a>\
    <small>\(Markup.escaped(error.message))</small></td><td></td><td></td><td></td></tr>

    """
  }

  /// The verdict, by a word, a sign and a colour.
  static func badge(_ result: ScenarioResult) -> String {
    let sign =
      switch result.verdict {
      case .passed: "✓"
      case .failed: "✗"
      case .broken: "⚡"
      case .unknown: "?"
      case .skipped: "–"
      }
    let flaky = result.isFlaky ? " <span class=\"badge flaky\">flaky</span>" : ""
    return
      "<span class=\"badge \(result.verdict.rawValue)\">\(sign) \(result.verdict.rawValue)</span>"
      + flaky
  }

  static func seconds(_ result: ScenarioResult) -> String {
    Duration.nanoseconds(result.durationNanoseconds).column + " s"
  }
}
