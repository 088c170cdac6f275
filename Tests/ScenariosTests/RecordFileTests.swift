// Records as lines: they come back as they went, and only what is named may be normalised.

import Records
import Scenarios
import Testing

@Suite struct RecordFileTests {
  private func records() -> [Record] {
    let stream = RecordStream()
    stream.append(
      Record(
        time: VirtualTime(nanoseconds: 2_000_000_001), witness: .air, adapter: 0, connection: 1,
        kind: "connected", details: ["address": "00:AA:01:00:00:42", "peer": 1]))
    stream.append(
      Record(
        time: VirtualTime(nanoseconds: 1), witness: .central, kind: "measurement",
        details: ["volts": .number(5.08), "ok": .flag(true)], bytes: [0x00, 0xF1, 0xFF]))
    stream.append(Record(time: VirtualTime(nanoseconds: 1), witness: .air, kind: "scan.stop"))
    return stream.inOrder
  }

  @Test func comeBackAsTheyWent() throws {
    let records = records()
    let text = try RecordFile.write(records)
    #expect(try RecordFile.read(text) == records)
    #expect(
      text == """
        {"kind":"scan.stop","sequence":1,"time_ns":1,"witness":"air"}
        {"bytes":"00f1ff","details":{"ok":true,"volts":5.08},"kind":"measurement","sequence":0,\
        "time_ns":1,"witness":"central"}
        {"adapter":0,"connection":1,"details":{"address":"00:AA:01:00:00:42","peer":1},\
        "kind":"connected","sequence":0,"time_ns":2000000001,"witness":"air"}

        """)
  }

  @Test func normalisesOnlyWhatIsNamed() throws {
    let text = try RecordFile.write(records(), normalised: true)
    #expect(text.contains("\"address\":\"*\",\"peer\":1"))
    #expect(!text.contains("00:AA"))
    #expect(RecordFile.normalisedDetails.count <= 10)
  }

  @Test func aRefusalsProcessesAreNoPartOfWhatHappened() throws {
    func line(_ process: Int) throws -> String {
      try RecordFile.write(
        [
          Record(
            time: VirtualTime(nanoseconds: 1), witness: .central, kind: "log",
            details: ["message": .text("rejected (uid=0 pid=\(process) comm=\"x\")")])
        ], normalised: true)
    }
    #expect(try line(42) == line(439))
    #expect(try line(42).contains("(uid=0 pid=* comm="))
  }

  @Test(arguments: [
    "{}", "x", "{\"kind\":\"a\",\"sequence\":0,\"time_ns\":1,\"witness\":\"air\",\"bytes\":\"0g\"}",
  ])
  func refusesWhatIsNoRecord(_ line: String) {
    #expect(throws: (any Error).self) { try RecordFile.read(line) }
  }
}
