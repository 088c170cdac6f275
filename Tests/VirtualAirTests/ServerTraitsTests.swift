// What a peripheral's server does that its host's cannot: on the wire, and what each host gets.

import AirTestSupport
import Testing

@testable import VirtualAir

@Suite struct ServerTraitsTests {
  /// A link whose peripheral has these traits, and the handles of its ends.
  private func link(
    _ change: (inout ServerTraits) -> Void
  ) -> (bench: AirBench, central: UInt16, peripheral: UInt16) {
    let bench = AirBench()
    var traits = ServerTraits()
    change(&traits)
    bench.air.adapters[1].serverTraits = traits
    let handles = bench.connect(0, 1)
    return (bench, handles.central, handles.peripheral)
  }

  private func onTheAir(_ bench: AirBench) -> [[UInt8]] {
    bench.records.records.filter { $0.kind == "att" }.map(\.bytes)
  }

  @Test(arguments: [0x12, 0x52, 0x16] as [UInt8])
  func aWriteToAnAliasGoesToTheAttributeItself(code: UInt8) {
    let (bench, central, _) = link { $0.writeAliases = [0x0012: 0x0114] }
    bench.send(0, central, [code, 0x12, 0, 0x62])
    bench.send(0, central, [code, 0x13, 0, 0x62])
    #expect(bench.attributes(1) == [[code, 0x14, 1, 0x62], [code, 0x13, 0, 0x62]])
    #expect(onTheAir(bench).first == [code, 0x12, 0, 0x62])
  }

  @Test func readsAndDiscoveriesKnowNoAlias() {
    let (bench, central, _) = link { $0.writeAliases = [0x12: 0x14] }
    bench.send(0, central, [0x0A, 0x12, 0])
    bench.send(0, central, [0x10, 0x12, 0, 0xFF, 0xFF, 0, 0x28])
    #expect(bench.attributes(1) == [[0x0A, 0x12, 0], [0x10, 0x12, 0, 0xFF, 0xFF, 0, 0x28]])
  }

  @Test func anErrorNamesTheHandleThatTheCentralWroteTo() {
    let (bench, central, peripheral) = link { $0.writeAliases = [0x12: 0x14] }
    bench.send(0, central, [0x12, 0x12, 0, 1])
    bench.send(1, peripheral, [0x01, 0x12, 0x14, 0, 0x0D])
    bench.send(0, central, [0x12, 0x14, 0, 1])
    bench.send(1, peripheral, [0x01, 0x12, 0x14, 0, 0x0D])
    let errors: [[UInt8]] = [[0x01, 0x12, 0x12, 0, 0x0D], [0x01, 0x12, 0x14, 0, 0x0D]]
    #expect(bench.attributes(0) == errors)
    #expect(onTheAir(bench).filter { $0[0] == 1 } == errors)
  }

  @Test func aFaultsErrorNamesThatHandleToo() {
    let (bench, central, peripheral) = link { $0.writeAliases = [0x12: 0x11] }
    bench.discover(0, 1, (central, peripheral))
    bench.air.install(
      AirRule(
        id: "f", verb: "gatt.error",
        action: .refuse(ATTSelector(.write, characteristic: .init(0xFFF1)), error: 0x0E)))
    bench.send(0, central, [0x12, 0x12, 0, 1])
    #expect(bench.attributes(0) == [[0x01, 0x12, 0x12, 0, 0x0E]])
  }

  @Test func ignoredWriteCommandsGiveTheirCreditBackAndAreSeenOnTheAir() {
    let (bench, central, _) = link { $0.ignoresWriteCommands = true }
    _ = bench.hosts[0].take()
    bench.send(0, central, [0x52, 0x14, 0, 1])
    bench.send(0, central, [0x12, 0x14, 0, 1])
    #expect(bench.attributes(1) == [[0x12, 0x14, 0, 1]])
    #expect(bench.hosts[0].take().map { $0[1] } == [0x13, 0x13])
    #expect(onTheAir(bench) == [[0x52, 0x14, 0, 1], [0x12, 0x14, 0, 1]])
  }

  @Test func refusedWriteRequestsAreAnsweredAndOthersPass() {
    let (bench, central, _) = link { $0.refusesWriteRequests = [0x17] }
    bench.send(0, central, [0x12, 0x17, 0, 1])
    bench.send(0, central, [0x16, 0x17, 0, 0, 0, 1])
    bench.send(0, central, [0x52, 0x17, 0, 1])
    bench.send(0, central, [0x12, 0x15, 0, 1, 0])
    #expect(bench.attributes(1) == [[0x52, 0x17, 0, 1], [0x12, 0x15, 0, 1, 0]])
    let refusals: [[UInt8]] = [[0x01, 0x12, 0x17, 0, 0x03], [0x01, 0x16, 0x17, 0, 0x03]]
    #expect(bench.attributes(0) == refusals)
    #expect(onTheAir(bench).filter { $0[0] == 1 } == refusals)
  }

