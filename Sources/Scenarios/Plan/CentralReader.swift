// Reads `central:` and `centrals:`, and which of several a step or an expectation is about.

/// Reads the centrals of a scenario with so many meters.
struct CentralReader {
  /// btvirt makes so many controllers.
  static let adapters = 16
  private static let nameLength = 32

  let meterCount: Int

  /// The centrals; the first is on hci0, the others behind the meters.
  func centrals(one: Node?, several: Node?) throws(ScenarioError) -> [CentralPlan] {
    guard let several else {
      return [
        CentralPlan(
          program: try one.map { node throws(ScenarioError) in try program(node) } ?? .builtIn,
          adapter: 0, position: one?.position)
      ]
    }
    if let one { throw one.error("the centrals stand in 'centrals:': leave 'central:' out") }
    let items = try several.items(of: "centrals")
    guard !items.isEmpty else { throw several.error("a scenario has at least one central") }
    let most = Self.adapters - meterCount
    guard items.count <= most else {
      throw items[most].error(
        "more than \(Self.adapters) adapters: with \(meterCount) "
          + "meter\(meterCount == 1 ? "" : "s") there can be \(most) "
          + "central\(most == 1 ? "" : "s")")
    }
    var centrals: [CentralPlan] = []
    for item in items {
      let fields = try Fields(item, of: ScenarioKeys.namedCentral)
      let name = try self.name(fields.required("name"))
      if centrals.contains(where: { $0.name == name }) {
        throw item.error("two centrals are named '\(name)'")
      }
      centrals.append(
        CentralPlan(
          name: name,
          program: try fields["command"].map { node throws(ScenarioError) in
            .command(try ScenarioReader.command(node))
          } ?? .builtIn,
          adapter: centrals.isEmpty ? 0 : meterCount + centrals.count, position: item.position))
    }
    return centrals
  }

  private func program(_ node: Node) throws(ScenarioError) -> CentralPlan.Program {
    if node.scalar != nil {
      _ = try node.word("central", among: ["builtIn"])
      return .builtIn
    }
    let fields = try Fields(node, of: ScenarioKeys.central)
    return .command(try ScenarioReader.command(try fields.required("command")))
  }

  /// A name that is part of a file's name too.
  private func name(_ node: Node) throws(ScenarioError) -> String {
    let name = try node.line("a central's name")
    guard name.count <= Self.nameLength,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    else {
      throw node.error(
        "a central's name is of at most \(Self.nameLength) letters, digits, '-' and '_'")
    }
    return name
  }
}

/// The central that `node` names; without it the only one, or nil where there are several.
func centralIndex(
  _ node: Node?, among centrals: [CentralPlan]
) throws(ScenarioError) -> Int? {
  guard let node else { return centrals.count == 1 ? 0 : nil }
  let names = centrals.compactMap(\.name)
  guard !names.isEmpty else {
    throw node.error("the one central has no name: leave this out, or name it in 'centrals:'")
  }
  let name = try node.word("central", among: names)
  return centrals.firstIndex { $0.name == name }
}

extension Node {
  /// The error of a step or an expectation that could be about any of several centrals.
  func ambiguous(_ what: String, among centrals: [CentralPlan]) -> ScenarioError {
    error("\(what) which central: \(centrals.compactMap(\.name).list)")
  }
}
