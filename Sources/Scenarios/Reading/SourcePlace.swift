// Where something stands: which file, and where in it.

/// A place in a text.
public struct SourcePlace: Sendable {
  /// The text.
  public let source: SourceText
  /// Where in it.
  public let position: SourcePosition

  /// `shared/meters.yaml:3:5`.
  public var text: String { "\(source.file):\(position.line):\(position.column)" }
}
