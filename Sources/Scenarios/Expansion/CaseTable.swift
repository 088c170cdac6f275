// `cases:`, one scenario as a table: each row gives the variables other values, and is a run of its own.

/// A row of `cases:`.
struct CaseRow {
  /// What tells it from the others: `UM25C, 5.08`, or what its `case:` says.
  let label: String
  /// Where it begins.
  let place: SourcePlace
  /// Its values, in the order of the file.
  let values: [(key: Node, name: String, value: Node)]
}

/// Reads the rows.
enum CaseTable {
  /// How many rows there may be.
  static let most = 1000
  /// The key of a row that names it.
  static let labelKey = "case"
  private static let longestLabel = 80

  static func rows(_ node: Node) throws(ScenarioError) -> [CaseRow] {
    let items = try node.items(of: "cases")
    guard !items.isEmpty else { throw node.error("a table of cases has at least one row") }
    guard items.count <= most else { throw items[most].error("more than \(most) cases") }
    var rows: [CaseRow] = []
    for item in items {
      let row = try row(item)
      if let first = rows.first(where: { $0.label == row.label }) {
        throw item.error(
          "two cases are called '\(row.label)', this and that of line \(first.place.position.line); "
            + "give one of them a 'case:'")
      }
      rows.append(row)
    }
    return rows
  }

  private static func row(_ node: Node) throws(ScenarioError) -> CaseRow {
    var label: String?
    var values: [(key: Node, name: String, value: Node)] = []
    for entry in try node.entries(of: "a case") {
      if entry.key.scalar == labelKey {
        label = try self.label(entry.value)
      } else {
        values.append(
          (
            entry.key, try Assembly.variableName(entry.key), try entry.value.variableValue()
          ))
      }
    }
    guard !values.isEmpty else { throw node.error("a case gives at least one variable a value") }
    if label == nil { label = try madeLabel(values, node) }
    return CaseRow(label: label ?? "", place: node.place, values: values)
  }

  private static func label(_ node: Node) throws(ScenarioError) -> String {
    let label = try node.line("the case")
    guard !label.contains(where: { "[]/".contains($0) }) else {
      throw node.error("the name of a case has none of '[', ']' and '/'")
    }
    guard label.count <= longestLabel else {
      throw node.error("the name of a case is longer than \(longestLabel) characters")
    }
    return label
  }

  /// The values themselves, where they can be a name.
  private static func madeLabel(
    _ values: [(key: Node, name: String, value: Node)], _ node: Node
  ) throws(ScenarioError) -> String {
    let texts = values.compactMap(\.value.scalar)
    let label = texts.joined(separator: ", ")
    guard texts.count == values.count, !label.isEmpty, label.count <= longestLabel,
      printable(label) == label, !label.contains(where: { "[]/\n".contains($0) })
    else { throw node.error("the values of this case make no name: give it a 'case:'") }
    return label
  }
}
