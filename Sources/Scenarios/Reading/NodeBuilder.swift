// Puts libyaml's events together into nodes, and refuses what a scenario has no use for.

import CYAML

/// Takes events one by one; `root` is the document when the stream has ended.
struct NodeBuilder {
  private struct Open {
    let position: SourcePosition
    let isMapping: Bool
    let isFlow: Bool
    var items: [Node] = []
    var entries: [Node.Entry] = []
    var key: Node?
    var keys: [String: SourcePosition] = [:]
  }

  private let source: SourceText
  private let maximumDepth: Int
  private var open: [Open] = []
  private(set) var root: Node?

  init(source: SourceText, maximumDepth: Int) {
    self.source = source
    self.maximumDepth = maximumDepth
  }

  mutating func take(_ event: yaml_event_t) throws(ScenarioError) {
    let position = SourcePosition(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT where root != nil:
      throw ScenarioError(source, position, "a second document: a file holds one scenario")
    case YAML_ALIAS_EVENT:
      throw ScenarioError(
        source, position, "aliases are not used in scenarios: write the value out")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      try refuse(anchor: scalar.anchor, tag: scalar.tag, at: position)
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      try add(
        Node(
          source: source, position: position,
          content: .scalar(
            String(decoding: bytes, as: UTF8.self),
            isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
          style: Node.Style(scalar.style), end: SourcePosition(event.end_mark)))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      try refuse(anchor: start.anchor, tag: start.tag, at: position)
      try begin(
        Open(
          position: position, isMapping: false, isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      try refuse(anchor: start.anchor, tag: start.tag, at: position)
      try begin(
        Open(position: position, isMapping: true, isFlow: start.style == YAML_FLOW_MAPPING_STYLE))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let done = open.popLast() else { return }
      try add(
        Node(
          source: source, position: done.position,
          content: done.isMapping ? .mapping(done.entries) : .list(done.items),
          style: done.isFlow ? .flow : .block, end: SourcePosition(event.end_mark)))
    default:
      break
    }
  }

  private mutating func begin(_ collection: Open) throws(ScenarioError) {
    guard open.count < maximumDepth else {
      throw ScenarioError(
        source, collection.position, "nested more than \(maximumDepth) levels deep")
    }
    open.append(collection)
  }

  private mutating func add(_ node: Node) throws(ScenarioError) {
    guard var parent = open.popLast() else {
      root = node
      return
    }
    if !parent.isMapping {
      parent.items.append(node)
    } else if let key = parent.key {
      parent.entries.append(Node.Entry(key: key, value: node))
      parent.key = nil
    } else {
      guard let name = node.scalar else {
        throw node.error("a key must be a word, not \(node.kindName)")
      }
      if let first = parent.keys[name] {
        throw node.error("'\(name.prefix(80))' stands here twice, first in line \(first.line)")
      }
      parent.keys[name] = node.position
      parent.key = node
    }
    open.append(parent)
  }

  private func refuse(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?,
    at position: SourcePosition
  ) throws(ScenarioError) {
    if anchor != nil {
      throw ScenarioError(source, position, "anchors are not used in scenarios")
    }
    if tag != nil {
      throw ScenarioError(source, position, "tags are not used in scenarios")
    }
  }
}

extension Node.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}
