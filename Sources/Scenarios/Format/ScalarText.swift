// Scalars and collections as they are written on a line.

extension Node {
  var isScalar: Bool { scalar != nil }

  /// The value on one line, however long.
  var lineText: String {
    switch content {
    case .list(let items): return "[\(items.map(\.lineText).joined(separator: ", "))]"
    case .mapping(let entries):
      return "{"
        + entries.map { entry in
          let value = entry.value.lineText
          return entry.key.lineText + ":" + (value.isEmpty ? "" : " ") + value
        }.joined(separator: ", ") + "}"
    case .scalar(let text, _):
      switch style {
      case .plain where !text.contains(where: \.isNewline): return text
      case .singleQuoted where text.unicodeScalars.allSatisfy(Self.isShown):
        return "'\(text.replacing("'", with: "''"))'"
      default: return Self.doubleQuoted(text)
      }
    }
  }

  /// Whether the text is written as a block of lines after `|`.
  func isLiteral(_ text: String) -> Bool {
    guard style == .literal || style == .folded else { return false }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first(where: { !$0.isEmpty }), first.first != " ", first.first != "\t",
      lines.first?.isEmpty == false
    else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "\n" || Self.isShown($0) }
  }

  /// `|` with what says how many line ends the text has at its end.
  static func literalHead(_ text: String) -> String {
    guard text.hasSuffix("\n") else { return "|-" }
    return text.hasSuffix("\n\n") ? "|+" : "|"
  }

  /// The lines of the text.
  static func literalLines(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if text.hasSuffix("\n") { lines.removeLast() }
    return lines
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}": false
    default: scalar.properties.generalCategory != .control
    }
  }

  private static func doubleQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where isShown(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return quoted + "\""
  }
}
