// The GATT faults that came after noAnswer and error: what each lets through and what not.

import AirTestSupport
import Faults
import Testing

@Suite struct AnswerFaultTests {
  @Test func anAnswerComesSoMuchLaterAndNotificationsOvertakeIt() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    let fault = try test.lay(
      .gatt, "delay", ["by": .duration(.seconds(4)), "to": .text("any"), "times": .integer(1)])
    bench.send(0, handles.central, [0x0A, 0x11, 0])
    #expect(bench.attributes(1) == [[0x0A, 0x11, 0]])
    bench.send(1, handles.peripheral, [0x0B, 9])
    bench.send(1, handles.peripheral, [0x1B, 0x11, 0, 1])
    #expect(bench.attributes(0) == [[0x1B, 0x11, 0, 1]])
    bench.scheduler.advance(by: .milliseconds(3999))
    #expect(bench.attributes(0) == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(bench.attributes(0) == [[0x0B, 9]])
    #expect(fault.firings == 1)
    #expect(test.fired == [[0x0B, 9]])
  }

  @Test func aMuteMeterAnswersAndDoesNotNotify() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    let fault = try test.lay(.gatt, "mute")
    for pdu in [[0x1B, 0x11, 0, 1], [0x1D, 0x11, 0, 2], [0x0B, 3], [0x1D, 8, 0, 4]] as [[UInt8]] {
      bench.send(1, handles.peripheral, pdu)
    }
    // 0x0008 is of the service 1801, which hosts use for themselves.
    #expect(bench.attributes(0) == [[0x0B, 3], [0x1D, 8, 0, 4]])
    #expect(test.fired == [[0x1B, 0x11, 0, 1], [0x1D, 0x11, 0, 2]])
    fault.lift()
    bench.send(1, handles.peripheral, [0x1B, 0x11, 0, 5])
    #expect(bench.attributes(0) == [[0x1B, 0x11, 0, 5]])
  }

  @Test func writesOfOneTypeAreRefusedOrLostAndOfTheOtherTaken() throws {
    let command: [UInt8] = [0x52, 0x11, 0, 0xF0]
    let request: [UInt8] = [0x12, 0x11, 0, 0xF0]
    for (name, taken, answers) in [
      ("ignoreWriteCommand", request, []),
      ("refuseWriteType", command, [[0x01, 0x12, 0x11, 0, 3]]),
    ] as [(String, [UInt8], [[UInt8]])] {
      let test = FaultBench()
      let bench = test.bench
      let handles = bench.connect(0, 1)
      bench.discover(0, 1, handles)
      let fault = try test.lay(.gatt, name)
      bench.send(0, handles.central, command)
      bench.send(0, handles.central, request)
      #expect(bench.attributes(1) == [taken])
      #expect(bench.attributes(0).filter { $0.count > 2 && $0[0] == 1 } == answers)
      #expect(fault.firings == 1)
    }
  }

  @Test func handlesAreForgottenUntilServicesAreDiscovered() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    let fault = try test.lay(.gatt, "staleCache")
    bench.send(0, handles.central, [0x12, 0x12, 0, 1, 0])
    bench.send(0, handles.central, [0x52, 0x11, 0, 0xF0])
    bench.send(0, handles.central, [0x0A, 0x11, 0])
    #expect(bench.attributes(1) == [])
    #expect(
      bench.hosts[0].take().filter { $0[0] == 2 }.map { Array($0.dropFirst(9)) }
        == [[0x01, 0x12, 0x12, 0, 1], [0x01, 0x0A, 0x11, 0, 1]])
    #expect(fault.firings == 3)
    bench.send(0, handles.central, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
    bench.send(0, handles.central, [0x0A, 0x11, 0])
    #expect(bench.attributes(1).map { $0[0] } == [0x10, 0x0A])
    #expect(fault.firings == 3)
  }
}

@Suite struct DiscoveryFaultTests {
  /// A central asks, a peripheral answers; what the peripheral was asked then, and what the central
  /// got.
  private func ask(
    _ test: FaultBench, _ handles: (central: UInt16, peripheral: UInt16), _ request: [UInt8],
    _ answer: [UInt8]
  ) -> (asked: [[UInt8]], got: [[UInt8]]) {
    test.bench.send(0, handles.central, request)
    _ = test.bench.hosts[1].take()
    test.bench.send(1, handles.peripheral, answer)
    return (test.bench.attributes(1), test.bench.attributes(0))
  }

