// `$name` in a value stands for the variable's value, `$$` for a dollar sign.
//
// A dollar sign cannot be taken for anything of YAML's own, as braces would be in `{volts: {v}}`.

/// A text in which variables may stand.
enum VariableText {
  /// A piece of it.
  enum Piece: Equatable {
    case text(String)
    case variable(String)
    /// A dollar sign that means nothing.
    case stray
  }

  /// Whether this can be a variable's name.
  static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, isLetter(first) else { return false }
    return name.unicodeScalars.allSatisfy(isNamePart)
  }

  /// The pieces of a text; names are as long as they can be.
  static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "$" else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "$" {
        rest.removeFirst()
        plain += "$"
        continue
      }
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
      guard let first = rest.first, isLetter(first) else {
        pieces.append(.stray)
        continue
      }
      let name = rest.prefix(while: isNamePart)
      rest = rest[name.endIndex...]
      pieces.append(.variable(String(name)))
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    return pieces
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
  }
}

/// Puts values in the place of variables.
struct Substitution {
  let values: [String: Node]
  /// Whether it is for the values of variables, which use none.
  var isForValues = false
  /// The variables that were used.
  private(set) var used: Set<String> = []

  init(values: [String: Node], isForValues: Bool = false) {
    self.values = values
    self.isForValues = isForValues
  }

  /// The node with values in place of variables, at any depth; keys stay as they are.
  mutating func apply(to node: Node) throws(ScenarioError) -> Node {
    switch node.content {
    case .list(let items):
      var replaced: [Node] = []
      for item in items { replaced.append(try apply(to: item)) }
      return node.with(.list(replaced))
    case .mapping(let entries):
      var replaced: [Node.Entry] = []
      for entry in entries {
        replaced.append(Node.Entry(key: entry.key, value: try apply(to: entry.value)))
      }
      return node.with(.mapping(replaced))
    case .scalar(let text, let isPlain):
      guard text.contains("$") else { return node }
      return try scalar(text, isPlain, node)
    }
  }

  private mutating func scalar(
    _ text: String, _ isPlain: Bool, _ node: Node
  ) throws(ScenarioError) -> Node {
    let pieces = VariableText.pieces(text)
    if pieces.count == 1, case .variable(let name) = pieces[0] {
      var value = try value(of: name, node)
      value.notes.append("used as $\(name) in \(node.place.text)")
      return value
    }
    var whole = ""
    var notes: [String] = []
    for piece in pieces {
      switch piece {
      case .text(let text): whole += text
      case .stray:
        throw node.error("a '$' begins a variable's name; write '$$' for the sign itself")
      case .variable(let name):
        let value = try value(of: name, node)
        guard let text = value.scalar, !value.isNull else {
          throw node.error("$\(name) is \(value.kindName), which cannot stand within a text")
        }
        whole += text
        notes.append("$\(name) is '\(text.prefix(40))' by \(value.place.text)")
      }
    }
    var replaced = node.with(.scalar(whole, isPlain: isPlain))
    replaced.notes += notes
    return replaced
  }

  private mutating func value(of name: String, _ node: Node) throws(ScenarioError) -> Node {
    if isForValues {
      throw node.error("the value of a variable uses no variables; write '$$' for a dollar sign")
    }
    guard let value = values[name] else {
      guard !values.isEmpty else {
        throw node.error(
          "there is no variable '\(name.prefix(40))'; write '$$' for a dollar sign")
      }
      throw node.unknown("variable", name, among: values.keys.sorted())
    }
    used.insert(name)
    return value
  }
}
