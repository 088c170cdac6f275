// A run on its virtual clock, as SVG: a lane each for the scenario, the air, the meters and the centrals.
//
// All places along the time are in percent, so that the picture is as wide as the page lets it be while
// text keeps its size. What is too close to be told apart is drawn as one, with the number.

import Records

/// Draws one run.
struct RunPicture {
  private let story: RunStory
  private let scale: TimeScale
  private let ticks: [Duration]

  private static let rowHeight = 22
  private static let rungHeight = 16
  private static let axisHeight = 24
  /// So many rungs stand below each other before the ladder begins again at the top.
  private static let rungs = 6
  /// Ticks are at least so far apart, in percent.
  private static let tickDistance = 9.0

  init(_ story: RunStory) {
    self.story = story
    let first = story.rows.flatMap { row in row.bands.map(\.start) + row.marks.map(\.time) }.min()
    let start = min(first ?? .zero, .zero)
    let notable = Self.notable(story)
    scale = TimeScale(from: start, to: story.duration, knots: notable)
    ticks = Self.ticks([.zero, story.duration] + notable, scale)
  }

  // MARK: The whole

  /// The figure with the names of the rows, the picture, and how to read it. A run without records is
  /// drawn as what is left: its axis, and where it failed.
  var markup: String {
    var y = Self.axisHeight
    var names = ""
    var drawn = ""
    var lane: StoryLane?
    for row in story.rows {
      let height = self.height(of: row)
      let isFirst = row.lane != lane
      lane = row.lane
      if isFirst { drawn += "<line class=\"lane\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>" }
      names +=
        "<div style=\"height:\(height)px\"\(isFirst ? " class=\"first\"" : "")>"
        + "<b>\(isFirst ? row.lane.rawValue : "")</b><span title=\"\(Markup.escaped(row.name))\">"
        + "\(Markup.escaped(row.name))</span></div>"
      drawn += draw(row, at: y)
      y += height
    }
    let height = y + 4
    return """
      <figure class="picture"><div class="plot" tabindex="0" role="group" aria-label="Picture of the run">\
      <div class="names" style="padding-top:\(Self.axisHeight)px" aria-hidden="true">\(names)</div>\
      <svg width="100%" height="\(height)" role="img" aria-label="\(Markup.escaped(summary))">\
      \(axis(height))\(drawn)\(failure(height))</svg></div>\
      <figcaption>Time runs to the right, not to scale: the longer a stretch, the less each second of it \
      takes.</figcaption></figure>

      """
  }

  /// The picture in words, for those who do not see it.
  private var summary: String {
    let result = story.result
    var parts = ["\(story.duration.column) s of virtual time"]
    let attempts = story.attempts.map(\.text)
    if !attempts.isEmpty { parts.append(attempts.prefix(12).joined(separator: "; ")) }
    for fault in result.faults.prefix(12) {
      parts.append("fault \(fault.name) of line \(fault.line) fired \(fault.firings) times")
    }
    parts.append(
      result.failure.map {
        "\(result.verdict.rawValue) at \(story.duration.column) s: " + ($0.expected ?? $0.seen)
      } ?? "passed")
    return parts.joined(separator: ". ") + ". The lines below the picture say the same."
  }

  private func axis(_ height: Int) -> String {
    ticks.map { time in
      let x = scale.place(of: time)
      let anchor = x < 4 ? "start" : x > 96 ? "end" : "middle"
      return """
        <line class="tick" x1="\(percent(x))" x2="\(percent(x))" y1="18" y2="\(height)"/>\
        <text class="tick" x="\(percent(x))" y="13" text-anchor="\(anchor)">\(time.column) s</text>
        """
    }.joined()
  }

  /// The moment of the verdict, where it is not that all went well.
  private func failure(_ height: Int) -> String {
    guard story.result.failure != nil else { return "" }
    let x = percent(scale.place(of: story.duration))
    return """
      <g class="failure" data-time-ns="\(story.duration.wholeNanoseconds)">\
      <title>\(story.result.verdict.rawValue) at \(story.duration.column) s</title>\
      <line x1="\(x)" x2="\(x)" y1="16" y2="\(height)"/>\
      <svg x="\(x)" y="\(Self.axisHeight - 4)" class="over"><path d="M0 0L-12 5L0 10Z"/></svg></g>
      """
  }

  // MARK: Rows

  private func height(of row: PictureRow) -> Int {
    row.rungs.isEmpty
      ? Self.rowHeight : min(row.rungs.count, Self.rungs) * Self.rungHeight + 6
  }

  private func draw(_ row: PictureRow, at y: Int) -> String {
    var text = merged(row.bands).map { band($0, y + 3, Self.rowHeight - 6) }.joined()
    text += drawMarks(row.marks, at: y + Self.rowHeight / 2)
    for (index, rung) in row.rungs.enumerated() {
      text += draw(rung, at: y + 3 + index % Self.rungs * Self.rungHeight)
    }
    return text
  }

  private func band(_ band: PictureRow.Band, _ y: Int, _ height: Int) -> String {
    let x = scale.place(of: band.start)
    let width = max(scale.place(of: band.end) - x, 0.2)
    let words = "\(band.label), from \(band.start.column) to \(band.end.column) s"
    var text = """
      <svg x="\(percent(x))" y="\(y)" width="\(percent(width))" height="\(height)">\
      <title>\(Markup.escaped(words))</title><rect class="\(band.look)" width="100%" height="100%" rx="3"/>
      """
    // A fault's row is called by it already.
    if width > 2.5, band.look != "fault" {
      text += "<text x=\"4\" y=\"12\">\(Markup.escaped(band.label))</text>"
    }
    return text + "</svg>"
  }

  /// The bands; several in a row that are too narrow to be seen are one.
  private func merged(_ bands: [PictureRow.Band]) -> [PictureRow.Band] {
    var merged: [PictureRow.Band] = []
    var narrow: [PictureRow.Band] = []
    func flush() {
      if let first = narrow.first, let last = narrow.last, narrow.count > 1 {
        let isOne = Set(narrow.map(\.look)).count == 1
        merged.append(
          .init(
            start: first.start, end: last.end,
            label: isOne ? "\(narrow.count) × \(first.label)" : "\(narrow.count) changes",
            look: isOne ? first.look : "mixed"))
      } else {
        merged += narrow
      }
      narrow = []
    }
    for band in bands.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      let start = scale.place(of: band.start)
      let isNarrow = scale.place(of: band.end) - start < 0.5
      if let last = narrow.last, start - scale.place(of: last.end) > 0.5 || !isNarrow { flush() }
      if isNarrow { narrow.append(band) } else { merged.append(band) }
    }
    flush()
    return merged
  }

  // MARK: Attempts

  private func draw(_ attempt: RunAttempt, at y: Int) -> String {
    let start = scale.place(of: attempt.start)
    let end = max(scale.place(of: attempt.end ?? story.duration), start + 0.4)
    let middle = y + 6
    var text = "<g><title>\(Markup.escaped(attempt.text))</title>"
    if let delay = attempt.delay {
      let since = scale.place(of: attempt.start - delay)
      text +=
        "<line class=\"wait\" x1=\"\(percent(since))\" x2=\"\(percent(start))\" "
        + "y1=\"\(middle)\" y2=\"\(middle)\"/>"
    }
    text +=
      "<rect class=\"attempt \(attempt.outcome == "connected" ? "good" : "bad")\" "
      + "x=\"\(percent(start))\" y=\"\(y)\" width=\"\(percent(end - start))\" height=\"12\" rx=\"3\"/>"
    let words =
      "\(attempt.number): " + (attempt.delay.map { "after \($0.measuredText), " } ?? "")
      + (attempt.outcome ?? "not over")
    // In the bar, or beside it and the wait before it, on the side that has more room.
    let since = attempt.delay.map { scale.place(of: attempt.start - $0) } ?? start
    let (x, anchor, distance) =
      end - start > 18
      ? (start, "start", 5) : end < 75 ? (end, "start", 5) : (since, "end", -5)
    return text
      + "<svg x=\"\(percent(x))\" y=\"\(y)\" class=\"over\">"
      + "<text x=\"\(distance)\" y=\"10\" text-anchor=\"\(anchor)\">"
      + "\(Markup.escaped(words))</text></svg></g>"
  }

  // MARK: Times

  /// The moments that are told apart whatever lies between: those that a person looks for.
  private static func notable(_ story: RunStory) -> [Duration] {
    let attempts = story.attempts.flatMap { [$0.start, $0.end ?? $0.start] }
    let rows = story.rows.flatMap { row -> [Duration] in
      // A scan is an attempt's, and to ask and be answered in turn is no change worth a look.
      let telling = row.bands.filter { !["scan", "state6", "state7"].contains($0.look) }
      let bands = telling.prefix(60).flatMap { [$0.start, $0.end] }
      let marks = row.marks.filter { !["data", "request", "good", "fired"].contains($0.look) }
      return bands + marks.prefix(60).map(\.time)
    }
    return attempts + rows
  }

  /// Those of the times that there is room for; what comes first goes first.
  private static func ticks(_ times: [Duration], _ scale: TimeScale) -> [Duration] {
    var chosen: [(time: Duration, place: Double)] = []
    for time in times where time >= .zero && chosen.count < 14 {
      let place = scale.place(of: time)
      if chosen.allSatisfy({ abs($0.place - place) >= tickDistance }) {
        chosen.append((time, place))
      }
    }
    return chosen.map(\.time).sorted()
  }

  func percent(_ place: Double) -> String { Markup.decimal(place) + "%" }
  func place(of time: Duration) -> Double { scale.place(of: time) }
}
