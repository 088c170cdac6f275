// The moments in a run's picture.

extension RunPicture {
  /// What is nearer than this, in percent, cannot be told apart.
  private static let nearest = 0.8

  /// The marks of one row around the height `y`.
  func drawMarks(_ marks: [PictureRow.Mark], at y: Int) -> String {
    let groups = grouped(marks)
    return groups.enumerated().map { index, group in
      let next = groups.indices.contains(index + 1) ? place(of: groups[index + 1][0].time) : 100
      return draw(group, room: next - place(of: group[group.count - 1].time), at: y)
    }.joined()
  }

  /// Marks of one look that are near each other belong together, whatever else is between.
  private func grouped(_ marks: [PictureRow.Mark]) -> [[PictureRow.Mark]] {
    var groups: [[PictureRow.Mark]] = []
    var current: [String: Int] = [:]
    for mark in marks {
      if let index = current[mark.look], let last = groups[index].last,
        place(of: mark.time) - place(of: last.time) < Self.nearest
      {
        groups[index].append(mark)
      } else {
        current[mark.look] = groups.count
        groups.append([mark])
      }
    }
    return groups
  }

  private func draw(_ group: [PictureRow.Mark], room: Double, at y: Int) -> String {
    let first = group[0]
    let last = group[group.count - 1]
    let x = place(of: first.time)
    let width = place(of: last.time) - x
    var text = "<svg x=\"\(percent(x))\" y=\"\(y)\" class=\"over\">"
    text += "<title>\(Markup.escaped(title(of: group)))</title>"
    // As many as make a stretch are a bar; the shape says what they are.
    if width > 0 {
      text +=
        "<rect class=\"\(first.look)\" y=\"-4\" width=\"\(percent(width))\" height=\"8\" rx=\"4\"/>"
    }
    text += shape(first.look) + "</svg>"
    if room > 2.5, !first.short.isEmpty {
      let words = group.count == 1 ? first.short : "\(first.short)–\(last.short)"
      text +=
        "<svg x=\"\(percent(x + width))\" y=\"\(y)\" class=\"over\">"
        + "<text x=\"8\" y=\"4\">\(Markup.escaped(words))</text></svg>"
    }
    return text
  }

  private func title(of group: [PictureRow.Mark]) -> String {
    let first = group[0]
    guard group.count > 1 else { return "\(first.time.column) s: \(first.label)" }
    let last = group[group.count - 1]
    let times = "\(first.time.column) to \(last.time.column) s"
    let labels = group.map(\.label)
    if Set(labels).count == 1 { return "\(times): \(first.label), \(group.count) times" }
    let more = group.count > 6 ? "\n… \(group.count - 6) more" : ""
    return "\(times): \(group.count)\n" + labels.prefix(6).joined(separator: "\n") + more
  }

  private func shape(_ look: String) -> String {
    switch look {
    case "step": "<path class=\"step\" d=\"M0 -6L5 0L0 6L-5 0Z\"/>"
    case "fired": "<path class=\"fired\" d=\"M0 -6L6 5H-6Z\"/>"
    case "bad": "<path class=\"bad cross\" d=\"M-4 -4L4 4M-4 4L4 -4\"/>"
    case "data": "<path class=\"data line\" d=\"M0 -4V4\"/>"
    case "request": "<path class=\"request\" d=\"M-4 -5H4L0 4Z\"/>"
    default: "<circle class=\"\(look)\" r=\"3.5\"/>"
    }
  }
}