  private let services: [UInt8] = [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28]

  @Test func aServiceIsTakenOutOfTheList() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    let fault = try test.lay(.gatt, "missingService")
    let result = ask(
      test, handles, services, [0x11, 6, 1, 0, 5, 0, 0, 0x18, 6, 0, 9, 0, 0xF0, 0xFF])
    #expect(result.got == [[0x11, 6, 1, 0, 5, 0, 0, 0x18]])
    #expect(fault.firings == 1)
  }

  @Test func whereNothingIsLeftTheServerIsAskedForWhatComesBehind() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    _ = try test.lay(.gatt, "missingService")
    let first = ask(test, handles, services, [0x11, 6, 6, 0, 9, 0, 0xF0, 0xFF])
    #expect(first.got == [])
    #expect(first.asked == [[0x10, 10, 0, 0xFF, 0xFF, 0, 0x28]])
    test.bench.send(1, handles.peripheral, [0x01, 0x10, 10, 0, 0x0A])
    #expect(test.bench.attributes(0) == [[0x01, 0x10, 10, 0, 0x0A]])
  }

  @Test func theLastServiceOfAllEndsTheDiscovery() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    _ = try test.lay(.gatt, "missingService")
    let result = ask(test, handles, services, [0x11, 6, 6, 0, 0xFF, 0xFF, 0xF0, 0xFF])
    #expect(result.got == [[0x01, 0x10, 1, 0, 0x0A]])
    #expect(result.asked == [])
  }

  @Test func whoAsksForTheServiceByNameIsToldThatThereIsNone() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    let fault = try test.lay(.gatt, "missingService", ["service": .text("180D")])
    for (uuid, expected) in [(0xF0, [0x07, 6, 0, 9, 0]), (0x0D, [0x01, 0x06, 1, 0, 0x0A])]
      as [(UInt8, [UInt8])]
    {
      let high: UInt8 = uuid == 0xF0 ? 0xFF : 0x18
      let result = ask(
        test, handles, [0x06, 1, 0, 0xFF, 0xFF, 0, 0x28, uuid, high], [0x07, 6, 0, 9, 0])
      #expect(result.got == [expected])
    }
    #expect(fault.firings == 1)
  }

  @Test func aCharacteristicIsTakenOutWithItsDescriptorsAndNoOthers() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    _ = try test.lay(.gatt, "missingCharacteristic")
    let declared = ask(
      test, handles, [0x08, 6, 0, 20, 0, 0x03, 0x28],
      [
        0x09, 7, 7, 0, 0x12, 8, 0, 0xF1, 0xFF, 10, 0, 0x10, 11, 0, 0xF2, 0xFF,
      ])
    #expect(declared.got == [[0x09, 7, 10, 0, 0x10, 11, 0, 0xF2, 0xFF]])
    // 7 to 9 are FFF1's: declaration, value, configuration. 12 is FFF2's configuration.
    let described = ask(
      test, handles, [0x04, 7, 0, 20, 0],
      [0x05, 1, 8, 0, 0xF1, 0xFF, 9, 0, 0x02, 0x29, 12, 0, 0x02, 0x29])
    #expect(described.got == [[0x05, 1, 12, 0, 0x02, 0x29]])
  }

  @Test func theCharacteristicThatIsNamedIsTakenOut() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    _ = try test.lay(.gatt, "missingCharacteristic", ["characteristic": .text("FFF2")])
    let declared = ask(
      test, handles, [0x08, 6, 0, 20, 0, 0x03, 0x28],
      [0x09, 7, 7, 0, 0x12, 8, 0, 0xF1, 0xFF, 10, 0, 0x10, 11, 0, 0xF2, 0xFF])
    #expect(declared.got == [[0x09, 7, 7, 0, 0x12, 8, 0, 0xF1, 0xFF]])
  }

  @Test func propertiesAreDeclaredOtherwise() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    let fault = try test.lay(
      .gatt, "wrongProperties", ["properties": .integer(2), "characteristic": .text("FFF2")])
    let declared = ask(
      test, handles, [0x08, 6, 0, 20, 0, 0x03, 0x28],
      [0x09, 7, 7, 0, 0x12, 8, 0, 0xF1, 0xFF, 10, 0, 0x08, 11, 0, 0xF2, 0xFF])
    #expect(
      declared.got == [[0x09, 7, 7, 0, 0x12, 8, 0, 0xF1, 0xFF, 10, 0, 0x02, 11, 0, 0xF2, 0xFF]])
    #expect(fault.firings == 1)
  }
}

