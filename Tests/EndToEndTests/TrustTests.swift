// Trust in the harness: centrals that do nothing, or only claim to, fail every scenario.

import Foundation
import Testing

extension EndToEnd {
  @Suite struct TrustTests {
    private static let clients = "\(Meterloop.checkout)/Tests/EndToEndTests/Clients"
    private static let scenarios = "\(Meterloop.checkout)/scenarios"

    // covers: HIL-9
    @Test func aCentralThatDoesNothingPassesNoScenario() throws {
      let workspace = try Workspace()
      let (outcome, report) = try workspace.report([
        Self.scenarios, "--central", "[/usr/bin/python3, \(Self.clients)/null_central.py]",
      ])
      #expect(outcome.code == 4)
      #expect(report.results.count > 60)
      for result in report.results {
        #expect(result.verdict == "failed", "\(result.file): \(result.verdict)")
      }
    }

    /// The lies are told in one suite, of scenarios that name the liar with the records of the good
    /// run as their central.
    @Test func aCentralThatOnlyTellsWhatAGoodOneToldPassesNoScenario() throws {
      let workspace = try Workspace()
      let (_, good) = try workspace.report([Self.scenarios, "--keep"])
      #expect(good.results.count > 60)
      // A lie stands beside its scenario, whose shared parts it includes.
      try FileManager.default.copyItem(
        atPath: Self.scenarios, toPath: "\(workspace.path)/scenarios")
      var told: [String] = []
      for (number, result) in good.results.enumerated() {
        let folder = try #require(result.folder)
        let records = folder.hasPrefix("/") ? folder : "\(workspace.path)/\(folder)"
        let liar = "[/usr/bin/python3, \(Self.clients)/liar_central.py, \(records)/records.jsonl]"
        let (file, row) = ShippedScenario.parts(ofName: result.file)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let topic = URL(filePath: file).deletingLastPathComponent().lastPathComponent
        let name = "scenarios/\(topic)/lie-\(number).yaml"
        try workspace.write(Self.lie(text, by: liar), to: name)
        told.append(name + row)
      }
      let (_, lies) = try workspace.report(told)
      #expect(lies.results.count == good.results.count)
      for result in lies.results {
        #expect(result.verdict == "failed", "\(result.file): \(result.verdict)")
        // It is to be found out, not to break down.
        let seen = result.failure?.seen ?? ""
        #expect(!seen.hasPrefix("the central"), "\(result.file): \(seen)")
      }
    }

    /// The scenario with the liar as its central, or as each of several.
    private static func lie(_ text: String, by liar: String) -> String {
      guard let several = text.firstRange(of: "\ncentrals:\n") else {
        return text + "central: {command: \(liar)}\n"
      }
      return String(text[..<several.upperBound])
        + text[several.upperBound...].replacing(/\n?  - name: [a-z]+(?=\n)/) { name in
          "\(name.output)\n    command: \(liar)"
        }
    }
  }
}
