// One hash says whether repeated runs left the same records.

import FoundationEssentials
import Records
import Testing

@testable import Scenarios

@Suite struct RecordHashesTests {
  private func run(_ records: [Record], _ file: String = "a.yaml") throws -> (
    ScenarioResult, String
  ) {
    let folder = FileManager.default.temporaryDirectory.path + "/hashes-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try RecordFile.write(records).write(
      toFile: folder + "/records.jsonl", atomically: true, encoding: .utf8)
    var result = try FailureMessageTests.lateSecondAttempt()
    result.file = file
    return (result, folder)
  }

  private func record(
    _ kind: String, _ details: [String: Detail] = [:], _ bytes: [UInt8] = []
  ) -> Record {
    Record(
      time: VirtualTime(nanoseconds: 5), witness: .air, adapter: 0, kind: kind, details: details,
      bytes: bytes)
  }

  private func hashes(_ runs: [[Record]]) throws -> RecordHashes {
    var hashes = RecordHashes()
    for records in runs {
      let (result, folder) = try run(records)
      try hashes.take(result, folder: folder)
      try FileManager.default.removeItem(atPath: folder)
    }
    return hashes
  }

  @Test func equalRunsHaveOneHash() throws {
    let hashes = try hashes([[record("scan.stop")], [record("scan.stop")]])
    #expect(hashes.areEqual)
    #expect(
      try #require(hashes.text.firstMatch(of: /^records [0-9a-f]{64} of 1 scenario(.*)\n$/)).1
        == ", the same in each of 2 runs")
    #expect(hashes.text != (try self.hashes([[record("scan.start")]])).text)
  }

  @Test func whatMayDifferIsNoDifference() throws {
    let random: [String: Detail] = ["opcode": 0x2005, "name": "LE Set Random Address"]
    let hashes = try hashes([
      [
        record("connected", ["address": "00:11"]),
        record("hci.command", random, [0x05, 0x20, 0x06, 1, 2, 3, 4, 5, 6]),
      ],
      [
        record("connected", ["address": "00:22"]),
        record("hci.command", random, [0x05, 0x20, 0x06, 6, 5, 4, 3, 2, 1]),
      ],
    ])
    #expect(hashes.areEqual)
  }

  @Test func theScenarioThatDiffersIsNamedWithTheRun() throws {
    let same = [record("att", ["opcode": 1], [1, 2])]
    let hashes = try hashes([same, same, [record("att", ["opcode": 1], [1, 3])]])
    #expect(!hashes.areEqual)
    #expect(
      hashes.text.contains(
        /^records differ  a\.yaml: 2 times [0-9a-f]{12}, first in run 1; 1 times [0-9a-f]{12}, first in run 3\n$/
      ))
  }

  @Test func aVerdictThatDiffersIsADifference() throws {
    var hashes = RecordHashes()
    var (result, folder) = try run([record("scan.stop")])
    try hashes.take(result, folder: folder)
    result.verdict = .passed
    try hashes.take(result, folder: folder)
    try FileManager.default.removeItem(atPath: folder)
    #expect(!hashes.areEqual)
  }
}
