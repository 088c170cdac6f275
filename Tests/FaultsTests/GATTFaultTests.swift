// gatt.noAnswer and gatt.error.

import AirTestSupport
import Faults
import Testing
import VirtualAir

/// A request of each procedure, with the answer that a server may give.
private let conversations: [(name: String, request: [UInt8], answer: [UInt8])] = [
  ("mtuExchange", [0x02, 0x05, 0x02], [0x03, 0x05, 0x02]),
  ("serviceDiscovery", [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28], [0x11, 6, 1, 0, 5, 0, 0xF0, 0xFF]),
  (
    "characteristicDiscovery", [0x08, 0x20, 0, 0xFF, 0xFF, 0x03, 0x28],
    [0x01, 0x08, 0x20, 0, 0x0A]
  ),
  ("descriptorDiscovery", [0x04, 0x20, 0, 0x21, 0], [0x01, 0x04, 0x20, 0, 0x0A]),
  ("read", [0x0A, 0x11, 0], [0x0B, 1, 2]),
  ("write", [0x12, 0x11, 0, 0xF0], [0x13]),
  ("subscribe", [0x12, 0x12, 0, 1, 0], [0x13]),
]

@Suite struct NoAnswerTests {
  @Test(arguments: conversations.map(\.name))
  func onlyTheAnswerOfThatProcedureIsLost(procedure: String) throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    let fault = try test.lay(.gatt, "noAnswer", ["to": .text(procedure)])
    for (name, request, answer) in conversations {
      bench.send(0, handles.central, request)
      #expect(bench.attributes(1) == [request])
      bench.send(1, handles.peripheral, answer)
      #expect(bench.attributes(0) == (name == procedure ? [] : [answer]))
      if name == procedure { #expect(test.fired == [answer]) }
    }
    #expect(fault.firings == 1)
    #expect(bench.seen("att").count == 2 * conversations.count + 4)
  }

  @Test func notificationsPassWhileAnAnswerIsAwaited() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.gatt, "noAnswer")
    bench.send(0, handles.central, [0x0A, 0x11, 0])
    bench.send(1, handles.peripheral, [0x1B, 0x11, 0, 1])
    #expect(bench.attributes(0) == [[0x1B, 0x11, 0, 1]])
    bench.send(1, handles.peripheral, [0x01, 0x0A, 0x11, 0, 0x0E])
    #expect(bench.attributes(0) == [])
    #expect(fault.firings == 1)
  }

  @Test func itHappensAsOftenAsItWasTold() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.gatt, "noAnswer", ["times": .integer(1)])
    for _ in 0..<2 {
      bench.send(0, handles.central, [0x0A, 0x11, 0])
      bench.send(1, handles.peripheral, [0x0B, 1])
    }
    #expect(bench.attributes(0).filter { $0 == [0x0B, 1] }.count == 1)
    #expect(fault.firings == 1)
  }

  @Test func aRequestWhoseLinkEndsFirstWasNoOccasion() throws {
    let test = FaultBench()
    let bench = test.bench
    let fault = try test.lay(.gatt, "noAnswer", ["times": .integer(1)])
    let first = bench.connect(0, 1)
    bench.send(0, first.central, [0x0A, 0x11, 0])
    bench.command(0, 0x0406, [UInt8(first.central), 0, 0x13])
    let second = bench.connect(0, 1)
    bench.send(0, second.central, [0x0A, 0x11, 0])
    bench.send(1, second.peripheral, [0x0B, 1])
    #expect(bench.attributes(0) == [])
    #expect(fault.firings == 1)
  }

  @Test func anAnswerAfterTheFaultWasLiftedArrives() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(.gatt, "noAnswer")
    bench.send(0, handles.central, [0x0A, 0x11, 0])
    fault.lift()
    bench.send(1, handles.peripheral, [0x0B, 1])
    #expect(bench.attributes(0) == [[0x0B, 1]])
    #expect(fault.firings == 0)
  }
}

@Suite struct ErrorAnswerTests {
  @Test func theRequestIsRefusedInTheMetersStead() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    let fault = try test.lay(
      .gatt, "error", ["code": .integer(0x0E), "to": .text("write"), "times": .integer(1)])
    bench.send(0, handles.central, [0x12, 0x11, 0, 0xF0])
    #expect(bench.attributes(1) == [])
    #expect(
      bench.hosts[0].take() == [
        [0x04, 0x13, 5, 1, UInt8(handles.central), 0, 1, 0],
        AirBench.acl(
          handles.central, boundary: 2, AirBench.attribute([0x01, 0x12, 0x11, 0, 0x0E])),
      ])
    #expect(test.fired == [[0x12, 0x11, 0, 0xF0]])
    bench.send(0, handles.central, [0x12, 0x11, 0, 0xF0])
    #expect(bench.attributes(1) == [[0x12, 0x11, 0, 0xF0]])
    #expect(fault.firings == 1)
    #expect(bench.seen("att").suffix(2).first == "att hci1 direction=toCentral opcode=1")
  }

  @Test func whatHostsWriteForThemselvesIsLeftAloneUnlessNamed() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    let features: [UInt8] = [0x12, 8, 0, 1]
    _ = try test.lay(.gatt, "error", ["code": .integer(0x80), "to": .text("write")])
    bench.send(0, handles.central, features)
    #expect(bench.attributes(1) == [features])
    _ = try test.lay(
      .gatt, "error",
      ["code": .integer(0x80), "to": .text("write"), "characteristic": .text("2B29")])
    bench.send(0, handles.central, features)
    #expect(bench.attributes(1) == [])
  }

  @Test func aConfigurationThatWasNotDiscoveredIsOneBehindAValueThatNotifies() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.send(0, handles.central, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28])
    bench.send(
      1, handles.peripheral,
      [0x09, 7, 0x10, 0, 0x12, 0x11, 0, 0xF1, 0xFF, 0x13, 0, 0x08, 0x14, 0, 0xF2, 0xFF])
    _ = bench.hosts[1].take()
    _ = try test.lay(.gatt, "error", ["code": .integer(0x80), "to": .text("subscribe")])
    bench.send(0, handles.central, [0x12, 0x11, 0, 1, 0])
    bench.send(0, handles.central, [0x12, 0x15, 0, 1, 0])
    #expect(bench.attributes(1).count == 2)
    bench.send(0, handles.central, [0x12, 0x12, 0, 1, 0])
    #expect(bench.attributes(1) == [])
  }

  @Test func aSubscriptionIsOneToItsCharacteristic() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    for other in ["FFF2", "FFF1"] {
      _ = try test.lay(
        .gatt, "error",
        ["code": .integer(0x80), "to": .text("subscribe"), "characteristic": .text(other)])
    }
    bench.send(0, handles.central, [0x12, 0x12, 0, 0, 0])
    #expect(bench.attributes(1) == [[0x12, 0x12, 0, 0, 0]])
    bench.send(0, handles.central, [0x12, 0x12, 0, 1, 0])
    #expect(bench.attributes(1) == [])
    #expect(test.fired == [[0x12, 0x12, 0, 1, 0]])
  }
}
