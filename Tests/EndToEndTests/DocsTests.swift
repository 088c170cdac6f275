// What the documents say is so: their commands run, their scenarios parse, their links lead somewhere.
// docs/CONTRIBUTING.md has the conventions.

import Foundation
import Scenarios
import Testing

@Suite struct DocsTests {
  /// Commands that are not run here, because .ci/run runs them.
  private static let runElsewhere = ["make scenarios", "make test"]

  @Test(arguments: Page.all)
  func linksLeadSomewhere(_ page: Page) throws {
    let folder = URL(filePath: Meterloop.checkout + "/" + page.path).deletingLastPathComponent()
    for link in page.links {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? page.path : String(parts[0])
      let file =
        parts[0].isEmpty
        ? Meterloop.checkout + "/" + page.path : folder.appending(path: target).standardized.path
      #expect(FileManager.default.fileExists(atPath: file), "\(page.path): \(link)")
      guard parts.count == 2, file.hasPrefix(Meterloop.checkout + "/") else { continue }
      let other = try Page(String(file.dropFirst(Meterloop.checkout.count + 1)))
      #expect(other.anchors.contains(String(parts[1])), "\(page.path): \(link)")
    }
  }

  @Test(arguments: Page.all)
  func scenariosParse(_ page: Page) throws {
    // What the page saves under a name may be included by what follows.
    var saved: [String: String] = [:]
    let folder = page.path.contains("/") ? String(page.path.prefix { $0 != "/" }) + "/" : ""
    for block in page.blocks {
      guard let name = block.lines.first?.firstMatch(of: /^# (\w+\.yaml)$/) else { continue }
      saved[folder + name.1] = block.text
    }
    for block in page.blocks where block.language == "yaml" {
      let isWhole = block.text.contains(/^scenario:/.anchorsMatchLineEndings())
      let text =
        isWhole
        ? block.text : "scenario: Steps\nmeters: [{model: UM25C}]\ntimeline:\n" + block.text
      do throws(ScenarioError) {
        _ = try ScenarioFile.scenarios(
          in: Array(text.utf8), file: "\(page.path):\(block.line)", attachments: saved)
      } catch { Issue.record("\(error.rendered)") }
    }
  }

  @Test(arguments: Page.all)
  func jsonIsJSON(_ page: Page) {
    for block in page.blocks where block.language == "json" {
      for line in block.lines {
        #expect(throws: Never.self, "\(page.path):\(block.line): \(line)") {
          try JSONSerialization.jsonObject(with: Data(line.utf8))
        }
      }
    }
  }

  @Test func whatIsNotRunHereIsRunByCI() throws {
    let script = try String(contentsOfFile: Meterloop.checkout + "/.ci/run", encoding: .utf8)
    let lines = script.components(separatedBy: "\n")
    for command in Self.runElsewhere { #expect(lines.contains(command)) }
  }

  @Test(
    .enabled(if: Meterloop.isThere, Meterloop.reason), .serialized,
    arguments: Page.all.filter { page in page.blocks.contains { $0.language == "console" } })
  func commandsDoWhatThePageSays(_ page: Page) throws {
    let copy = try Copy()
    defer { copy.remove() }
    for block in page.blocks {
      if let name = block.lines.first?.firstMatch(of: /^# (\w+\.yaml)$/) {
        try block.text.write(toFile: copy.folder + "/" + name.1, atomically: true, encoding: .utf8)
      }
      guard block.language == "console" else { continue }
      for command in ConsoleCommand.all(in: block)
      where !Self.runElsewhere.contains(command.command) {
        let outcome = try copy.run(command.command)
        #expect(
          outcome.code == command.code && command.shows(outcome.output),
          "\(page.path):\(command.line): \(command.command)\n\(outcome.all)")
      }
    }
  }
}

/// A folder of its own with what the commands of a page may name, so that pages and other tests do
/// not write into one another's results.
private struct Copy {
  let folder: String
  private let outer: String

  init() throws {
    let files = FileManager.default
    outer = files.temporaryDirectory.appending(path: "meterloop-docs-\(UUID().uuidString)").path
    folder = outer + "/meterloop"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["scenarios", "examples"] {
      try files.copyItem(atPath: Meterloop.checkout + "/" + name, toPath: folder + "/" + name)
    }
  }

  func remove() {
    do { try FileManager.default.removeItem(atPath: outer) } catch {
      Issue.record("\(outer) stays behind: \(error)")
    }
  }

  /// Runs a command line as a reader of the page would, who has the checkout in /home/you.
  func run(_ command: String) throws -> Outcome {
    let binary = try #require(Meterloop.path)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let outcome = try RunningProcess(
      program: "/bin/bash", arguments: ["-c", command + "\n"], folder: folder,
      environment: ["PATH": URL(filePath: binary).deletingLastPathComponent().path + ":" + path]
    ).wait()
    return Outcome(
      code: outcome.code,
      output: (outcome.output + outcome.errors).replacing(folder, with: "/home/you/meterloop"),
      errors: "")
  }
}
