// The text of a scenario file, kept so that every message can show the line it speaks of.

/// A place in a scenario file, counted from 1; columns count Unicode scalars.
public struct SourcePosition: Sendable, Hashable, Codable, Comparable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// A place at this line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Further up, or further left, is less.
  public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// A scenario file's name and its lines.
public final class SourceText: Sendable {
  /// The file's name as the user wrote it.
  public let file: String
  /// The lines without their ends.
  public let lines: [String]
  /// The folder at which the paths in it begin.
  let folder: String
  /// Where another file includes it; nil for a file that was named.
  let inclusion: SourcePlace?

  /// The lines of `text`, ended as YAML ends them: LF, CR, CR LF, NEL, LS or PS. Paths in it begin at
  /// the file's own folder, unless another is given.
  public init(file: String, text: String, folder: String? = nil, inclusion: SourcePlace? = nil) {
    self.file = file
    self.folder = folder ?? file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    self.inclusion = inclusion
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r":
        break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(String(line))
        line = String.UnicodeScalarView()
      default:
        line.append(scalar)
      }
      previous = scalar
    }
    if !line.isEmpty { lines.append(String(line)) }
    self.lines = lines
  }

  /// The files that include it, the nearest first.
  var inclusions: [SourcePlace] {
    var places: [SourcePlace] = []
    var next = inclusion
    while let place = next {
      places.append(place)
      next = place.source.inclusion
    }
    return places
  }

  /// The line with this number, from 1; nil past the end.
  public func line(_ number: Int) -> String? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }

  /// The line and, beneath it, a caret under the column: two lines, or none past the end of the
  /// file. A long line is shown only around the caret.
  public func excerpt(at position: SourcePosition) -> [String] {
    guard let line = line(position.line) else { return [] }
    let scalars = Array(line.unicodeScalars)
    let caret = min(max(position.column - 1, 0), scalars.count)
    let start = caret > 100 ? caret - 60 : 0
    let end = min(scalars.count, start + 140)
    let shown = printable(String(String.UnicodeScalarView(scalars[start..<end])))
    let pad = String(
      String.UnicodeScalarView(scalars[start..<caret].map { $0 == "\t" ? "\t" : " " }))
    let number = String(position.line)
    let margin = String(repeating: " ", count: number.count)
    return [
      "  \(number) | \(start > 0 ? "…" : "")\(shown)\(end < scalars.count ? "…" : "")",
      "  \(margin) | \(start > 0 ? " " : "")\(pad)^",
    ]
  }
}

/// The text without what a terminal would obey: control characters other than tabs become U+FFFD.
func printable(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control && scalar != "\t" ? "\u{FFFD}" : scalar
  }
  return String(String.UnicodeScalarView(scalars))
}

/// What keeps a text from being one line that can be printed as it is; nil if nothing does.
public func lineProblem(of text: String) -> String? {
  if text.contains(where: \.isNewline) { return "must be one line" }
  return printable(text) == text ? nil : "holds a control character"
}
