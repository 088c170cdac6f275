// docs/core-bluetooth-symbols.md: which of Apple's symbols are here, and which test uses each.

import Foundation
import Testing

@Suite struct SymbolTableTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let page = checkout.appending(path: "docs/core-bluetooth-symbols.md")
  /// Where a use counts as a test of a symbol, in this order: in guests first.
  private static let places = [
    "Tests/CentralChecks", "Tests/PeripheralProbe", "examples/core-bluetooth",
    "Tests/CoreBluetoothTests", "Sources/CentralUnderTest",
  ]

  private struct Symbol {
    var type: String
    var member: String
    var base: Substring { member.prefix { $0 != "(" } }
    /// The texts that a use of it has: a constant its name, a member a dot before it or, as a
    /// delegate's method, `func`; an initialiser its type; and each its parameters' labels.
    var marks: [String] {
      let labels = member.dropFirst(base.count).split { "():".contains($0) }.map(String.init)
        .filter { $0 != "_" && $0 != "options" }
      let isDelegate = type.hasSuffix("Delegate")
      let name =
        base == "init" ? type + "(" : type.isEmpty ? member : (isDelegate ? "func " : ".") + base
      // A label may have the parameter's own name behind it where a method is declared.
      return [String(name)] + labels.map { isDelegate ? $0 : $0 + ":" }
    }
  }

  private static func symbols() throws -> [Symbol] {
    let text = try String(
      contentsOf: checkout.appending(path: "Tests/CoreBluetoothTests/Symbols/apple.txt"),
      encoding: .utf8)
    var type = ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      guard line.hasPrefix("  ") else {
        type = line == "-" ? "" : String(line)
        return nil
      }
      return Symbol(type: type, member: String(line.dropFirst(2)))
    }
  }

  private static func sources(_ folder: String) throws -> [(path: String, text: String)] {
    let names = FileManager.default.enumerator(atPath: checkout.appending(path: folder).path)
    return try (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      .sorted().filter { !$0.hasSuffix("SymbolTableTests.swift") }
      .map { name in
        let path = folder + "/" + name
        return (path, try String(contentsOf: checkout.appending(path: path), encoding: .utf8))
      }
  }

  private static func row(
    _ symbol: Symbol, _ declarations: [String: Declaration], _ uses: [(path: String, text: String)]
  ) -> String {
    let name = symbol.type.isEmpty ? symbol.member : "\(symbol.type).\(symbol.member)"
    guard let declaration = declarations[name] else { return "| `\(symbol.member)` | not here | |" }
    if let reason = declaration.unavailable {
      return "| `\(symbol.member)` | unavailable: \(reason) | |"
    }
    if declaration.isDeprecated { return "| `\(symbol.member)` | here, deprecated | |" }
    let using = uses.filter { use in
      symbol.marks.allSatisfy { use.text.range(of: $0, options: .literal) != nil }
    }
    // A use that something is expected of proves more than one on the way to something else.
    let use =
      using.first { use in
        use.text.split(separator: "\n").contains { line in
          line.contains(symbol.marks[0])
            && ["check(", "expect(", "require("].contains(where: line.contains)
        }
      } ?? using.first
    return "| `\(symbol.member)` | here | \(use.map { "[\($0.path)](../\($0.path))" } ?? "") |"
  }

  private static func made() throws -> String {
    var declarations: [String: Declaration] = [:]
    for (_, text) in try sources("Sources/CoreBluetooth") {
      declarations.merge(Declaration.all(in: text)) { old, new in old.unavailable == nil ? old : new
      }
    }
    let uses = try places.flatMap { try sources($0) }
    var page = """
      <!-- Written by METERLOOP_WRITE_GOLDEN=1 swift test --filter SymbolTableTests, from the sources. -->
      # Apple's symbols

      Which symbols of Apple's Core Bluetooth the module declares, and a program or test that uses each, the first
      that expects something of it if there is one:
      those of `Tests/CentralChecks`, `Tests/PeripheralProbe` and `examples` run in guests, over the real BlueZ.

      """
    var type: String?
    for symbol in try symbols() {
      if symbol.type != type {
        type = symbol.type
        page +=
          "\n## \(symbol.type.isEmpty ? "Types, constants and keys" : symbol.type)\n\n| Symbol | | Used by |\n| --- | --- | --- |\n"
      }
      page += row(symbol, declarations, uses) + "\n"
    }
    return page
  }

  @Test(
    "docs/core-bluetooth-symbols.md says what the sources say; METERLOOP_WRITE_GOLDEN=1 writes it")
  func thePageIsCurrent() throws {
    let made = try Self.made()
    if ProcessInfo.processInfo.environment["METERLOOP_WRITE_GOLDEN"] != nil {
      try made.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == made)
  }

  @Test("No symbol is missing, and what is here is used by a program or a test") func complete()
    throws
  {
    let rows = try Self.made().split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count > 200)
    #expect(rows.filter { $0.contains("| not here |") } == [])
    #expect(rows.filter { $0.hasSuffix("| here |  |") } == [])
  }
}

