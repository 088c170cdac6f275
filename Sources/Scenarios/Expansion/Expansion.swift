// From a document to the scenarios that it stands for: one, or one for each row of its table.

/// The scenarios of a file, each as a document without includes and variables.
struct Expansion {
  private let assembly: Assembly
  private let rows: [CaseRow]

  /// Reads what the document includes, and its table.
  init(_ root: Node, attachments: Attachments) throws(ScenarioError) {
    assembly = try Assembly(root, attachments: attachments)
    rows = try assembly.cases.map { node throws(ScenarioError) in try CaseTable.rows(node) } ?? []
  }

  /// The labels of the rows; one nil without a table.
  var labels: [String?] { rows.isEmpty ? [nil] : rows.map(\.label) }

  /// What `body` makes of the document of one row, or of the only one; its errors tell the row.
  func read<Result>(
    _ label: String?, _ body: (Node) throws(ScenarioError) -> Result
  ) throws(ScenarioError) -> Result {
    let row = rows.first { $0.label == label }
    do throws(ScenarioError) { return try body(try document(row)) } catch {
      guard let row else { throw error }
      var error = error
      error.notes.append("in the case '\(row.label)' of \(row.place.text)")
      throw error
    }
  }

  private func document(_ row: CaseRow?) throws(ScenarioError) -> Node {
    var values: [String: Node] = [:]
    for (name, variable) in assembly.variables { values[name] = variable.value }
    for (_, name, value) in row?.values ?? [] { values[name] = value }
    var substitution = Substitution(values: values)
    let document = try substitution.apply(to: assembly.root)
    let own =
      (row?.values ?? []).map { ($0.key, $0.name) }
      + assembly.variables.filter(\.value.isOwn).map { ($0.value.key, $0.key) }
      .sorted { $0.0.position < $1.0.position }
    for (key, name) in own where !substitution.used.contains(name) {
      throw key.error("nothing uses the variable '\(name)'", suggestion: nil)
    }
    return document
  }
}
