// `--list` and `--filter`.

extension Scenario {
  /// The scenario on one line: file, title and what it covers, with tabs between.
  public var listing: String {
    [name, title, covers.joined(separator: " ")].joined(separator: "\t")
  }

  /// Whether the scenario is meant by a filter: part of its name or title in any case of
  /// letters, or the whole id of a requirement that it covers.
  public func isMeant(by filter: String) -> Bool {
    let wanted = filter.lowercased()
    return name.lowercased().contains(wanted) || title.lowercased().contains(wanted)
      || covers.contains { $0.lowercased() == wanted }
  }
}
