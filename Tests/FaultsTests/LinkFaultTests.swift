// link.outOfRange, link.disconnect, link.connectFailure.

import AirTestSupport
import Faults
import Testing
import VirtualAir

@Suite struct OutOfRangeTests {
  @Test func theLinkEndsByItsTimeoutAtBothEnds() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.link, "outOfRange")
    #expect(fault.firings == 0)
    bench.send(1, handles.peripheral, [0x1B, 0x11, 0, 1])
    #expect(fault.firings == 1)
    bench.scheduler.advance(by: .milliseconds(420))
    let event: [UInt8] = [0x04, 0x05, 4, 0, UInt8(handles.central), 0, 0x08]
    #expect(bench.hosts[0].take() == [event])
    #expect(
      bench.seen("disconnected") == ["disconnected hci0 reason=8", "disconnected hci1 reason=8"])
    #expect(test.fired == [[4, 0, 4, 0, 0x1B, 0x11, 0, 1], event])
    #expect(
      bench.seen("fault.fired").last == "fault.fired hci0 fault=fault-1 verb=link.outOfRange")
  }

  @Test func theMeterIsNotHeardUntilTheFaultIsLifted() throws {
    let test = FaultBench()
    let bench = test.bench
    let fault = try test.lay(.link, "outOfRange")
    bench.advertise(1)
    bench.scan(0, active: false)
    _ = bench.hosts[0].take()
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.hosts[0].take() == [])
    #expect(fault.firings == 1)
    bench.stopScan(0)
    bench.scan(0, active: false)
    bench.scheduler.advance(by: .seconds(1))
    #expect(fault.firings == 2)
    _ = bench.hosts[0].take()
    fault.lift()
    bench.scheduler.advance(by: .milliseconds(100))
    #expect(bench.hosts[0].take() == [test.fired[0]])
  }

  @Test func whoConnectsWaitsAndIsConnectedWhenTheFaultIsLifted() throws {
    let test = FaultBench()
    let bench = test.bench
    let fault = try test.lay(.link, "outOfRange")
    bench.advertise(1)
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .seconds(3))
    #expect(bench.seen("connected") == [])
    #expect(fault.firings == 1)
    fault.lift()
    bench.scheduler.advance(by: .milliseconds(100))
    #expect(bench.seen("connected").count == 2)
  }

  @Test func aLinkThatIsFoundAgainInTimeLosesNothing() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.link, "outOfRange")
    bench.send(0, handles.central, [0x0A, 1, 0])
    bench.scheduler.advance(by: .milliseconds(419))
    #expect(bench.attributes(1) == [])
    fault.lift()
    #expect(bench.attributes(1) == [[0x0A, 1, 0]])
    bench.scheduler.advance(by: .seconds(9))
    #expect(bench.seen("disconnected") == [])
  }

  @Test func othersAreNotConcerned() throws {
    let test = FaultBench()
    let bench = test.bench
    _ = bench.connect(0, 2)
    let fault = try test.lay(.link, "outOfRange")
    bench.scheduler.advance(by: .seconds(9))
    #expect(bench.seen("disconnected") == [])
    #expect(fault.firings == 0)
  }
}

@Suite struct DisconnectTests {
  @Test(arguments: [[0x13, 0x16], [0x15, 0x16], [0x08, 0x08], [0x16, 0x13], [0x3D, 0x3D]])
  func bothEndsAreToldTheirReason(reasons: [Int]) throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.link, "disconnect", ["reason": .integer(reasons[0])])
    #expect(
      bench.seen("disconnected") == [
        "disconnected hci0 reason=\(reasons[0])", "disconnected hci1 reason=\(reasons[1])",
      ])
    #expect(test.fired == [[0x04, 0x05, 4, 0, UInt8(handles.central), 0, UInt8(reasons[0])]])
    #expect(bench.hosts[0].take() == test.fired)
    #expect(fault.firings == 1)
  }

  @Test func theUserOfTheOtherSideIsTheDefault() throws {
    let test = FaultBench()
    _ = test.bench.connect(0, 1)
    _ = try test.lay(.link, "disconnect")
    #expect(test.bench.seen("disconnected").first == "disconnected hci0 reason=19")
  }

  @Test func withoutALinkItDidNotFire() throws {
    let test = FaultBench()
    _ = test.bench.connect(0, 2)
    let fault = try test.lay(.link, "disconnect")
    #expect(fault.firings == 0)
    #expect(test.bench.seen("disconnected") == [])
  }
}

@Suite struct ConnectFailureTests {
  @Test func aLinkThatIsNotEstablishedEndsAfterSixIntervals() throws {
    let test = FaultBench()
    let bench = test.bench
    let fault = try test.lay(.link, "connectFailure", ["times": .integer(1)])
    let handles = bench.connect(0, 1)
    bench.send(0, handles.central, [0x02, 0x17, 0])
    #expect(bench.attributes(1) == [])
    #expect(bench.hosts[0].take() == [[0x04, 0x13, 5, 1, UInt8(handles.central), 0, 1, 0]])
    #expect(fault.firings == 0)
    bench.scheduler.advance(by: .milliseconds(179))
    #expect(bench.seen("disconnected") == [])
    bench.scheduler.advance(by: .milliseconds(1))
    let event: [UInt8] = [0x04, 0x05, 4, 0, UInt8(handles.central), 0, 0x3E]
    #expect(bench.hosts[0].take() == [event])
    #expect(test.fired == [event])
    #expect(
      bench.seen("disconnected", "attempt.end") == [
        "disconnected hci0 reason=62",
        "attempt.end hci0 attempt=1 ended_at_ns=185000000 outcome=failed status=62",
        "disconnected hci1 reason=62",
      ])
    _ = bench.connect(0, 1)
    bench.scheduler.advance(by: .seconds(9))
    #expect(bench.seen("disconnected").count == 2)
    #expect(fault.firings == 1)
  }

  @Test func anyOtherStatusRefusesTheCommand() throws {
    let test = FaultBench()
    let bench = test.bench
    let fault = try test.lay(.link, "connectFailure", ["status": .integer(0x07)])
    bench.advertise(1)
    bench.createConnection(0, to: 1)
    #expect(bench.hosts[0].take() == [[0x04, 0x0F, 4, 0x07, 1, 0x0D, 0x20]])
    bench.scheduler.advance(by: .seconds(1))
    #expect(
      bench.seen("connected", "attempt.end") == [
        "attempt.end hci0 attempt=1 ended_at_ns=0 outcome=failed status=7"
      ])
    #expect(test.fired.first?.starts(with: [0x01, 0x0D, 0x20, 25]) == true)
    bench.createConnection(0, to: 1)
    #expect(fault.firings == 2)
    fault.lift()
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(bench.seen("connected").count == 2)
  }

  @Test func connectionsToOthersAreMade() throws {
    let test = FaultBench()
    let fault = try test.lay(.link, "connectFailure", ["status": .integer(0x07)])
    _ = test.bench.connect(0, 2)
    #expect(test.bench.seen("connected").count == 2)
    #expect(fault.firings == 0)
  }
}