@Suite struct SpokenFaultTests {
  @Test func anUnsolicitedNotificationComesAtOnceAndAgain() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.discover(0, 1, handles)
    let fault = try test.lay(
      .gatt, "unsolicited",
      ["value": .bytes([7]), "every": .duration(.milliseconds(200)), "times": .integer(2)])
    #expect(bench.attributes(0) == [[0x1B, 0x11, 0, 7]])
    bench.scheduler.advance(by: .milliseconds(199))
    #expect(bench.attributes(0) == [])
    bench.scheduler.advance(by: .seconds(5))
    #expect(bench.attributes(0) == [[0x1B, 0x11, 0, 7]])
    #expect(fault.firings == 2)
  }

  @Test func beforeTheDiscoveryThereIsNoHandleToSpeakOf() throws {
    let test = FaultBench()
    _ = test.bench.connect(0, 1)
    let fault = try test.lay(.gatt, "unsolicited", ["value": .bytes([7])])
    #expect(test.bench.attributes(0) == [])
    #expect(fault.firings == 0)
  }

  @Test func serviceChangedIsIndicatedAndItsConfirmationKeptFromTheHost() throws {
    let test = FaultBench()
    let bench = test.bench
    let handles = bench.connect(0, 1)
    bench.send(0, handles.central, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28])
    bench.send(1, handles.peripheral, [0x09, 7, 2, 0, 0x20, 3, 0, 0x05, 0x2A])
    _ = bench.hosts[0].take()
    let fault = try test.lay(.gatt, "serviceChanged", ["first": .integer(0x10)])
    #expect(bench.attributes(0) == [[0x1D, 3, 0, 0x10, 0, 0xFF, 0xFF]])
    _ = bench.hosts[1].take()
    bench.send(0, handles.central, [0x1E])
    #expect(bench.attributes(1) == [])
    // The next one is for an indication of the host's own.
    bench.send(0, handles.central, [0x1E])
    #expect(bench.attributes(1) == [[0x1E]])
    #expect(fault.firings == 1)
  }
}

@Suite struct PacketFaultTests {
  private func run(_ values: [String: FaultValue]) throws -> (got: [[UInt8]], fired: [[UInt8]]) {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    _ = try test.lay(.gatt, "packet", values.merging(["from": .text("meter")]) { $1 })
    for byte in UInt8(1)...3 { test.bench.send(1, handles.peripheral, [0x1B, 0x11, 0, byte]) }
    test.bench.scheduler.advance(by: .seconds(1))
    return (test.bench.attributes(0), test.fired)
  }

  private func notification(_ byte: UInt8) -> [UInt8] { [0x1B, 0x11, 0, byte] }

  @Test func thePDUWithTheBytesAtThePlaceIsStruck() throws {
    let result = try run(["match": .bytes([2]), "offset": .integer(3)])
    #expect(result.got == [notification(1), notification(3)])
    #expect(result.fired == [notification(2)])
  }

  @Test func itComesLaterTwiceOrDifferent() throws {
    let second: [String: FaultValue] = ["skip": .integer(1), "times": .integer(1)]
    #expect(
      try run(second.merging(["do": .text("delay"), "by": .duration(.milliseconds(9))]) { $1 }).got
        == [1, 3, 2].map(notification))
    #expect(
      try run(second.merging(["do": .text("duplicate")]) { $1 }).got
        == [1, 2, 2, 3].map(notification))
    #expect(
      try run(second.merging(["do": .text("replace"), "with": .bytes([0x1B, 9, 0])]) { $1 }).got
        == [notification(1), [0x1B, 9, 0], notification(3)])
  }

  @Test func whatIsToldToReplaceOrToDelayHasToSayByWhat() {
    #expect(throws: FaultArgumentError.missing(parameter: "with")) {
      try run(["do": .text("replace")])
    }
    #expect(throws: FaultArgumentError.missing(parameter: "by")) {
      try run(["do": .text("delay")])
    }
  }
}
