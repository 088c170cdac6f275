// What a run leaves for people and programs: lists, reports, folders.

import Foundation
import FoundationXML
import Testing

extension EndToEnd {
  @Suite struct ReportTests {
    private static let passing = """
      scenario: One that <passes> & says "so"
      covers: [SCAN-1]
      meters:
        - model: UM25C
      timeline:
        - central: connect
        - expect: {state: dataIsAvailable, within: 5s}

      """
    private static let failing = """
      scenario: One that fails
      covers: [DROP-2]
      meters:
        - model: UM25C
      timeline:
        - central: connect
        - expect: {disconnected: {}, within: 1s}

      """

    private func suite() throws -> Workspace {
      let workspace = try Workspace()
      try workspace.write(Self.passing, to: "suite/a passing one.yaml")
      try workspace.write(Self.failing, to: "suite/b.yaml")
      try workspace.write("meters: []\n", to: "suite/c.yaml")
      return workspace
    }

    @Test func theListHasOneLineAScenarioAndRunsNone() throws {
      let workspace = try Workspace()
      let outcome = try workspace.test(["--list", "\(Meterloop.checkout)/scenarios"])
      #expect(outcome.code == 0)
      let lines = outcome.output.split(separator: "\n").map { $0.split(separator: "\t") }
      #expect(lines.count == (try ShippedScenario.fileCount()))
      for fields in lines { #expect(fields.count == 3, "file, title, what it covers: \(fields)") }
      #expect(workspace.names(in: "").isEmpty)
    }

    @Test(arguments: [
      ("RETRY-6", ["reconnect/out-of-range"]), ("tail", ["communication/bad-tail"]),
      ("Out-of-Range meter", ["reconnect/out-of-range"]),
      ("HIL-7", ["reconnect/out-of-range"]),
    ])
    func aFilterMeansFilesTitlesAndRequirements(filter: String, names: [String]) throws {
      let outcome = try Meterloop.run(["test", "--list", "--filter", filter, "scenarios"])
      let files = outcome.output.split(separator: "\n").compactMap {
        $0.split(separator: "\t").first.map(String.init)
      }
      #expect(files == names.map { "scenarios/\($0).yaml" })
    }

    @Test func aFilterThatMeansNoneIsAMistake() throws {
      let outcome = try Meterloop.run(["test", "--filter", "RETRY-99", "scenarios"])
      #expect(outcome.code == 1 && outcome.errors.contains("no scenario is meant by that"))
    }

    @Test func reportsAndFoldersSayWhatTheTerminalSays() throws {
      let workspace = try suite()
      let (outcome, report) = try workspace.report(["suite", "--junit", "report.xml"])
      // Of 2 and 4 the lower.
      #expect(outcome.code == 2, "\(outcome.all)")
      #expect(report.meterloop == 1 && report.exitCode == 2)
      #expect(report.results.map(\.verdict) == ["passed", "failed"])
      #expect(report.results.map(\.covers) == [["SCAN-1"], ["DROP-2"]])
      #expect(report.unreadable.map(\.file) == ["suite/c.yaml"])

      let cases = try JUnitCases(workspace.read("report.xml"))
      #expect(cases.names == ["One that <passes> & says \"so\"", "One that fails", "suite/c.yaml"])
      #expect(cases.counts == ["tests": "3", "failures": "1", "errors": "1"])
      #expect(cases.problems == ["failure", "error"])
      #expect(cases.texts.first?.contains("expected: disconnected within 1 s") == true)

      // Only the failed one's folder is kept, and the failure names it.
      #expect(workspace.names(in: "results") == ["suite-b"])
      let folder = "\(workspace.path)/results/suite-b"
      #expect(report.results[1].folder == folder)
      #expect(outcome.output.contains("  capture and logs: \(folder)\n"))
      #expect(outcome.output.contains("  run it again: meterloop test suite/b.yaml\n"))
      let names = workspace.names(in: "results/suite-b")
      for name in [
        "capture.btsnoop", "bluetoothd.log", "btvirt.log", "dbus-daemon.log", "kernel.log",
        "records.jsonl", "main.conf",
      ] { #expect(names.contains(name), "\(name) is not in \(names)") }
    }

    @Test func keepKeepsThePassedOnesToo() throws {
      let workspace = try suite()
      let (_, report) = try workspace.report(["suite", "--keep", "--results", "kept"])
      #expect(workspace.names(in: "kept") == ["suite-a_passing_one", "suite-b"])
      #expect(report.results[0].folder == "\(workspace.path)/kept/suite-a_passing_one")
    }

    @Test func aReportThatCannotBeWrittenIsToldBeforeAnythingRuns() throws {
      let workspace = try suite()
      let outcome = try workspace.test(["suite", "--junit", "nowhere/report.xml"])
      #expect(outcome.code == 3 && outcome.errors.contains("nowhere/report.xml"), "\(outcome.all)")
      #expect(outcome.output.isEmpty)
    }
  }
}

/// The test cases of a JUnit file, by a parser that insists on well-formed XML.
private final class JUnitCases: NSObject, XMLParserDelegate {
  private(set) var names: [String] = []
  private(set) var problems: [String] = []
  private(set) var texts: [String] = []
  private(set) var counts: [String: String] = [:]

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "not well-formed: \(parser.parserError.debugDescription)")
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch element {
    case "testsuite":
      counts = attributes.filter { ["tests", "failures", "errors"].contains($0.key) }
    case "testcase": names.append(attributes["name"] ?? "")
    case "failure", "error":
      problems.append(element)
      texts.append("")
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if !texts.isEmpty { texts[texts.count - 1] += string }
  }
}
