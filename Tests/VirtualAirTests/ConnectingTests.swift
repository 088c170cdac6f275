// How links are made and ended, packet by packet.

import AirTestSupport
import Testing

@testable import VirtualAir

@Suite struct ConnectingTests {
  private func connected(_ handle: UInt8, role: UInt8, peer: Int) -> [UInt8] {
    [0x04, 0x3E, 0x13, 0x01, 0, handle, 0, role, 0] + AirBench.address(peer)
      + [0x18, 0, 0, 0, 0x2A, 0, 0]
  }

  @Test func aConnectionIsMadeWithTheNextAdvertisement() {
    let bench = AirBench()
    bench.advertise(1)
    _ = bench.hosts[1].take()
    bench.createConnection(0, to: 1)
    #expect(bench.hosts[0].take() == [[0x04, 0x0F, 4, 0, 1, 0x0D, 0x20]])
    #expect(bench.controllers[0].commands == [])
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(bench.hosts[0].take() == [connected(0x40, role: 0, peer: 1)])
    #expect(bench.hosts[1].take() == [connected(0x40, role: 1, peer: 0)])
    #expect(
      bench.seen("connected", "attempt.start", "attempt.end") == [
        "attempt.start hci0 attempt=1 via=createConnection",
        "attempt.end hci0 attempt=1 ended_at_ns=5000000 outcome=connected status=0",
        "connected hci0 address=00:AA:01:00:00:01 peer=1",
        "connected hci1 address=00:AA:01:00:00:00 peer=0",
      ])
    #expect(bench.records.records.filter { $0.kind == "connected" }.map(\.connection) == [1, 1])
  }

  @Test func aPeerThatIsSilentOrOutOfRangeOrNotConnectableIsWaitedFor() {
    let bench = AirBench()
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .seconds(1))
    bench.advertise(1, type: 3)
    bench.scheduler.advance(by: .seconds(1))
    bench.air.adapters[1].isInRange = false
    bench.advertise(1)
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.seen("connected") == [])
    bench.air.adapters[1].isInRange = true
    bench.scheduler.advance(by: .milliseconds(100))
    #expect(bench.seen("connected").count == 2)
  }

  @Test func aCancelledConnectionNamesItsAddress() {
    let bench = AirBench()
    bench.createConnection(0, to: 1)
    _ = bench.hosts[0].take()
    bench.scheduler.advance(by: .seconds(3))
    bench.command(0, 0x200E)
    #expect(
      bench.hosts[0].take() == [
        [0x04, 0x0E, 4, 1, 0x0E, 0x20, 0],
        [0x04, 0x3E, 0x13, 0x01, 0x02, 0, 0, 0, 0] + AirBench.address(1) + [0, 0, 0, 0, 0, 0, 0],
      ])
    bench.advertise(1)
    bench.scheduler.advance(by: .seconds(1))
    #expect(
      bench.seen("connected", "attempt.end") == [
        "attempt.end hci0 attempt=1 ended_at_ns=3000000000 outcome=cancelled status=2"
      ])
  }

  @Test func cancellingNothingIsRefused() {
    let bench = AirBench()
    bench.command(0, 0x200E)
    #expect(bench.hosts[0].take() == [[0x04, 0x0E, 4, 1, 0x0E, 0x20, 0x0C]])
  }

  @Test func aSecondRequestIsRefusedWhileOneIsPending() {
    let bench = AirBench(adapters: 3)
    bench.createConnection(0, to: 1)
    _ = bench.hosts[0].take()
    bench.createConnection(0, to: 2)
    #expect(bench.hosts[0].take() == [[0x04, 0x0F, 4, 0x0C, 1, 0x0D, 0x20]])
    bench.advertise(1)
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(bench.seen("connected").count == 2)
  }

  @Test func whoHangsUpIsToldSoAndTheOtherWhy() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.command(1, 0x0406, [UInt8(handles.peripheral), 0, 0x15])
    #expect(
      bench.hosts[1].take() == [
        [0x04, 0x0F, 4, 0, 1, 0x06, 0x04], [0x04, 0x05, 4, 0, UInt8(handles.peripheral), 0, 0x16],
      ])
    #expect(bench.hosts[0].take() == [[0x04, 0x05, 4, 0, UInt8(handles.central), 0, 0x15]])
    #expect(
      bench.seen("disconnected") == [
        "disconnected hci0 reason=21", "disconnected hci1 reason=22",
      ])
  }

  @Test func aHandleIsNotGivenAgainAtOnce() {
    let bench = AirBench()
    let first = bench.connect(0, 1)
    bench.command(0, 0x0406, [UInt8(first.central), 0, 0x13])
    #expect(bench.connect(0, 1).central == first.central + 1)
    #expect(bench.records.records.last { $0.kind == "connected" }?.connection == 2)
  }

  @Test func aLinkIsLostWhenItsSupervisionTimeoutIsOver() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.air.adapters[1].isInRange = false
    bench.scheduler.advance(by: .milliseconds(419))
    #expect(bench.hosts[0].take() == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(bench.hosts[0].take() == [[0x04, 0x05, 4, 0, UInt8(handles.central), 0, 0x08]])
    #expect(bench.hosts[1].take() == [[0x04, 0x05, 4, 0, UInt8(handles.peripheral), 0, 0x08]])
  }

  @Test func aConnectionUpdateChangesTheSupervisionTimeout() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    let handle = [UInt8(handles.central), 0]
    bench.command(0, 0x2013, handle + [0x10, 0, 0x20, 0, 0, 0, 0xC8, 0, 0, 0, 0, 0])
    let update: [UInt8] = [0x10, 0, 0, 0, 0xC8, 0]
    #expect(
      bench.hosts[0].take() == [
        [0x04, 0x0F, 4, 0, 1, 0x13, 0x20], [0x04, 0x3E, 0x0A, 3, 0] + handle + update,
      ])
    #expect(
      bench.hosts[1].take() == [
        [0x04, 0x3E, 0x0A, 3, 0, UInt8(handles.peripheral), 0] + update
      ])
    bench.air.adapters[0].isInRange = false
    bench.scheduler.advance(by: .milliseconds(1999))
    #expect(bench.seen("disconnected") == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(bench.seen("disconnected").count == 2)
  }

  @Test func aHostThatHangsUpUnheardIsToldSoAtTheTimeout() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    bench.air.adapters[1].isInRange = false
    bench.command(0, 0x0406, [UInt8(handles.central), 0, 0x13])
    #expect(bench.seen("disconnected") == [])
    bench.scheduler.advance(by: .milliseconds(420))
    #expect(
      bench.seen("disconnected") == ["disconnected hci0 reason=22", "disconnected hci1 reason=8"])
  }

  @Test func aResetIsFoundOutByTheTimeout() {
    let bench = AirBench()
    _ = bench.connect(0, 1)
    bench.command(0, 0x0C03)
    #expect(bench.hosts[0].take() == [[0x04, 0x0E, 4, 1, 0x03, 0x0C, 0]])
    bench.scheduler.advance(by: .milliseconds(420))
    #expect(bench.hosts[0].take() == [])
    #expect(
      bench.seen("disconnected") == ["disconnected hci0 reason=22", "disconnected hci1 reason=8"])
  }

  @Test func commandsOnALinkAreAnsweredHere() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    let handle = [UInt8(handles.central), 0]
    bench.controllers[0].commands = []
    bench.air.adapters[1].appearance.rssi = -77
    bench.command(0, 0x041D, handle)
    bench.command(0, 0x1405, handle)
    bench.command(0, 0x0C2D, handle + [1])
    #expect(
      bench.hosts[0].take() == [
        [0x04, 0x0F, 4, 0, 1, 0x1D, 0x04], [0x04, 0x0C, 8, 0] + handle + [9, 0xF1, 5, 0, 0],
        [0x04, 0x0E, 7, 1, 0x05, 0x14, 0] + handle + [0xB3],
        [0x04, 0x0E, 7, 1, 0x2D, 0x0C, 0] + handle + [4],
      ])
    #expect(bench.controllers[0].commands == [])
  }

  @Test func thePeersFeaturesComeAfterAnInterval() {
    let bench = AirBench()
    let handle = [UInt8(bench.connect(0, 1).central), 0]
    bench.command(0, 0x2016, handle)
    #expect(bench.hosts[0].take() == [[0x04, 0x0F, 4, 0, 1, 0x16, 0x20]])
    bench.scheduler.advance(by: .microseconds(29_999))
    #expect(bench.hosts[0].take() == [])
    bench.scheduler.advance(by: .microseconds(1))
    #expect(
      bench.hosts[0].take() == [[0x04, 0x3E, 0x0C, 4, 0] + handle + [1, 0, 0, 0, 0, 0, 0, 0]])
  }

  @Test func aLinkIsEncryptedWithThePeripheralsConsent() {
    let bench = AirBench()
    let handles = bench.connect(0, 1)
    let (central, peripheral) = ([UInt8(handles.central), 0], [UInt8(handles.peripheral), 0])
    let random: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    let key = [UInt8](repeating: 7, count: 16)
    bench.command(0, 0x2019, central + random + key)
    #expect(bench.hosts[1].take() == [[0x04, 0x3E, 0x0D, 5] + peripheral + random])
    bench.command(1, 0x201B, peripheral)
    #expect(bench.hosts[0].take().last == [0x04, 0x08, 4, 6] + central + [0])
    bench.command(1, 0x201A, peripheral + key)
    #expect(bench.hosts[0].take() == [[0x04, 0x08, 4, 0] + central + [1]])
    #expect(bench.hosts[1].take().last == [0x04, 0x08, 4, 0] + peripheral + [1])
    bench.command(1, 0x201A, peripheral + key)
    #expect(bench.hosts[0].take() == [[0x04, 0x30, 3, 0] + central])
  }

  @Test func whatConcernsNoLinkGoesToTheController() {
    let bench = AirBench()
    bench.command(0, 0x2016, [0x99, 0])
    bench.command(0, 0x0C01, [1, 2, 3])
    #expect(
      bench.controllers[0].commands == [
        [0x01, 0x16, 0x20, 2, 0x99, 0], [0x01, 0x01, 0x0C, 3, 1, 2, 3],
      ])
  }
}
