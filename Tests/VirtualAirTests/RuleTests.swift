// Rules on the air beyond what the fault verbs use.

import AirTestSupport
import Records
import Testing

@testable import VirtualAir

@Suite struct RuleTests {
  private func bytes(_ bench: AirBench) -> [[UInt8]] {
    bench.records.records.filter { $0.kind == "fault.fired" }.map(\.bytes)
  }

  @Test func aPDUIsDroppedInItsDirectionAndItsCreditGivenBack() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    let rule = bench.air.install(
      AirRule(
        id: "f", verb: "gatt.lost", times: 2, skipping: 1,
        action: .treat(PDUMatch(.toCentral, opcodes: [0x1B]), .lose)))
    bench.send(0, handles.central, [0x1B, 0, 0, 0])
    for piece in UInt8(1)...4 { bench.send(1, handles.peripheral, [0x1B, 0x11, 0, piece]) }
    #expect(bench.attributes(0) == [[0x1B, 0x11, 0, 1], [0x1B, 0x11, 0, 4]])
    #expect(bench.hosts[1].take().filter { $0[1] == 0x13 }.count == 4)
    #expect(rule.firings == 2)
    #expect(bytes(bench) == [[0x1B, 0x11, 0, 2], [0x1B, 0x11, 0, 3]])
  }

  @Test func aRuleIsAboutItsLinksOnly() {
    let bench = AirBench(adapters: 3)
    let first = bench.connect(0, 1)
    let second = bench.connect(0, 2)
    bench.air.install(
      AirRule(
        id: "f", verb: "gatt.error", links: LinkSelector(peripheral: 2),
        action: .refuse(ATTSelector(.any), error: 0x0E)))
    bench.send(0, first.central, [0x0A, 1, 0])
    bench.send(0, second.central, [0x0A, 1, 0])
    #expect(bench.attributes(1) == [[0x0A, 1, 0]])
    #expect(bench.attributes(2) == [])
    #expect(bench.attributes(0).filter { $0 == [0x01, 0x0A, 1, 0, 0x0E] }.count == 1)
  }

  @Test func aListenerMayActOnALinkAsSoonAsItIsMade() {
    let bench = AirBench()
    bench.records.listen { record in
      guard record.kind == "connected", record.adapter == 0 else { return }
      bench.air.install(AirRule(id: "f", verb: "x", action: .disconnect(reason: 0x13)))
    }
    bench.advertise(1)
    bench.createConnection(0, to: 1)
    _ = bench.hosts[1].take()
    bench.scheduler.advance(by: .milliseconds(5))
    let told = bench.hosts[1].take()
    #expect(told.map { $0[1] } == [0x3E, 0x05])
  }
}
