// What is wrong with a scenario file, where, and what may have been meant.

/// A scenario file that cannot be used. It ends the run with exit code 2.
public struct ScenarioError: Error, Sendable, Equatable {
  /// The file's name as the user wrote it.
  public var file: String
  /// Where; nil when the file as a whole is meant (unreadable, too long).
  public var position: SourcePosition?
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What may have been meant, word for word.
  public var suggestion: String?
  /// The line and the caret beneath it.
  public var excerpt: [String]
  /// Which other places have a part in it, each in a line: who includes the file, what a variable is.
  public var notes: [String] = []

  /// An error about a file as a whole.
  public init(file: String, message: String) {
    self.file = file
    self.message = message
    self.excerpt = []
  }

  /// An error at a place in a text.
  public init(
    _ source: SourceText, _ position: SourcePosition, _ message: String, suggestion: String? = nil
  ) {
    self.file = source.file
    self.position = position
    self.message = message
    self.suggestion = suggestion
    self.excerpt = source.excerpt(at: position)
    self.notes = source.inclusions.map { "included in \($0.text)" }
  }

  /// The message as it is printed: `file:line:column: error: …`, then the line and its caret,
  /// then the notes.
  public var rendered: String {
    var place = file
    if let position { place += ":\(position.line):\(position.column)" }
    var first = "\(place): error: \(message)"
    if let suggestion { first += "; did you mean '\(suggestion)'?" }
    let notes = notes.map { printable("  \($0)") }
    return ([printable(first)] + excerpt + notes).joined(separator: "\n")
  }
}
