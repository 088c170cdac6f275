// Every requirement is named by a scenario or a test, and every id that is named is a requirement.

import Foundation
import Testing

@Suite struct RequirementsTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Its id, its meaning, and whether it is said to be open.
  private struct Requirement {
    var id: String
    var meaning: String
    var isOpen: Bool { meaning.contains("*Open: ") }
  }

  private static func requirements() throws -> [Requirement] {
    let page = try String(
      contentsOf: checkout.appending(path: "docs/requirements.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^\| ([A-Z]+-[0-9]+) \| (.+) \|$/).map {
        Requirement(id: String($0.1), meaning: String($0.2))
      }
    }
  }

  private static func files(_ folder: String, _ ending: String) throws -> [URL] {
    let root = checkout.appending(path: folder)
    let names = try #require(
      FileManager.default.enumerator(atPath: root.path), "\(root.path) cannot be listed")
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
      .map { root.appending(path: $0) }
  }

  /// Ids by the file and line that name them.
  private static func named() throws -> [(id: String, place: String)] {
    var found: [(String, String)] = []
    func add(_ text: some StringProtocol, _ file: URL, _ line: Int) {
      for match in String(text).matches(of: /[A-Z]+-[0-9]+/) {
        found.append((String(match.0), "\(file.lastPathComponent):\(line + 1)"))
      }
    }
    for file in try files("scenarios", ".yaml") {
      for (number, line) in try lines(of: file) {
        if let match = line.firstMatch(of: /^covers: \[(.*)\]/) { add(match.1, file, number) }
      }
    }
    for file in try files("Tests", ".swift") {
      for (number, line) in try lines(of: file) {
        if let match = line.firstMatch(of: #/// covers: (.*)$/#) { add(match.1, file, number) }
        // A title such as "RETRY-3, RETRY-5: what holds".
        if let match = line.firstMatch(of: #/^ *(?:@Test\()?"((?:[A-Z]+-[0-9]+(?:, )?)+): /#) {
          add(match.1, file, number)
        }
      }
    }
    return found
  }

  private static func lines(of file: URL) throws -> [(Int, Substring)] {
    Array(
      try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated()
    ).map { ($0.offset, $0.element) }
  }

  @Test func eachIsNamedByAScenarioOrATest() throws {
    let named = Set(try Self.named().map(\.id))
    let all = try Self.requirements()
    #expect(all.count >= 99)
    let uncovered = all.filter { !$0.isOpen && !named.contains($0.id) }
    #expect(uncovered.map(\.id) == [], "no scenario and no test covers these")
  }

  @Test func whatIsNamedIsARequirement() throws {
    let known = Set(try Self.requirements().map(\.id))
    #expect(known.count == (try Self.requirements()).count, "an id stands there twice")
    let unknown = try Self.named().filter { !known.contains($0.id) }
    #expect(unknown.map { "\($0.place) \($0.id)" } == [])
  }

  @Test func theTestsByNameAreThere() throws {
    let tests = try Self.files("Tests", ".swift").map {
      try String(contentsOf: $0, encoding: .utf8)
    }
    .joined()
    let titles = try Self.files("scenarios", ".yaml").flatMap { try Self.lines(of: $0) }
      .map(\.1).filter { $0.hasPrefix("scenario: ") }.map { $0.dropFirst("scenario: ".count) }
    for requirement in try Self.requirements() where requirement.id.hasPrefix("TEST-") {
      let name = requirement.meaning.trimmingCharacters(in: ["`"])
      #expect(
        tests.contains("@Test func \(name)(") || titles.contains(Substring(name)),
        "\(requirement.id) \(name)")
    }
  }
}
