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
      for result in good.results {
        let folder = try #require(result.folder)
        let records = folder.hasPrefix("/") ? folder : "\(workspace.path)/\(folder)"
        let command =
          "[/usr/bin/python3, \(Self.clients)/liar_central.py, \(records)/records.jsonl]"
        let text = try String(contentsOfFile: result.file, encoding: .utf8)
        let name = URL(filePath: result.file).pathComponents.suffix(2).joined(separator: "-")
        try workspace.write(text + "central: {command: \(command)}\n", to: "lies/\(name)")
      }
      let (_, lies) = try workspace.report(["lies"])
      #expect(lies.results.count == good.results.count)
      for result in lies.results {
        #expect(result.verdict == "failed", "\(result.file): \(result.verdict)")
        // It is to be found out, not to break down.
        let seen = result.failure?.seen ?? ""
        #expect(!seen.hasPrefix("the central"), "\(result.file): \(seen)")
      }
    }
  }
}
