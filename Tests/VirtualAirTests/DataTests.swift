// Data across links, and the credits for it.

import AirTestSupport
import Testing

@testable import VirtualAir

@Suite struct DataTests {
  @Test func dataArrivesUnderTheOtherHandleAsABeginning() {
    let bench = AirBench(adapters: 3)
    _ = bench.connect(0, 1)
    let handles = bench.connect(0, 2)
    #expect(handles.central != handles.peripheral)
    let pdu: [UInt8] = [0x0A, 0x11, 0]
    bench.send(0, handles.central, pdu)
    #expect(
      bench.hosts[2].take() == [
        AirBench.acl(handles.peripheral, boundary: 2, AirBench.attribute(pdu))
      ])
    #expect(bench.hosts[0].take() == [[0x04, 0x13, 5, 1, UInt8(handles.central), 0, 1, 0]])
    #expect(bench.hosts[1].take() == [])
    #expect(bench.controllers[0].commands.allSatisfy { $0[0] == 1 })
  }

  @Test func twoLinksOfACentralAreKeptApart() {
    let bench = AirBench(adapters: 3)
    let first = bench.connect(0, 1)
    let second = bench.connect(0, 2)
    bench.send(0, first.central, [0x0A, 1, 0])
    bench.send(0, second.central, [0x0A, 2, 0])
    bench.send(1, first.peripheral, [0x0B, 1])
    bench.send(2, second.peripheral, [0x0B, 2])
    #expect(bench.attributes(1) == [[0x0A, 1, 0]])
    #expect(bench.attributes(2) == [[0x0A, 2, 0]])
    let arrived = bench.hosts[0].take().filter { $0[0] == 2 }
    #expect(
      arrived == [
        AirBench.acl(first.central, boundary: 2, AirBench.attribute([0x0B, 1])),
        AirBench.acl(second.central, boundary: 2, AirBench.attribute([0x0B, 2])),
      ])
    bench.command(0, 0x0406, [UInt8(first.central), 0, 0x13])
    bench.send(0, second.central, [0x0A, 3, 0])
    #expect(bench.attributes(2) == [[0x0A, 3, 0]])
    #expect(
      bench.records.records.filter { $0.kind == "att" }.map(\.connection) == [1, 2, 1, 2, 2])
  }

  @Test func piecesArriveAsTheyWereSentOnceTheFrameIsWhole() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    let frame = AirBench.attribute([0x1B, 0x11, 0] + [UInt8](repeating: 5, count: 40))
    bench.air.adapters[1].fromHost(
      AirBench.acl(handles.peripheral, boundary: 0, Array(frame[..<27])))
    #expect(bench.hosts[1].take() == [[0x04, 0x13, 5, 1, UInt8(handles.peripheral), 0, 1, 0]])
    #expect(bench.hosts[0].take() == [])
    bench.air.adapters[1].fromHost(
      AirBench.acl(handles.peripheral, boundary: 1, Array(frame[27...])))
    #expect(
      bench.hosts[0].take() == [
        AirBench.acl(handles.central, boundary: 2, Array(frame[..<27])),
        AirBench.acl(handles.central, boundary: 1, Array(frame[27...])),
      ])
  }

  @Test func attributePDUsAreRecordedWithTheirDirection() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.send(0, handles.central, [0x12, 0x11, 0, 0xF0])
    bench.send(1, handles.peripheral, [0x13])
    #expect(
      bench.seen("att") == [
        "att hci0 direction=toPeripheral opcode=18", "att hci1 direction=toCentral opcode=19",
      ])
    #expect(
      bench.records.records.filter { $0.kind == "att" }.map(\.bytes) == [
        [0x12, 0x11, 0, 0xF0], [0x13],
      ])
  }

  @Test func otherChannelsAreCarriedUnrecorded() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    let signalling: [UInt8] = [2, 0, 5, 0, 0x12, 0x01]
    bench.air.adapters[0].fromHost(AirBench.acl(handles.central, boundary: 0, signalling))
    #expect(bench.hosts[1].take() == [AirBench.acl(handles.peripheral, boundary: 2, signalling)])
    #expect(bench.seen("att") == [])
  }

  @Test func dataOnNoLinkGivesItsCreditBack() {
    let bench = AirBench()
    bench.send(0, 0x99, [0x0A, 1, 0])
    #expect(bench.hosts[0].take() == [[0x04, 0x13, 5, 1, 0x99, 0, 1, 0]])
  }

  @Test func whatIsSentOutOfRangeArrivesIfTheLinkLasts() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.air.adapters[1].isInRange = false
    bench.send(0, handles.central, [0x0A, 1, 0])
    #expect(bench.hosts[0].take().count == 1)
    bench.scheduler.advance(by: .milliseconds(419))
    #expect(bench.hosts[1].take() == [])
    bench.air.adapters[1].isInRange = true
    #expect(bench.attributes(1) == [[0x0A, 1, 0]])
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.seen("disconnected") == [])
  }

  @Test func clientSupportedFeaturesLoseMergedNotifications() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.send(0, handles.central, [0x12, 8, 0, 5])
    bench.discover(0, 1, handles)
    bench.send(0, handles.central, [0x12, 8, 0, 5])
    bench.send(0, handles.central, [0x12, 0x11, 0, 5])
    #expect(bench.attributes(1) == [[0x12, 8, 0, 1], [0x12, 0x11, 0, 5]])
  }
}
