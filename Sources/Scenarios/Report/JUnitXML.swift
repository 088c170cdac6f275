// The report that CI systems read.

import Records

/// Renders a report as JUnit XML: a failed scenario is a failure, one that is broken, unknown or
/// unreadable an error, one that was skipped or interrupted skipped. Times are the scenarios' own clock.
public enum JUnitXML {
  /// The whole file.
  public static func render(_ report: SuiteReport) -> String {
    let skipped = report.unfinished.count + report.count(of: .skipped)
    let tests =
      report.results.count + report.unreadable.count + report.unfinished.count
    let failures = report.count(of: .failed)
    let errors =
      report.count(of: .broken) + report.count(of: .unknown) + report.unreadable.count
    let time = report.results.reduce(0) { $0 + $1.durationNanoseconds }
    let counts =
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + (skipped > 0 ? "skipped=\"\(skipped)\" " : "") + "time=\"\(seconds(time))\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"meterloop\" \(counts)>",
      "  <testsuite name=\"scenarios\" \(counts)>",
    ]
    for result in report.results { lines += testCase(result) }
    for scenario in report.unfinished { lines += testCase(unfinished: scenario) }
    for error in report.unreadable { lines += testCase(error) }
    lines += ["  </testsuite>", "</testsuites>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func testCase(_ result: ScenarioResult) -> [String] {
    let head =
      "    <testcase name=\"\(escaped(result.title))\" classname=\"\(className(result.file))\" "
      + "file=\"\(escaped(result.file))\" time=\"\(seconds(result.durationNanoseconds))\""
    let output = result.centralsText.map {
      "      <system-out>centrals: \(escaped($0))</system-out>"
    }
    guard let failure = result.failure else {
      guard result.isFlaky || output != nil else { return [head + "/>"] }
      // Maven Surefire's element for what passed when it was run again, which CI systems know.
      let flaky = result.isFlaky ? result.earlier : []
      return [head + ">"]
        + flaky.map {
          "      <flakyFailure type=\"\($0.rawValue)\" message=\"\($0.rawValue) before\"/>"
        } + (output.map { [$0] } ?? []) + ["    </testcase>"]
    }
    if result.verdict == .skipped {
      return [
        head + ">", "      <skipped message=\"\(escaped(failure.seen))\"/>", "    </testcase>",
      ]
    }
    let tag = result.verdict == .failed ? "failure" : "error"
    let message = failure.expected.map { "expected \($0), seen: \(failure.seen)" } ?? failure.seen
    return [
      head + ">",
      "      <\(tag) type=\"\(result.verdict.rawValue)\" message=\"\(escaped(message))\">"
        + escaped(FailureText.render(result)) + "</\(tag)>",
    ] + (output.map { [$0] } ?? []) + ["    </testcase>"]
  }

  private static func testCase(unfinished scenario: Scenario) -> [String] {
    let file = scenario.name
    return [
      "    <testcase name=\"\(escaped(scenario.title))\" classname=\"\(className(file))\" "
        + "file=\"\(escaped(file))\" time=\"0.000\">",
      "      <skipped message=\"interrupted before it came to a verdict\"/>",
      "    </testcase>",
    ]
  }

  private static func testCase(_ error: ScenarioError) -> [String] {
    [
      "    <testcase name=\"\(escaped(error.file))\" classname=\"\(className(error.file))\" "
        + "file=\"\(escaped(error.file))\" time=\"0.000\">",
      "      <error type=\"unreadable\" message=\"\(escaped(error.message))\">"
        + escaped(error.rendered) + "</error>",
      "    </testcase>",
    ]
  }

  private static func seconds(_ nanoseconds: Int64) -> String {
    Duration.nanoseconds(nanoseconds).column
  }

  /// `scenarios/reconnect/backoff.yaml` as `scenarios.reconnect.backoff`.
  private static func className(_ file: String) -> String {
    let stem = RunNames.withoutExtension(file)
    return escaped(stem.split(separator: "/").joined(separator: "."))
  }

  /// Text that may stand in an attribute or an element; what XML cannot hold at all is replaced.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\n": out += "&#10;"
      case "\t": out += "&#9;"
      case let other where other.value < 0x20 || (0xFFFE...0xFFFF).contains(other.value):
        out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
