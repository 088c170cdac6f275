// HCI packets as records, where anyone asks for them.

import AirTestSupport
import Testing

@testable import VirtualAir

@Suite struct HCIRecordTests {
  @Test func nothingIsRecordedUnlessItIsAskedFor() {
    let bench = AirBench()
    _ = bench.connect(0, 1)
    #expect(bench.seen("hci.command", "hci.event") == [])
  }

  @Test func commandsAndEventsAreRecordedWithTheirNames() {
    let bench = AirBench()
    bench.advertise(1)
    bench.air.recordsHCI = true
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .milliseconds(5))
    // Whom nobody has named is known by the opcode alone.
    bench.command(0, 0xFC01)
    #expect(
      bench.seen("hci.command", "hci.event").filter { $0.contains(" hci0 ") }.prefix(4) == [
        "hci.command hci0 name=LE Create Connection opcode=8205",
        "hci.event hci0 code=15 name=Command Status",
        "hci.event hci0 code=62 name=LE Connection Complete subevent=1",
        "hci.command hci0 opcode=64513",
      ])
    let first = bench.records.records.first { $0.kind == "hci.command" }
    // Without the byte that says that it is a command.
    #expect(first?.bytes.prefix(3) == [0x0D, 0x20, 0x19])
  }

  @Test func dataAreNoCommandsAndNoEvents() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.air.recordsHCI = true
    bench.send(0, handles.central, [0x0A, 0x11, 0x00])
    #expect(
      bench.seen("hci.command", "hci.event") == [
        "hci.event hci0 code=19 name=Number Of Completed Packets"
      ])
  }

  @Test func noNameAndNoCodeStandsThereTwice() {
    #expect(Set(HCINames.commands.map(\.opcode)).count == HCINames.commands.count)
    #expect(Set(HCINames.commands.map(\.name)).count == HCINames.commands.count)
    let events = HCINames.events.map(\.name) + HCINames.subevents.map(\.name)
    #expect(Set(events).count == events.count)
  }
}
