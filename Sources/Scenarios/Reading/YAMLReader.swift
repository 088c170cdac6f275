// YAML by libyaml's event parser, made into nodes within limits that no input can break.

import CYAML

/// Reads the one document of a scenario file.
struct YAMLReader {
  /// The longest file that is read, in bytes.
  static let maximumBytes = 1 << 20
  /// The deepest nesting of lists and mappings.
  static let maximumDepth = 64

  private let source: SourceText

  /// The document in `bytes`; for `folder` and `inclusion` see `SourceText`.
  static func read(
    _ bytes: [UInt8], file: String, folder: String? = nil, inclusion: SourcePlace? = nil
  ) throws(ScenarioError) -> Node {
    guard bytes.count <= maximumBytes else {
      throw ScenarioError(
        file: file, message: "the file is longer than a scenario may be (1 MB)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let readable = String(decoding: bytes.prefix(validPrefix(of: bytes)), as: UTF8.self)
      let source = SourceText(
        file: file, text: readable + "\u{FFFD}", folder: folder, inclusion: inclusion)
      throw ScenarioError(
        source,
        SourcePosition(
          line: source.lines.count, column: source.lines.last?.unicodeScalars.count ?? 1),
        "not a scenario: this byte is not UTF-8 text")
    }
    let reader = YAMLReader(
      source: SourceText(file: file, text: text, folder: folder, inclusion: inclusion))
    // libyaml keeps a pointer to the bytes for as long as it parses.
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Node, ScenarioError> in
      do throws(ScenarioError) {
        return .success(try reader.document(in: buffer))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// How many bytes are whole characters before the first that is not.
  private static func validPrefix(of bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var count = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
    return count
  }

  private func document(in bytes: UnsafeBufferPointer<UInt8>) throws(ScenarioError) -> Node {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else {
      throw ScenarioError(file: source.file, message: "no memory to parse the file")
    }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)

    var builder = NodeBuilder(source: source, maximumDepth: Self.maximumDepth)
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { throw problem(of: parser, in: bytes) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT { break }
      try builder.take(event)
    }
    guard let root = builder.root, !root.isNull else {
      throw ScenarioError(
        source, SourcePosition(line: 1, column: 1),
        "the file is empty: a scenario begins with 'scenario: its title'")
    }
    return root
  }

  /// libyaml's complaint, at the place where it noticed.
  private func problem(
    of parser: yaml_parser_t, in bytes: UnsafeBufferPointer<UInt8>
  ) -> ScenarioError {
    var message = "not YAML"
    if let problem = parser.problem { message += ": \(String(cString: problem))" }
    if let context = parser.context, parser.context_mark.line != parser.problem_mark.line {
      message += ", \(String(cString: context)) that begins in line \(parser.context_mark.line + 1)"
    }
    var position = SourcePosition(parser.problem_mark)
    if parser.error == YAML_READER_ERROR {
      // The reader runs ahead of the marks and says how many bytes it came.
      let before = String(decoding: bytes.prefix(parser.problem_offset), as: UTF8.self)
      let lines = SourceText(file: source.file, text: before + ".").lines
      position = SourcePosition(
        line: lines.count, column: lines.last?.unicodeScalars.count ?? 1)
    } else if position.line > source.lines.count, let last = source.lines.last {
      position = SourcePosition(line: source.lines.count, column: last.unicodeScalars.count + 1)
    }
    if let line = source.line(position.line)?.unicodeScalars,
      line.dropFirst(position.column - 1).first == "\t"
    {
      message = "not YAML: a tab cannot indent, use spaces"
    }
    return ScenarioError(source, position, message)
  }
}

extension SourcePosition {
  /// A libyaml mark, which counts from 0.
  init(_ mark: yaml_mark_t) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}
