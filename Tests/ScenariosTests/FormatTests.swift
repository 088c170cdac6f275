// `meterloop format` decides blanks and nothing else.

import FoundationEssentials
import Records
import Testing

@testable import Scenarios

@Suite struct FormatTests {
  private func format(_ text: String) throws(ScenarioError) -> String {
    try ScenarioFormat.format(Array(text.utf8), file: "test.yaml")
  }

  private static let shipped: [String] = {
    let names =
      (try? FileManager.default.subpathsOfDirectory(atPath: GoldenFiles.root + "scenarios"))
    return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  @Test(arguments: try GoldenFiles.names(in: "format", ending: ".yaml"))
  func theFormIsThis(_ name: String) throws {
    let bytes = try GoldenFiles.bytes(GoldenFiles.folder + "format/\(name).yaml")
    let text = try ScenarioFormat.format(bytes, file: "\(name).yaml")
    try GoldenFiles.check(String(text.dropLast()), against: "format/\(name).formatted")
    #expect(try format(text) == text, "formatted once is formatted for good")
  }

  @Test func aCommentBehindATabIsKept() throws {
    #expect(try format("scenario: A\t# why\n").contains("# why"))
  }

  @Test func shippedScenariosKeepWhatTheySay() throws {
    #expect(Self.shipped.count > 70)
    for name in Self.shipped {
      let bytes = try GoldenFiles.bytes(GoldenFiles.root + "scenarios/" + name)
      let text = try ScenarioFormat.format(bytes, file: name)
      let before = try YAMLReader.read(bytes, file: name)
      #expect(try YAMLReader.read(Array(text.utf8), file: name).says(before), "\(name)")
      #expect(try format(text) == text, "\(name)")
      let comments = { (text: String) in
        text.split(separator: "\n").filter { $0.contains("#") }.count
      }
      #expect(comments(text) == comments(String(decoding: bytes, as: UTF8.self)), "\(name)")
    }
  }

  /// Blanks, empty lines and comments anywhere that they may be: the same text comes out but for the
  /// comments, and nothing is lost.
  @Test func anySpacingComesToTheSame() throws {
    var random = SeededGenerator(seed: 7)
    var damaged = 0
    for name in Self.shipped {
      let bytes = try GoldenFiles.bytes(GoldenFiles.root + "scenarios/" + name)
      let canonical = try ScenarioFormat.format(bytes, file: name)
      let root = try YAMLReader.read(Array(canonical.utf8), file: name)
      for _ in 0..<20 {
        let text = respaced(canonical, &random)
        guard let other = try? YAMLReader.read(Array(text.utf8), file: name), other.says(root)
        else {
          continue
        }
        damaged += 1
        let formatted = try format(text)
        #expect(try YAMLReader.read(Array(formatted.utf8), file: name).says(root), "\(name)")
        #expect(try format(formatted) == formatted, "\(name): \(text)")
        #expect(
          formatted.count { $0 == "#" } == text.count { $0 == "#" }, "\(name)")
      }
    }
    #expect(damaged > Self.shipped.count * 10, "most of them are still the same scenario")
  }

  private func respaced(_ text: String, _ random: inout SeededGenerator) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = String(line)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: lines.append("")
      case 1:
        lines.append(String(repeating: " ", count: Int.random(in: 0..<9, using: &random)) + "# new")
      case 2: line += "   "
      case 3: line = line.replacing("{", with: "{  ")
      case 4: line = line.replacing("}", with: " }")
      case 5: line = line.replacing(": ", with: ":   ")
      case 6: line = line.replacing(", ", with: " ,\n            ")
      case 7: line = line.replacing("- ", with: "-   ")
      case 8: line += line.isEmpty ? "" : " # behind"
      default: break
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: ["", "a: [", "a: &x 1\n", "a: 1\n---\nb: 2\n", "a: 1\na: 2\n"])
  func whatCannotBeReadIsRefused(_ text: String) {
    #expect(throws: ScenarioError.self) { try format(text) }
  }
}
