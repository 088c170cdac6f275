// The comments of a scenario file, which no parser keeps: they are what begins with `#` between scalars.

/// A comment and where it stands.
struct Comment: Equatable {
  let position: SourcePosition
  /// The text from `#` on, without blanks at its end.
  let text: String
  /// Whether nothing but blanks is before it on its line.
  let isOwnLine: Bool

  /// The comments of the document, in the order of the file.
  static func all(of root: Node) -> [Comment] {
    var scalars: [Node] = []
    collect(root, into: &scalars)
    var comments: [Comment] = []
    var next = 0
    for (index, line) in root.source.lines.enumerated() {
      let line = Array(line.unicodeScalars)
      var column = 1
      while column <= line.count {
        let position = SourcePosition(line: index + 1, column: column)
        while next < scalars.count, scalars[next].textEnd <= position { next += 1 }
        if next < scalars.count, scalars[next].position <= position {
          // Within a scalar: go on behind it, or behind this line.
          let end = scalars[next].textEnd
          column = end.line == index + 1 ? max(end.column, column + 1) : line.count + 1
          if let header = scalars[next].headerLine, header == index + 1,
            let comment = comment(in: line, from: position.column, line: index + 1)
          {
            comments.append(comment)
          }
          continue
        }
        if line[column - 1] == "#",
          column == 1 || line[column - 2] == " " || line[column - 2] == "\t"
        {
          comments.append(made(line, column, index + 1))
          break
        }
        column += 1
      }
    }
    return comments
  }

  /// The comment behind the `|` or `>` of a block scalar.
  private static func comment(
    in line: [Unicode.Scalar], from start: Int, line number: Int
  ) -> Comment? {
    for column in max(start, 2)...max(line.count, 2) where column <= line.count {
      if line[column - 1] == "#", line[column - 2] == " " || line[column - 2] == "\t" {
        return made(line, column, number)
      }
    }
    return nil
  }

  private static func made(_ line: [Unicode.Scalar], _ column: Int, _ number: Int) -> Comment {
    var text = line[(column - 1)...]
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return Comment(
      position: SourcePosition(line: number, column: column),
      text: String(String.UnicodeScalarView(text)),
      isOwnLine: line[..<(column - 1)].allSatisfy { $0 == " " || $0 == "\t" })
  }

  private static func collect(_ node: Node, into scalars: inout [Node]) {
    switch node.content {
    case .scalar: scalars.append(node)
    case .list(let items): for item in items { collect(item, into: &scalars) }
    case .mapping(let entries):
      for entry in entries {
        collect(entry.key, into: &scalars)
        collect(entry.value, into: &scalars)
      }
    }
  }
}

extension Node {
  /// Where a scalar's text ends.
  fileprivate var textEnd: SourcePosition { end }

  /// The line of the `|` or `>` of a block scalar.
  fileprivate var headerLine: Int? {
    style == .literal || style == .folded ? position.line : nil
  }
}
