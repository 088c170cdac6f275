// What the user wants a meter to be told: written among the requests, one write at a time.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct SendingTests {
  private let clear: [UInt8] = [0xF4]

  private func reading() throws -> Rig {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    try rig.answer()
    return rig
  }

  private func told(_ rig: Rig) -> [String] {
    rig.events.compactMap { event in
      switch event {
      case .sent(let bytes): "sent \(bytes.hex)"
      case .sendFailed(let bytes, let reason): "failed \(bytes.hex): \(reason)"
      default: nil
      }
    }
  }

  @Test func aCommandIsWrittenAtOnceAndToldOfWhenItIsAcknowledged() throws {
    let rig = try reading()
    rig.clock.advance(by: .milliseconds(100))
    try rig.manager.send(clear)
    #expect(rig.radio.times(of: .write(clear, Rig.commands)) == [100])
    #expect(told(rig) == [])
    rig.tell(.wrote(rig.device, nil))
    #expect(told(rig) == ["sent f4"])
    rig.clock.advance(by: .milliseconds(400))
    #expect(rig.requestTimes == [0, 500], "the requests go on as before")
  }

  @Test func nothingIsWrittenBeforeTheWriteBeforeItIsAcknowledged() throws {
    let rig = try reading()
    rig.clock.advance(by: .milliseconds(500))
    try rig.manager.send(clear)
    try rig.manager.send([0xA3])
    #expect(rig.radio.times(of: .write(clear, Rig.commands)) == [], "the request is not")
    rig.clock.advance(by: .milliseconds(10))
    rig.tell(.wrote(rig.device, nil))
    #expect(rig.radio.times(of: .write(clear, Rig.commands)) == [510])
    #expect(rig.radio.times(of: .write([0xA3], Rig.commands)) == [])
    rig.clock.advance(by: .milliseconds(10))
    rig.tell(.wrote(rig.device, nil))
    #expect(rig.radio.times(of: .write([0xA3], Rig.commands)) == [520])
  }

  @Test func aRequestThatIsDueWaitsForTheCommand() throws {
    let rig = try reading()
    rig.clock.advance(by: .milliseconds(490))
    try rig.manager.send(clear)
    rig.clock.advance(by: .milliseconds(20))
    #expect(rig.requestTimes == [0])
    rig.tell(.wrote(rig.device, nil))
    #expect(rig.requestTimes == [0, 510])
    try rig.answer(volts: 9)
    #expect(rig.measurements == [5.08, 9])
  }

  @Test func aRefusalIsToldAndCountsForNothing() throws {
    let rig = try reading()
    for _ in 0..<5 {
      try rig.manager.send(clear)
      rig.tell(.wrote(rig.device, CBATTError(.requestNotSupported)))
    }
    #expect(told(rig).count == 5)
    #expect(told(rig).allSatisfy { $0.hasPrefix("failed f4: ") })
    rig.clock.advance(by: .milliseconds(500))
    #expect(rig.requestTimes == [0, 500], "still connected, and asking on")
  }

  @Test func whatIsWrittenWithoutResponseIsSentAtOnce() throws {
    let rig = try Rig.factory(
      "TC66C", [("FFE0", [("FFE1", [.notify]), ("FFE2", [.writeWithoutResponse])])])
    let next = try #require(TC66Command.nextScreen.encoded(over: .bluetooth))
    try rig.manager.send(next)
    #expect(rig.radio.times(of: .command(next, CBUUID(string: "FFE2"))) == [0])
    #expect(told(rig) == ["sent 626e657874700d0a"])
  }

  @Test func nobodyIsToldAnythingBeforeThereIsAConversation() throws {
    let rig = Rig()
    #expect(throws: CentralCommandError.self) { try rig.manager.send(clear) }
    try rig.connect()
    #expect(throws: CentralCommandError.self) { try rig.manager.send(clear) }
    rig.discover()
    try rig.manager.send(clear)
    rig.drop()
    #expect(throws: CentralCommandError.self) { try rig.manager.send(clear) }
  }

  @Test func aMeterThatIsOnlyListenedToTakesNothing() throws {
    let rig = Rig()
    let service = CBUUID(string: "180D")
    rig.sight(name: "TC66-7F3A", services: [service])
    try rig.connect()
    rig.discover([("180D", [("2A37", [.notify])])])
    do throws(CentralCommandError) {
      try rig.manager.send(clear)
      Issue.record("it was sent")
    } catch { #expect("\(error)" == "the meter takes no commands") }
  }
}
