// A mapping whose keys are known: what is not known is an error at its place.

import SharedProtocols

/// The values of a mapping, by key.
struct Fields {
  /// The mapping itself.
  let node: Node
  private let what: String
  private let values: [String: Node]

  /// The fields of `node`, which has all keys that `mapping` requires, unless it is but a part of one,
  /// and none that it does not know.
  init(_ node: Node, of mapping: Mapping, isPart: Bool = false) throws(ScenarioError) {
    let what = mapping.what
    let names = mapping.names
    guard case .mapping(let entries) = node.content else {
      throw node.error("\(what) must be a mapping (\(names[0]): …), not \(node.kindName)")
    }
    var values: [String: Node] = [:]
    for entry in entries {
      let key = entry.key.scalar ?? ""
      guard names.contains(key) else {
        throw entry.key.unknown("key of \(what)", key, among: names)
      }
      values[key] = entry.value
    }
    self.node = node
    self.what = what
    self.values = values
    if isPart { return }
    for key in mapping.keys where key.isRequired { _ = try required(key.name) }
  }

  /// The value of a key that may be left out.
  subscript(key: String) -> Node? { values[key] }

  /// The value of a key that must be there.
  func required(_ key: String) throws(ScenarioError) -> Node {
    guard let value = values[key] else { throw node.error("\(what) needs '\(key):'") }
    return value
  }
}

extension Node {
  /// The entries of a mapping.
  func entries(of what: String) throws(ScenarioError) -> [Entry] {
    guard case .mapping(let entries) = content else {
      throw error("\(what) must be a mapping, not \(kindName)")
    }
    return entries
  }

  /// The items of a list.
  func items(of what: String) throws(ScenarioError) -> [Node] {
    guard case .list(let items) = content else {
      throw error("\(what) must be a list, not \(kindName)")
    }
    return items
  }

  /// A text that is not empty.
  func text(_ what: String) throws(ScenarioError) -> String {
    guard let text = scalar, !isNull, !text.isEmpty else {
      throw error("\(what) must be a text, not \(kindName)")
    }
    return text
  }

  /// A text of one line that can be printed as it is.
  func line(_ what: String) throws(ScenarioError) -> String {
    let text = try text(what)
    if let problem = lineProblem(of: text) { throw error("\(what) \(problem)") }
    return text
  }

  /// One of the words of `words`.
  func word(_ what: String, among words: [String]) throws(ScenarioError) -> String {
    let word = try text(what)
    guard words.contains(word) else { throw unknown(what, word, among: words) }
    return word
  }

  /// `true` or `false`.
  func flag(_ what: String) throws(ScenarioError) -> Bool {
    switch scalar {
    case "true": return true
    case "false": return false
    default: throw error("\(what) must be true or false, not \(kindName)")
    }
  }

  /// A whole number, decimal or 0x…, within `range`.
  func integer(_ what: String, in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
    let written = scalar ?? ""
    let isHexadecimal = written.hasPrefix("0x") || written.hasPrefix("0X")
    let value = isHexadecimal ? Int(written.dropFirst(2), radix: 16) : Int(written)
    guard let value else { throw error("\(what) must be a whole number, not \(kindName)") }
    guard range.contains(value) else {
      if range.lowerBound == range.upperBound {
        throw error("\(what) must be \(range.lowerBound) here, not \(written.prefix(40))")
      }
      if range.upperBound == .max {
        throw error("\(what) must be \(range.lowerBound) or more, not \(written.prefix(40))")
      }
      let bounds =
        isHexadecimal
        ? "\(hexadecimal(range.lowerBound)) to \(hexadecimal(range.upperBound))"
        : "\(range.lowerBound) to \(range.upperBound)"
      throw error("\(what) must be from \(bounds), not \(written.prefix(40))")
    }
    return value
  }

  /// Bytes as hex digits in pairs, so many of them.
  func bytes(_ what: String, counting range: ClosedRange<Int>) throws(ScenarioError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(HexTextError) { bytes = try HexText.bytes(scalar ?? "") } catch {
      throw self.error("\(what) must be bytes in hex: \(error)")
    }
    guard scalar != nil, range.contains(bytes.count) else {
      let counts =
        range.lowerBound == range.upperBound
        ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      throw error(
        "\(what) must be \(counts) bytes in hex, not \(scalar == nil ? kindName : "\(bytes.count)")"
      )
    }
    return bytes
  }
}
