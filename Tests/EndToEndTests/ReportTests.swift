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
      #expect(lines.count == (try ShippedScenario.runCount()))
      for fields in lines { #expect(fields.count == 3, "file, title, what it covers: \(fields)") }
      #expect(workspace.names(in: "").isEmpty)
    }

    @Test(arguments: [
      ("RETRY-6", ["reconnect/out-of-range"]), ("tail", ["communication/bad-tail"]),
      ("Out-of-Range meter", ["reconnect/out-of-range"]),
    ])
    func aFilterMeansFilesTitlesAndRequirements(filter: String, names: [String]) throws {
      let outcome = try Meterloop.run(["test", "--list", "--filter", filter, "scenarios"])
      let files = outcome.output.split(separator: "\n").compactMap {
        $0.split(separator: "\t").first.map(String.init)
      }
      #expect(files == names.map { "scenarios/\($0).yaml" })
    }

    @Test func whatFailsIsRunAgainAsOftenAsToldAndWhatPassesIsNot() throws {
      let workspace = try suite()
      let (outcome, report) = try workspace.report([
        "suite/a passing one.yaml", "suite/b.yaml", "--retry", "1", "--keep",
      ])
      #expect(outcome.code == 4, "\(outcome.all)")
      #expect(report.results.map(\.verdict) == ["passed", "failed"])
      #expect(report.results.map { $0.earlier ?? [] } == [[], ["failed"]])
      #expect(
        workspace.names(in: "results").filter { !$0.hasPrefix(".") } == [
          "suite-a_passing_one", "suite-b", "suite-b-try2",
        ])
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

    @Test func theOtherReportsAreOfTheSameRuns() throws {
      let workspace = try suite()
      let outcome = try workspace.test([
        "suite", "--html", "report.html", "--tap", "report.tap", "--events", "events.jsonl",
      ])
      #expect(outcome.code == 2, "\(outcome.all)")
      let page = try workspace.read("report.html")
      #expect(page.contains("<h1>1 unreadable, 1 failed, 1 passed</h1>"))
      // The passed run's folder is gone, its picture is not.
      #expect(page.ranges(of: "role=\"img\"").count == 2)
      #expect(page.ranges(of: "<title>peripheralConnectionPending, from ").count >= 2)
      #expect(page.ranges(of: "class=\"failure\" data-time-ns=\"1100").count == 1)
      #expect(page.ranges(of: ";base64,").count == 1)
      let tap = try workspace.read("report.tap")
      #expect(tap.hasPrefix("TAP version 14\n1..3\nok 1 - One that <passes> & says \"so\"\n"))
      #expect(tap.contains("\nnot ok 2 - One that fails\n  ---\n"))
      #expect(tap.contains("\nnot ok 3 - suite/c.yaml\n"))

      let events = try workspace.read("events.jsonl")
      let kinds = events.matches(of: /"event":"(\w+)"/).map { String($0.output.1) }
      #expect(kinds.first == "suiteBegan" && kinds.last == "suiteEnded" && kinds.count == 6)
      #expect(kinds.filter { $0 == "scenarioEnded" }.count == 2)
    }

    @Test(.enabled(if: Schema.canBeChecked, "python3-jsonschema is not installed"))
    func theEventStreamIsAsItsSchemaSays() throws {
      let workspace = try suite()
      _ = try workspace.test(["suite", "--events", "events.jsonl"])
      let checked = try Tool.run(
        "python3",
        ["-c", Schema.check, "\(Meterloop.checkout)/docs/events.schema.json", "events.jsonl"],
        in: workspace.path)
      #expect(checked.code == 0 && checked.output == "6 lines\n", "\(checked.all)")
    }

    @Test func explainTellsOfAKeptRunAsTheSuiteDid() throws {
      let workspace = try suite()
      _ = try workspace.test(["suite"])
      let told = try Meterloop.run(["explain", "results/suite-b/"], in: workspace.path)
      #expect(told.code == 0, "\(told.all)")
      #expect(told.output.hasPrefix("failed   One that fails\n"))
      #expect(told.output.contains("  expected: disconnected within 1 s\n"))
      #expect(told.output.contains("\ncapture   results/suite-b/capture.btsnoop\n"))
      #expect(told.output.contains("\nagain     meterloop test suite/b.yaml\n"))
      #expect(!told.output.contains("\u{1B}"))
      let other = try Meterloop.run(["explain", "suite"], in: workspace.path)
      #expect(other.code == 3 && other.errors.contains("suite is no run's folder"))
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

/// The check of lines against a JSON Schema, by Python's own validator.
private enum Schema {
  static let check = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    lines = open(sys.argv[2]).readlines()
    for line in lines: jsonschema.validate(json.loads(line), schema)
    print(len(lines), "lines")
    """

  static var canBeChecked: Bool {
    // Not being there is one of the answers.
    (try? Tool.run("python3", ["-c", "import jsonschema"]).code) == 0
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