/// A public declaration of the module.
struct Declaration {
  /// Why it may not be used.
  var unavailable: String?
  /// Whether it warns whoever uses it, as Apple's does: no program here may.
  var isDeprecated = false

  /// Those of a source file by their names, such as `CBPeripheral.readValue(for:)`. Made for this
  /// package's own formatted sources: two spaces a level, one declaration a line.
  static func all(in text: String) -> [String: Declaration] {
    var found: [String: Declaration] = [:]
    var types: [(name: String, indent: Int)] = []
    var next = Declaration()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (number, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      guard !words.isEmpty, !words.hasPrefix("//") else { continue }
      while let last = types.last, indent <= last.indent, !words.hasPrefix("}") {
        types.removeLast()
      }
      if words.hasPrefix("@available(") {
        let whole = lines[number...].prefix(4).joined(separator: " ")
        if whole.contains("unavailable"), let match = whole.firstMatch(of: /message: *"([^"]*)"/) {
          next.unavailable = String(match.1)
        }
        if words.contains("deprecated") { next.isDeprecated = true }
        continue
      }
      let owner = types.last.map { $0.name + "." } ?? ""
      func note(_ name: some StringProtocol) {
        if types.last.map({ indent == $0.indent + 2 }) ?? (indent == 0) {
          found[owner + name] = next
          next = Declaration()
        }
      }
      if let match = words.firstMatch(
        of: /\b(?:class|struct|enum|protocol|extension) ([A-Z][A-Za-z0-9.]*)/),
        !words.contains("func "), !words.contains(" var ")
      {
        note(match.1)
        types.append(
          (
            words.hasPrefix("extension") || words.contains(" extension ")
              ? String(match.1) : owner + match.1, indent
          ))
      } else if let match = words.firstMatch(of: /\bfunc ([A-Za-z0-9]+)/) {
        note(match.1 + labels(lines[number...]))
      } else if words.firstMatch(of: /\binit\??\(/) != nil,
        !words.contains("=") || words.hasPrefix("public")
      {
        note("init" + labels(lines[number...]))
      } else if let match = words.firstMatch(of: /\b(?:var|let|typealias) ([A-Za-z0-9]+)/) {
        note(match.1)
      } else if words.hasPrefix("case ") {
        for name in words.dropFirst(5).split(separator: ",") {
          note(name.split { " =(".contains($0) }.first ?? "")
        }
      }
    }
    return found
  }

  /// The labels of a function's parameters: `(_:for:)`.
  private static func labels(_ lines: ArraySlice<String>) -> String {
    let text = lines.prefix(12).joined(separator: " ")
    guard let open = text.firstMatch(of: /(?:func [A-Za-z0-9]+|init\??)\(/) else { return "()" }
    var depth = 1
    var parameter = ""
    var labels = ""
    func end() {
      let word = parameter.split(separator: " ").first ?? ""
      if !word.isEmpty { labels += word.prefix { $0 != ":" } + ":" }
      parameter = ""
    }
    for character in text[open.range.upperBound...] {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if depth == 0 { break }
      if character == ",", depth == 1 { end() } else { parameter.append(character) }
    }
    end()
    return "(\(labels))"
  }
}
