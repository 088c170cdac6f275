// link.latency, jitter, loss, mtu, supervisionTimeout and connectionParameters.

import AirTestSupport
import Faults
import Testing
import VirtualAir

@Suite struct SlowLinkFaultTests {
  @Test func everythingArrivesSoMuchLaterInBothDirections() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.link, "latency", ["by": .duration(.milliseconds(300))])
    bench.send(0, handles.central, [0x0A, 1, 0])
    bench.scheduler.advance(by: .milliseconds(299))
    #expect(bench.attributes(1) == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(bench.attributes(1) == [[0x0A, 1, 0]])
    bench.send(1, handles.peripheral, [0x0B, 1])
    bench.scheduler.advance(by: .milliseconds(300))
    #expect(bench.attributes(0) == [[0x0B, 1]])
    #expect(fault.firings == 2)
  }

  @Test func whatIsOnItsWayWhenTheFaultIsLiftedStaysInFront() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.link, "latency", ["by": .duration(.milliseconds(300))])
    bench.send(1, handles.peripheral, [0x1B, 1, 0, 1])
    fault.lift()
    bench.send(1, handles.peripheral, [0x1B, 1, 0, 2])
    #expect(bench.attributes(0) == [])
    bench.scheduler.advance(by: .milliseconds(300))
    #expect(bench.attributes(0) == [[0x1B, 1, 0, 1], [0x1B, 1, 0, 2]])
  }

  @Test(arguments: ["jitter", "loss"])
  func theOrderIsKeptAndTheTimesFollowFromTheSeed(name: String) throws {
    func arrivals(_ seed: Int) throws -> [Int] {
      let test = FaultBench()
      let bench = test.bench
      let handles = bench.connect(0, 1)
      _ = try test.lay(
        .link, name,
        name == "jitter"
          ? ["upTo": .duration(.milliseconds(200)), "seed": .integer(seed)]
          : ["percent": .integer(50), "seed": .integer(seed)])
      for byte in UInt8(0)..<20 { bench.send(1, handles.peripheral, [0x1B, 1, 0, byte]) }
      var order: [UInt8] = []
      var times: [Int] = []
      for time in 0...2000 {
        let got = bench.attributes(0).map { $0[3] }
        order += got
        times += got.map { _ in time }
        bench.scheduler.advance(by: .milliseconds(1))
      }
      #expect(order == Array(0..<20))
      return times
    }
    let times = try arrivals(7)
    #expect(Set(times).count > 1)
    #expect(try arrivals(7) == times)
    #expect(try arrivals(8) != times)
    // 30 ms is the interval; a jitter ends with its longest.
    if name == "loss" { #expect(times.allSatisfy { $0 % 30 == 0 }) }
    if name == "jitter" { #expect((times.last ?? 0) <= 200) }
  }

  @Test func aLinkThatMissesTooMuchIsLost() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    _ = try test.lay(.link, "loss", ["percent": .integer(99)])
    bench.send(1, handles.peripheral, [0x1B, 1, 0, 1])
    bench.scheduler.advance(by: .milliseconds(419))
    #expect(bench.seen("disconnected") == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(
      bench.seen("disconnected") == ["disconnected hci0 reason=8", "disconnected hci1 reason=8"])
    bench.scheduler.advance(by: .seconds(60))
    #expect(bench.attributes(0) == [])
  }

  @Test func noLargerMTUIsAgreedOn() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.link, "mtu", ["bytes": .integer(50)])
    bench.send(0, handles.central, [0x02, 0x05, 0x02])
    #expect(bench.attributes(1) == [[0x02, 50, 0]])
    bench.send(1, handles.peripheral, [0x03, 49, 0])
    #expect(bench.attributes(0) == [[0x03, 49, 0]])
    #expect(fault.firings == 1)
  }

  @Test func aLinkGetsItsParametersAtOnceAndTheNextWhenItIsMade() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(
      .link, "connectionParameters",
      ["interval": .duration(.milliseconds(500)), "latency": .integer(4)])
    // 400 steps of 1.25 ms; the timeout of 42 steps of 10 ms is as it was.
    let parameters: [UInt8] = [0x90, 1, 4, 0, 0x2A, 0]
    for (host, handle) in [(0, handles.central), (1, handles.peripheral)] {
      #expect(
        bench.hosts[host].take() == [[0x04, 0x3E, 10, 3, 0, UInt8(handle), 0] + parameters])
    }
    #expect(fault.firings == 1)
    bench.command(0, 0x0406, [UInt8(handles.central), 0, 0x13])
    _ = bench.hosts[0].take()
    bench.advertise(1)
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .milliseconds(5))
    let made = bench.hosts[0].take().filter { $0.starts(with: [0x04, 0x3E, 0x13]) }
    #expect(made.map { Array($0[15..<21]) } == [parameters])
    #expect(fault.firings == 2)
  }

  @Test func aLinkIsLostAfterAnotherTimeout() throws {
    let test = FaultBench()
    let bench = test.bench
    _ = bench.connect(0, 1)
    _ = try test.lay(.link, "supervisionTimeout", ["of": .duration(.seconds(6))])
    _ = try test.lay(.link, "outOfRange")
    bench.scheduler.advance(by: .milliseconds(5999))
    #expect(bench.seen("disconnected") == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(bench.seen("disconnected").count == 2)
  }
}
