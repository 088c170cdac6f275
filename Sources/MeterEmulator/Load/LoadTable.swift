// How the cells of a recorded load are written.

/// The form of a table, which its first line decides for all others.
struct LoadTable {
  private let separator: Character
  private(set) var cellCount = 3

  /// By the first line that says something: a tab, or else a semicolon, or else the comma parts its
  /// cells. Spreadsheets write semicolons where the comma is the decimal sign.
  init(firstLine line: Substring) {
    let bare = Self.bare(line)
    separator = ["\t", ";"].first { bare.contains($0) } ?? ","
  }

  /// The same with a column for each name.
  func having(_ count: Int) -> LoadTable {
    var table = self
    table.cellCount = count
    return table
  }

  /// All lines; the byte order mark that some programs put before the first belongs to none.
  static func lines(_ text: String) -> [Substring] {
    let marked = text.unicodeScalars.first == "\u{FEFF}"
    return Substring(text.unicodeScalars.dropFirst(marked ? 1 : 0))
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// Whether nothing is written in a line but separators and a comment.
  static func isEmpty(_ line: Substring) -> Bool {
    line.prefix { $0 != "#" }.allSatisfy { $0.isWhitespace || $0 == "," || $0 == ";" }
  }

  /// What stands outside of quotes.
  private static func bare(_ line: Substring) -> String {
    var isQuoted = false
    var bare = ""
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted {
        if character == "#" { break }
        bare.append(character)
      }
    }
    return bare
  }

  /// The cells of a line, without the blanks and quotes around them; nil where quotes do not fit.
  func cells(_ line: Substring) -> [String]? {
    var cells: [String] = []
    var rest = line
    while true {
      rest = rest.drop { $0.isWhitespace && $0 != separator }
      if rest.first == "\"" {
        guard let cell = Self.takeQuoted(&rest) else { return nil }
        cells.append(cell)
        rest = rest.drop { $0.isWhitespace && $0 != separator }
      } else {
        let cell = rest.prefix { $0 != separator && $0 != "#" }
        rest = rest[cell.endIndex...]
        cells.append(String(cell.reversed().drop(while: \.isWhitespace).reversed()))
      }
      guard let next = rest.popFirst(), next != "#" else { return cells }
      guard next == separator else { return nil }
    }
  }

  /// A quoted cell, in which two double quotes stand for one.
  private static func takeQuoted(_ rest: inout Substring) -> String? {
    var cell = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      if character != "\"" {
        cell.append(character)
      } else if rest.first == "\"" {
        cell.append(rest.removeFirst())
      } else {
        return cell
      }
    }
    return nil
  }

  /// The number of a cell; nil if it is none.
  func number(_ cell: String) -> Double? {
    guard separator != ",", !cell.contains(".") else { return Double(cell) }
    return Double(String(cell.map { $0 == "," ? "." : $0 }))
  }
}
