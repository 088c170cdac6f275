// A page of the documents, as far as the tests want to know it: blocks, links, headings.

import Foundation

/// A Markdown file of the checkout.
struct Page: CustomStringConvertible, Sendable {
  /// A fenced block.
  struct Block: Sendable {
    let language: String
    /// The line of its first line in the page, from 1.
    let line: Int
    let lines: [String]

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  /// Its path from the checkout's top.
  let path: String
  let blocks: [Block]
  /// What stands outside blocks.
  let prose: [String]

  var description: String { path }

  /// All pages: those at the top, and docs.
  static let all: [Page] = {
    let files = FileManager.default
    let names = ["README.md", "CHANGELOG.md"]
    let docs = (try? files.contentsOfDirectory(atPath: Meterloop.checkout + "/docs")) ?? []
    return (names + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 })
      .compactMap { try? Page($0) }
  }()

  init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOfFile: Meterloop.checkout + "/" + path, encoding: .utf8)
    var blocks: [Block] = []
    var prose: [String] = []
    var open: (language: String, line: Int, lines: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      guard line.hasPrefix("```") else {
        if open == nil { prose.append(line) } else { open?.lines.append(line) }
        continue
      }
      if let done = open {
        blocks.append(Block(language: done.language, line: done.line, lines: done.lines))
        open = nil
      } else {
        open = (String(line.dropFirst(3)), index + 2, [])
      }
    }
    self.blocks = blocks
    self.prose = prose
  }

  /// The targets of its links, without those into the web.
  var links: [String] {
    prose.joined(separator: "\n").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      .filter { !$0.contains("://") }
  }

  /// The anchors of its headings, as GitHub makes them.
  var anchors: Set<String> {
    Set(
      prose.filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
          .replacing(" ", with: "-")
      })
  }
}

/// A command of a console block.
struct ConsoleCommand: Sendable {
  let command: String
  let line: Int
  /// From a comment `# exit 4`; 0 without one.
  let code: Int32
  /// The lines beneath it.
  var output: [String] = []

  /// The commands of a block.
  static func all(in block: Page.Block) -> [ConsoleCommand] {
    var commands: [ConsoleCommand] = []
    for (index, line) in block.lines.enumerated() {
      if line.hasPrefix("$ ") {
        let words = line.dropFirst(2)
        let code = words.firstMatch(of: /\s+# exit (\d+)$/).flatMap { Int32($0.1) }
        commands.append(
          ConsoleCommand(command: String(words), line: block.line + index, code: code ?? 0))
      } else if !commands.isEmpty {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands
  }

  /// Whether the output is the one that the page shows: `…` stands for any lines, and seconds may
  /// differ.
  func shows(_ output: String) -> Bool {
    guard !self.output.isEmpty else { return true }
    var seen = output.split(separator: "\n", omittingEmptySubsequences: false).map(Self.masked)
    if seen.last == "" { seen.removeLast() }
    return Self.matches(self.output.map(Self.masked)[...], seen[...])
  }

  private static func matches(_ shown: ArraySlice<String>, _ seen: ArraySlice<String>) -> Bool {
    guard let next = shown.first else { return seen.isEmpty }
    if next == "…" {
      return seen.indices.contains { matches(shown.dropFirst(), seen[$0...]) }
        || matches(shown.dropFirst(), [])
    }
    return seen.first == next && matches(shown.dropFirst(), seen.dropFirst())
  }

  /// A line without what changes from day to day: times, and how many scenarios are shipped.
  private static func masked(_ line: some StringProtocol) -> String {
    String(line).replacing(/\d+\.\d{3} s\b/, with: "N s")
      .replacing(/^\d{2,} passed$/, with: "N passed")
  }
}
