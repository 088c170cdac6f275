// Virtual time: the same suite gives the same records each time, whatever the machine is doing.

import Foundation
import Scenarios
import Testing

extension EndToEnd {
  @Suite struct RepetitionTests {
    /// What must not differ between two runs of a scenario.
    private struct Essence: Equatable {
      var verdict: String
      var durationNanoseconds: Int64
      /// All records, each byte but those of the named details.
      var records: String
    }

    private func essence(of results: [SuiteJSON.Result]) throws -> [String: Essence] {
      var essences: [String: Essence] = [:]
      for result in results {
        essences[result.file] = Essence(
          verdict: result.verdict, durationNanoseconds: result.duration_ns,
          records: try result.normalisedRecords())
      }
      return essences
    }

    @Test func twentyRunsGiveTheSameRecordsInWhateverGuestsAndOrder() throws {
      #expect(RecordFile.normalisedDetails.count <= 10)
      let workspace = try Workspace()
      let names = ShippedScenario.all.map(\.name)
      var first: [String: Essence] = [:]
      for run in 1...20 {
        // One guest at a time, or two; guests that have had other runs, in another order, or new ones.
        let way =
          switch run % 5 {
          case 1: ["--jobs", "1"]
          case 2: ["--jobs", "2", "--fresh-guests"]
          default: ["--jobs", "2", "--shuffle", "\(run)"]
          }
        // Six hours are long: twice is enough of them.
        let files = names.filter { run <= 2 || $0 != "meters/six-hour-charge" }
          .map { "\(Meterloop.checkout)/scenarios/\($0).yaml" }
        let (outcome, report) = try workspace.report(files + ["--keep"] + way)
        #expect(outcome.code == 0, "run \(run): \(outcome.all)")
        let now = try essence(of: report.results)
        if run == 1 {
          first = now
          #expect(first.count == names.count)
          continue
        }
        #expect(now.count == files.count)
        for (file, expected) in first where files.contains(where: { file.hasSuffix($0) }) {
          let seen = try #require(now[file])
          #expect(seen.verdict == expected.verdict, "\(file), run \(run)")
          #expect(seen.durationNanoseconds == expected.durationNanoseconds, "\(file), run \(run)")
          #expect(
            seen.records == expected.records,
            "\(file), run \(run): \(difference(expected.records, seen.records))")
        }
      }
    }

    /// A central that says something else each time.
    private static let random = """
      import json, os, socket
      line = socket.socket(fileno=int(os.environ["METERLOOP_DRIVER_FD"]))
      def say(**fields): line.sendall(json.dumps(fields).encode() + b"\\n")
      say(protocol=1, capabilities=[])
      for text in line.makefile():
          if "id" in json.loads(text):
              say(reply=json.loads(text)["id"], ok=True)
              say(event="log", message=os.urandom(8).hex())

      """

    @Test func aScenarioThatComesOutInTwoWaysIsNamedAndIsBroken() throws {
      let workspace = try Workspace()
      try workspace.write(Self.random, to: "random_central.py")
      let same = "scenario: The same\nmeters: [{model: UM25C}]\ntimeline: [{central: connect}]\n"
      try workspace.write(same, to: "same.yaml")
      try workspace.write(
        """
        scenario: Never the same
        meters: [{model: UM25C}]
        central: {command: [/usr/bin/python3, random_central.py]}
        timeline: [{expect: {event: log, within: 5s}}]

        """, to: "random.yaml")
      let equal = try workspace.test(["same.yaml", "--repeat", "2", "--hash"])
      #expect(equal.code == 0, "\(equal.all)")
      #expect(
        equal.output.contains(/\nrecords [0-9a-f]{64} of 1 scenario, the same in each of 2 runs\n/))
      let outcome = try workspace.test(["same.yaml", "random.yaml", "--repeat", "2", "--hash"])
      #expect(outcome.code == 3, "\(outcome.all)")
      #expect(outcome.output.contains("4 passed\nrecords differ  random.yaml: 1 times "))
      #expect(!outcome.output.contains("same.yaml: "))
    }

    /// The first line that differs, in both forms.
    private func difference(_ one: String, _ other: String) -> String {
      let lines = (one.split(separator: "\n"), other.split(separator: "\n"))
      let pair = zip(lines.0, lines.1).first { $0 != $1 }
      return pair.map { "\n  \($0)\n  \($1)" } ?? "\(lines.0.count) lines, then \(lines.1.count)"
    }
  }
}