  @Test func anUnaskedSubscriptionIsTheHostsAlone() {
    let bench = AirBench()
    bench.air.adapters[1].serverTraits.notifiesUnaskedBy = 0x18
    bench.advertise(1)
    bench.createConnection(0, to: 1)
    bench.scheduler.advance(by: .milliseconds(64))
    #expect(bench.attributes(1) == [])
    bench.scheduler.advance(by: .milliseconds(1))
    let told = bench.hosts[1].take()
    #expect(told.map { Array($0.dropFirst(9)) } == [[0x52, 0x18, 0, 1, 0]])
    #expect(bench.attributes(0) == [])
    #expect(onTheAir(bench) == [])
  }

  @Test func aLinkThatEndedAtOnceIsNotWrittenTo() {
    let bench = AirBench()
    bench.air.adapters[1].serverTraits.notifiesUnaskedBy = 0x18
    let handles = bench.connect(0, 1)
    bench.command(0, 0x0406, [UInt8(handles.central), 0, 0x13])
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.attributes(1) == [])
  }

  @Test func theMTUIsTheSmallestOfAllThree() {
    let (bench, central, peripheral) = link { $0.largestMTUBytes = 253 }
    bench.send(0, central, [0x02, 0x05, 0x02])
    bench.send(1, peripheral, [0x03, 0x05, 0x02])
    bench.send(1, peripheral, [0x02, 0x05, 0x02])
    bench.send(0, central, [0x03, 0x64, 0])
    #expect(bench.attributes(1) == [[0x02, 0xFD, 0], [0x03, 0x64, 0]])
    #expect(bench.attributes(0) == [[0x03, 0xFD, 0], [0x02, 0xFD, 0]])
  }

  /// A link whose peripheral has asked for an MTU of 247.
  private func asked() -> (bench: AirBench, central: UInt16, peripheral: UInt16) {
    let link = link { $0.asksForMTUBytes = 247 }
    link.bench.scheduler.advance(by: .milliseconds(60))
    return link
  }

  @Test func anMTUThatThePeripheralAsksForIsAgreedWithItsHostToo() {
    let (bench, central, peripheral) = asked()
    #expect(bench.attributes(0) == [[0x02, 0xF7, 0]])
    bench.send(0, central, [0x03, 0x64, 0])
    #expect(bench.attributes(1) == [[0x02, 0x64, 0]])
    bench.send(1, peripheral, [0x03, 0x05, 2])
    #expect(bench.attributes(0) == [])
    #expect(onTheAir(bench) == [[0x02, 0xF7, 0], [0x03, 0x64, 0]])
    bench.scheduler.advance(by: .seconds(60))
    #expect(bench.seen("disconnected") == [])
  }

  @Test func aCentralThatAsksMeanwhileGetsItsOwnAnswer() {
    let (bench, central, peripheral) = asked()
    bench.send(0, central, [0x02, 0x40, 0])
    bench.send(0, central, [0x03, 0x64, 0])
    #expect(bench.attributes(1) == [[0x02, 0x40, 0], [0x02, 0x64, 0]])
    _ = bench.attributes(0)
    bench.send(1, peripheral, [0x03, 0x05, 2])
    bench.send(1, peripheral, [0x03, 0x06, 2])
    #expect(bench.attributes(0) == [[0x03, 0x05, 2]])
  }

  @Test func aCentralMayRefuseToExchangeAnMTU() {
    let (bench, central, _) = asked()
    bench.send(0, central, [0x01, 0x02, 0, 0, 0x06])
    bench.scheduler.advance(by: .seconds(60))
    #expect(bench.attributes(1) == [])
    #expect(bench.seen("disconnected") == [])
  }

  @Test func aCentralThatDoesNotAnswerIsLeftAfterThirtySeconds() {
    let (bench, central, _) = asked()
    bench.send(0, central, [0x0A, 0x03, 0])
    bench.scheduler.advance(by: .milliseconds(29_995))
    #expect(bench.seen("disconnected") == [])
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(
      bench.seen("disconnected") == ["disconnected hci0 reason=19", "disconnected hci1 reason=22"])
  }

  @Test func aLinkThatEndsTakesTheQuestionWithIt() {
    let (bench, central, _) = asked()
    bench.command(0, 0x0406, [UInt8(central), 0, 0x13])
    bench.scheduler.advance(by: .seconds(60))
    #expect(bench.seen("disconnected").count == 2)
  }

  @Test func traitsAreThePeripheralsNotTheCentrals() {
    let bench = AirBench()
    bench.air.adapters[0].serverTraits.ignoresWriteCommands = true
    bench.air.adapters[0].serverTraits.notifiesUnaskedBy = 0x18
    let handles = bench.connect(0, 1)
    bench.send(0, handles.central, [0x52, 0x14, 0, 1])
    #expect(bench.attributes(1).last == [0x52, 0x14, 0, 1])
  }
}
