// Writes the lines of a formatted scenario file, with each comment where it belongs: above what it was
// above, or behind what it was behind.

/// Writes a document.
struct FormatWriter {
  private struct Line {
    var text: String
    /// What stands behind it.
    var comment: String?
  }

  private static let last = SourcePosition(line: .max, column: .max)

  private var comments: ArraySlice<Comment>
  private let source: SourceText
  private var lines: [Line] = []
  /// Whether the last line opened a collection, after which no line is empty.
  private var hasOpened = true
  /// What the next line begins with in place of its indentation: the dashes of list items.
  private var lead: String?

  init(comments: [Comment], source: SourceText) {
    self.comments = comments[...]
    self.source = source
  }

  /// The text of the whole document.
  mutating func text(of root: Node) -> String {
    takeComments(before: root.position, indentation: 0)
    if let text = oneLine(root, behind: 0) {
      add(text, indentation: 0, source: root.position.line)
      takeTrailing(behind: root)
    } else {
      block(root, indentation: 0, until: Self.last)
    }
    takeComments(before: Self.last, indentation: 0)
    align()
    return lines.map { $0.text + ($0.comment.map { " \($0)" } ?? "") }.joined(separator: "\n")
      + "\n"
  }

  // MARK: Collections

  /// A collection with a line, or more, for each of its items.
  private mutating func block(_ node: Node, indentation: Int, until next: SourcePosition) {
    switch node.content {
    case .scalar: value(node, behind: "", indentation: indentation, until: next)
    case .list(let items):
      for (index, item) in items.enumerated() {
        if lead == nil { takeComments(before: item.position, indentation: indentation) }
        let following = index + 1 < items.count ? items[index + 1].position : next
        if oneLine(item, behind: indentation + 2) == nil, !item.isScalar {
          if lead == nil { separate(from: item.position.line) }
          lead = (lead ?? spaces(indentation)) + "- "
          block(item, indentation: indentation + 2, until: following)
        } else {
          value(item, behind: "-", indentation: indentation, until: following)
        }
      }
    case .mapping(let entries):
      for (index, entry) in entries.enumerated() {
        if lead == nil { takeComments(before: entry.key.position, indentation: indentation) }
        let following = index + 1 < entries.count ? entries[index + 1].key.position : next
        value(
          entry.value, behind: entry.key.lineText + ":", at: entry.key, indentation: indentation,
          until: following)
      }
    }
    takeInner(of: node, indentation: indentation, until: next)
  }

  /// A key or a dash, and the value behind it.
  private mutating func value(
    _ node: Node, behind head: String, at key: Node? = nil, indentation: Int,
    until next: SourcePosition
  ) {
    let line = (key ?? node).position.line
    let width = (lead?.count ?? indentation) + head.count + 1
    if let text = oneLine(node, behind: width) {
      let space = text.isEmpty || head.isEmpty ? "" : " "
      add(head + space + text, indentation: indentation, source: line)
      takeTrailing(behind: node.isNull && node.scalar == "" ? key ?? node : node)
    } else if case .scalar(let text, _) = node.content {
      // A text of several lines.
      add(
        head + (head.isEmpty ? "" : " ") + Node.literalHead(text), indentation: indentation,
        source: line)
      takeTrailing(onLine: node.position.line)
      for part in Node.literalLines(text) {
        lines.append(Line(text: part.isEmpty ? "" : spaces(indentation + 2) + part))
      }
    } else {
      add(head, indentation: indentation, source: line)
      if let key { takeTrailing(onLine: key.position.line, before: node.position) }
      hasOpened = true
      block(node, indentation: indentation + 2, until: next)
    }
  }

  /// The value on one line; nil where it has several, is too long, or has comments within.
  private func oneLine(_ node: Node, behind width: Int) -> String? {
    switch node.content {
    case .scalar(let text, _): return node.isLiteral(text) ? nil : node.lineText
    case .list(let items) where items.isEmpty: return "[]"
    case .mapping(let entries) where entries.isEmpty: return "{}"
    default:
      guard node.style == .flow, !hasComments(node) else { return nil }
      let text = node.lineText
      return width + text.count <= ScenarioFormat.columns ? text : nil
    }
  }

  private func hasComments(_ node: Node) -> Bool {
    comments.contains { node.position < $0.position && $0.position < node.end }
  }

  // MARK: Lines

  private mutating func add(_ text: String, indentation: Int, source line: Int) {
    if lead == nil { separate(from: line) }
    lines.append(Line(text: (lead ?? spaces(indentation)) + text))
    lead = nil
    hasOpened = false
  }

  /// An empty line where the file has some.
  private mutating func separate(from line: Int) {
    guard !hasOpened, line > 1, let before = source.line(line - 1),
      before.allSatisfy({ $0 == " " || $0 == "\t" }), lines.last?.text.isEmpty == false
    else { return }
    lines.append(Line(text: ""))
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  // MARK: Comments

  private mutating func takeComments(before position: SourcePosition, indentation: Int) {
    while let comment = comments.first, comment.position < position {
      take(comment, indentation: indentation)
    }
  }

  /// Those at the end of a collection that are still within it.
  private mutating func takeInner(of node: Node, indentation: Int, until next: SourcePosition) {
    while let comment = comments.first, comment.position < next {
      let isInner =
        node.style == .flow
        ? comment.position < node.end
        : comment.isOwnLine && comment.position.column >= node.position.column
      guard isInner else { return }
      take(comment, indentation: indentation)
    }
  }

  private mutating func take(_ comment: Comment, indentation: Int) {
    separate(from: comment.position.line)
    lines.append(Line(text: spaces(indentation) + comment.text))
    hasOpened = false
    comments.removeFirst()
  }

  private mutating func takeTrailing(behind node: Node) { takeTrailing(onLine: node.end.line) }

  private mutating func takeTrailing(onLine line: Int, before: SourcePosition = last) {
    guard let comment = comments.first, !comment.isOwnLine, comment.position.line == line,
      comment.position < before, lines[lines.count - 1].comment == nil
    else { return }
    lines[lines.count - 1].comment = comment.text
    comments.removeFirst()
  }

  /// Puts comments behind lines that follow each other below each other.
  private mutating func align() {
    var start = 0
    while start < lines.count {
      guard lines[start].comment != nil else {
        start += 1
        continue
      }
      let end = lines[start...].firstIndex { $0.comment == nil } ?? lines.count
      let width = lines[start..<end].map(\.text.count).max() ?? 0
      for index in start..<end {
        lines[index].text += spaces(width + 1 - lines[index].text.count)
      }
      start = end
    }
  }
}
