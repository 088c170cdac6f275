// Expectations of HCI packets: by name or code, by their parameters, and on which adapter.

import Records
import Testing

@testable import Scenarios

@Suite struct HCIPatternTests {
  private func scenario(_ step: String) throws -> Scenario {
    let text = "scenario: HCI\nmeters: [{model: UM25C}]\ntimeline: [{\(step)}]\n"
    return try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
  }

  private func pattern(_ hci: String) throws -> RecordPattern {
    try #require(
      try scenario("expect: {hci: {\(hci)}}").timeline[0].action.expectation?.patterns.first)
  }

  private func command(
    _ opcode: Int, _ name: String?, _ bytes: [UInt8], adapter: Int = 0
  ) -> Record {
    var details: [String: Detail] = ["opcode": .integer(opcode)]
    if let name { details["name"] = .text(name) }
    return Record(
      time: VirtualTime(nanoseconds: 0), witness: .air, adapter: adapter, kind: "hci.command",
      details: details, bytes: bytes)
  }

  private let disconnect: [UInt8] = [0x06, 0x04, 0x03, 0x40, 0x00, 0x13]

  @Test(arguments: [
    ("command: Disconnect", true), ("command: 0x0406", true), ("command: 1030", true),
    ("command: Reset", false), ("command: Disconnect, parameters: '?? ?? 13'", true),
    ("command: Disconnect, parameters: '40 00'", true),
    ("command: Disconnect, parameters: '?? ?? 08'", false),
    ("command: Disconnect, parameters: '40 00 13 00'", false),
    ("command: Disconnect, adapter: 1", false), ("event: Disconnection Complete", false),
  ])
  func aCommandIsMeantByNameOrCodeAndParameters(_ hci: String, _ isMet: Bool) throws {
    let record = command(0x0406, "Disconnect", disconnect)
    #expect(try pattern(hci).matches(record) == isMet)
  }

  @Test func theCentralsAdapterIsMeantIfNoneIsSaid() throws {
    let others = command(0x0406, "Disconnect", disconnect, adapter: 1)
    #expect(!(try pattern("command: Disconnect").matches(others)))
    #expect(try pattern("command: Disconnect, adapter: 1").matches(others))
  }

  @Test(arguments: [
    ("event: LE Connection Complete, parameters: '00 40 00 00'", true),
    ("event: 0x3E, parameters: '01 00 40'", true),
    ("event: LE Connection Complete, parameters: '01'", false),
  ])
  func theEventsOfLowEnergyHaveNamesOfTheirOwn(_ hci: String, _ isMet: Bool) throws {
    let record = Record(
      time: VirtualTime(nanoseconds: 0), witness: .air, adapter: 0, kind: "hci.event",
      details: ["code": 0x3E, "subevent": 1, "name": "LE Connection Complete"],
      bytes: [0x3E, 0x05, 0x01, 0x00, 0x40, 0x00, 0x00])
    #expect(try pattern(hci).matches(record) == isMet)
  }

  @Test func theTextSaysWhatIsAskedFor() throws {
    #expect(
      try pattern("command: Disconnect, parameters: '?? ?? 13'").text
        == "hci.command with name Disconnect, parameters ?? ?? 13")
  }

  @Test(arguments: [
    ("expect: {hci: {command: Reset}}", true),
    ("expect: {never: {hci: {event: 5}}, for: 1s}", true),
    ("expect: {order: [{state: peripheralReady}, {hci: {event: 5}}]}", true),
    ("expect: {event: {kind: hci.event}, witness: air}", true),
    ("expect: {state: peripheralReady}", false), ("wait: 1s", false),
  ])
  func packetsAreRecordedWhereAnyIsAskedFor(_ step: String, _ asks: Bool) throws {
    #expect(try scenario(step).asksForHCI == asks)
  }
}
