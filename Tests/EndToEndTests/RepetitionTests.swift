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
        let file = try #require(result.folder, "--keep kept no folder") + "/records.jsonl"
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        essences[result.file] = Essence(
          verdict: result.verdict, durationNanoseconds: result.duration_ns,
          records: try RecordFile.write(RecordFile.read(text), normalised: true))
      }
      return essences
    }

    @Test func twentyRunsGiveTheSameRecordsWithOneGuestAtATimeOrTwo() throws {
      #expect(RecordFile.normalisedDetails.count <= 10)
      let workspace = try Workspace()
      let names = ShippedScenario.all.map(\.name)
      var first: [String: Essence] = [:]
      for run in 1...20 {
        // Every fifth with one guest at a time.
        let jobs = run % 5 == 1 ? "1" : "2"
        // Six hours are long: twice is enough of them.
        let files = names.filter { run <= 2 || $0 != "meters/six-hour-charge" }
          .map { "\(Meterloop.checkout)/scenarios/\($0).yaml" }
        let (outcome, report) = try workspace.report(files + ["--keep", "--jobs", jobs])
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

    /// The first line that differs, in both forms.
    private func difference(_ one: String, _ other: String) -> String {
      let lines = (one.split(separator: "\n"), other.split(separator: "\n"))
      let pair = zip(lines.0, lines.1).first { $0 != $1 }
      return pair.map { "\n  \($0)\n  \($1)" } ?? "\(lines.0.count) lines, then \(lines.1.count)"
    }
  }
}
