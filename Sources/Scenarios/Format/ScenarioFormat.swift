// A scenario file written anew in its canonical form: what it says, in which order, and its comments
// stay; blanks, indentation and line breaks are decided here.

/// Rewrites scenario files.
public enum ScenarioFormat {
  /// The longest line that a collection in brackets or braces may make.
  static let columns = 100

  /// The text in its canonical form, with a line end at its end. What is no YAML as scenarios use it is
  /// an error; what it says need not be a scenario, so that a shared part can be formatted too.
  public static func format(_ bytes: [UInt8], file: String) throws(ScenarioError) -> String {
    let root = try YAMLReader.read(bytes, file: file)
    var writer = FormatWriter(comments: Comment.all(of: root), source: root.source)
    let text = writer.text(of: root)
    // Whoever wrote the file must not lose a word of it to a mistake here.
    let again = try YAMLReader.read(Array(text.utf8), file: file)
    guard again.says(root),
      Comment.all(of: again).map(\.text) == Comment.all(of: root).map(\.text)
    else {
      throw ScenarioError(
        file: file,
        message: "it cannot be formatted without a change of what it says; it stays as it is")
    }
    return text
  }
}

extension Node {
  /// Whether both say the same, wherever and however it is written.
  func says(_ other: Node) -> Bool {
    switch (content, other.content) {
    case (.scalar(let a, _), .scalar(let b, _)): a == b && isNull == other.isNull
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.says($1) }
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.key.says($1.key) && $0.value.says($1.value) }
    default: false
    }
  }
}
