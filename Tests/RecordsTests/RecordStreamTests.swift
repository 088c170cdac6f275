// The stream numbers, orders and announces records.

import Records
import Testing

@Suite struct RecordStreamTests {
  private func record(_ nanoseconds: Int64, _ witness: Witness, _ kind: String) -> Record {
    Record(time: VirtualTime(nanoseconds: nanoseconds), witness: witness, kind: kind)
  }

  @Test func numbersTheRecordsOfEachWitness() {
    let stream = RecordStream()
    stream.append(record(1, .central, "a"))
    stream.append(record(2, .air, "b"))
    stream.append(record(3, .central, "c"))
    #expect(stream.records.map(\.sequence) == [0, 0, 1])
  }

  @Test func ordersByTimeThenWitnessThenSequence() {
    let stream = RecordStream()
    stream.append(record(2, .harness, "late"))
    stream.append(record(1, .central, "third"))
    stream.append(record(1, .central, "fourth"))
    stream.append(record(1, .emulator, "second"))
    stream.append(record(1, .air, "first"))
    #expect(stream.inOrder.map(\.kind) == ["first", "second", "third", "fourth", "late"])
  }

  @Test func aListenerMayAppendInTurn() {
    let stream = RecordStream()
    stream.listen { seen in
      if seen.kind == "cause" { stream.append(self.record(5, .harness, "effect")) }
    }
    stream.append(record(4, .air, "cause"))
    #expect(stream.records.map(\.kind) == ["cause", "effect"])
  }
}
