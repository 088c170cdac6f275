// The little Markdown that the reference pages are made of.

/// Renders tables.
enum Markdown {
  /// A table; a `|` within a cell is escaped.
  static func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows).map { row in
      "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  /// The keys of a mapping.
  static func table(_ mapping: Mapping) -> String {
    table(mapping.keys)
  }

  /// Keys, with a column for those that must be there where there are any.
  static func table(_ keys: [Key]) -> String {
    table(
      ["Key", "Value", "Meaning"],
      keys.map { key in
        ["`\(key.name)`", key.form.text, (key.isRequired ? "Required. " : "") + key.summary]
      })
  }
}
