// A YAML document as a tree in which everything knows its place.

/// One value of a scenario file.
struct Node: Sendable {
  /// What the value is.
  enum Content: Sendable {
    /// A text; `isPlain` when it stood there without quotes.
    case scalar(String, isPlain: Bool)
    case list([Node])
    case mapping([Entry])
  }

  /// A key and its value, in the order of the file.
  struct Entry: Sendable {
    let key: Node
    let value: Node
  }

  let source: SourceText
  let position: SourcePosition
  let content: Content
  /// How it is written, for those who write it anew.
  var style = Style.plain
  /// Where it ends: just behind its last character.
  var end = SourcePosition(line: 0, column: 0)
  /// What variables have to do with it, for messages.
  var notes: [String] = []

  /// How a value is written.
  enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted, literal, folded, flow, block
  }

  /// An error at this value's place.
  func error(_ message: String, suggestion: String? = nil) -> ScenarioError {
    var error = ScenarioError(source, position, message, suggestion: suggestion)
    error.notes = notes + error.notes
    return error
  }

  /// Where it is.
  var place: SourcePlace { SourcePlace(source: source, position: position) }

  /// The same place with another content.
  func with(_ content: Content) -> Node {
    Node(
      source: source, position: position, content: content, style: style, end: end, notes: notes)
  }

  /// An error for a word that is none of those known, with the nearest of them.
  func unknown(_ what: String, _ word: String, among words: [String]) -> ScenarioError {
    let near = suggestion(for: word, among: words)
    let listed = near == nil && words.count <= 16 ? ": one of \(words.joined(separator: ", "))" : ""
    return error("unknown \(what) '\(word.prefix(80))'\(listed)", suggestion: near)
  }

  /// The text of a scalar; nil for a list or a mapping.
  var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether nothing stands here: `key:` with no value, `~` or `null`.
  var isNull: Bool {
    if case .scalar(let text, true) = content { ["", "~", "null"].contains(text) } else { false }
  }

  /// What the value is, for messages.
  var kindName: String {
    switch content {
    case .scalar(let text, _): isNull ? "nothing" : "'\(text.prefix(40))'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }
}
