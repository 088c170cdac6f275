// A scenario file with all that it includes, as one document: what stands in shared parts comes before
// the file's own, and the file's own word counts where both say something.

/// The whole of a scenario, before its variables have values.
struct Assembly {
  /// How many files may include each other in a row.
  static let maximumDepth = 8
  /// How many steps the whole may have, and how many includes.
  static let maximumSteps = 100_000

  /// The file's mapping, with what was included in its place.
  private(set) var root: Node
  /// The values of `variables:` by name; those of the file itself have to be used.
  private(set) var variables: [String: Variable] = [:]
  /// The rows of `cases:`; nil without one.
  private(set) var cases: Node?

  private let attachments: Attachments
  private var includeCount = 0

  /// A constant.
  struct Variable {
    let key: Node
    let value: Node
    /// Whether it is of the file itself, which has to use it; a shared part may offer more.
    let isOwn: Bool
  }

  /// Reads what `root` includes.
  init(_ root: Node, attachments: Attachments) throws(ScenarioError) {
    self.root = root
    self.attachments = attachments
    let fields = try Fields(root, of: ScenarioKeys.scenario, isPart: true)
    cases = fields["cases"]
    let shared = try part(fields, isOwn: true)
    guard case .mapping(var entries) = root.content else { return }
    entries.removeAll { ["version", "include", "variables", "cases"].contains($0.key.scalar) }
    try Self.put(shared.meters.map { .list($0) }, "meters", into: &entries, at: root)
    try Self.put(shared.policy.map { .mapping($0) }, "policy", into: &entries, at: root)
    if let index = entries.firstIndex(where: { $0.key.scalar == "timeline" }) {
      let timeline = entries[index].value
      var steps: [Node] = []
      try flatten(timeline, into: &steps)
      entries[index] = Node.Entry(key: entries[index].key, value: timeline.with(.list(steps)))
    }
    self.root = root.with(.mapping(entries))
  }

  /// What a file and those that it includes say of meters and policy; nil where none says anything.
  private struct Part {
    var meters: [Node]?
    var policy: [Node.Entry]?
  }

  private mutating func part(_ fields: Fields, isOwn: Bool) throws(ScenarioError) -> Part {
    if let version = fields["version"] { try Self.check(version: version) }
    var part = Part()
    if let include = fields["include"] {
      let paths = include.scalar == nil ? try include.items(of: "include") : [include]
      for path in paths {
        let document = try document(path)
        if case .list = document.content {
          throw path.error("these are steps: include them in the timeline, '- include: …'")
        }
        let inner = try self.part(
          try Fields(document, of: ScenarioKeys.part), isOwn: false)
        Self.add(inner, to: &part)
      }
    }
    if let node = fields["variables"] {
      for entry in try node.entries(of: "variables") {
        let name = try Self.variableName(entry.key)
        variables[name] = Variable(
          key: entry.key, value: try entry.value.variableValue(), isOwn: isOwn)
      }
    }
    Self.add(
      Part(
        meters: try fields["meters"].map { node throws(ScenarioError) in
          try node.items(of: "meters")
        },
        policy: try fields["policy"].map { node throws(ScenarioError) in
          try node.entries(of: "the policy")
        }), to: &part)
    return part
  }

  /// The later word counts.
  private static func add(_ other: Part, to part: inout Part) {
    if let meters = other.meters { part.meters = (part.meters ?? []) + meters }
    if let policy = other.policy {
      let names = policy.map(\.key.scalar)
      part.policy = (part.policy ?? []).filter { !names.contains($0.key.scalar) } + policy
    }
  }

  private static func put(
    _ content: Node.Content?, _ name: String, into entries: inout [Node.Entry], at root: Node
  ) throws(ScenarioError) {
    guard let content else { return }
    if let index = entries.firstIndex(where: { $0.key.scalar == name }) {
      let entry = entries[index]
      entries[index] = Node.Entry(key: entry.key, value: entry.value.with(content))
    } else {
      entries.append(
        Node.Entry(
          key: root.with(.scalar(name, isPlain: true)), value: root.with(content)))
    }
  }

  private mutating func flatten(_ timeline: Node, into steps: inout [Node]) throws(ScenarioError) {
    for item in try timeline.items(of: "the timeline") {
      guard case .mapping(let entries) = item.content,
        let entry = entries.first(where: { $0.key.scalar == "include" })
      else {
        guard steps.count < Self.maximumSteps else {
          throw item.error("more than \(Self.maximumSteps) steps")
        }
        steps.append(item)
        continue
      }
      guard entries.count == 1 else {
        throw entry.key.error("an include has nothing beside it: begin a new step with '- '")
      }
      let document = try document(entry.value)
      guard case .list = document.content else {
        throw entry.value.error(
          "no list of steps: a file with meters, policy or variables is included at the top, "
            + "'include: …'")
      }
      try flatten(document, into: &steps)
    }
  }

  private mutating func document(_ path: Node) throws(ScenarioError) -> Node {
    guard path.scalar?.contains("$") != true else {
      throw path.error("a path of include has no variables")
    }
    let files = [path.source.file] + path.source.inclusions.map(\.source.file)
    guard files.count <= Self.maximumDepth else {
      throw path.error("includes more than \(Self.maximumDepth) levels deep")
    }
    includeCount += 1
    guard includeCount <= Self.maximumSteps else {
      throw path.error("more than \(Self.maximumSteps) includes")
    }
    let document = try attachments.document(path)
    let places = files.map { Attachments.place(of: $0, from: ".") }
    guard !places.contains(document.source.file) else {
      throw path.error("\(document.source.file) includes itself")
    }
    return document
  }

  private static func check(version: Node) throws(ScenarioError) {
    let known = ScenarioKeys.languageVersion
    let number = try version.integer("the version", in: 1...Int.max)
    guard number <= known else {
      throw version.error(
        "this is version \(number) of the scenario language, and this meterloop knows "
          + "\(known == 1 ? "version 1" : "versions 1 to \(known)"): a newer meterloop is needed")
    }
  }

  /// The name that a key gives a variable.
  static func variableName(_ key: Node) throws(ScenarioError) -> String {
    let name = key.scalar ?? ""
    guard VariableText.isName(name) else {
      throw key.error(
        "a variable's name has letters and digits, a letter first, not '\(name.prefix(40))'")
    }
    return name
  }
}

extension Node {
  /// The node as a variable's value, which uses no variables.
  func variableValue() throws(ScenarioError) -> Node {
    var substitution = Substitution(values: [:], isForValues: true)
    return try substitution.apply(to: self)
  }
}
