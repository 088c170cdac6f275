// The management channel's packets as BlueZ's doc/mgmt-api.txt has them.

import Testing

@testable import BlueZ

@Suite struct ManagementTests {
  private let address: [UInt8] = [0x42, 0, 0, 1, 0xAA, 0]

  @Test("Device Disconnected", arguments: ManagementEvent.DisconnectReason.allCases)
  func disconnected(reason: ManagementEvent.DisconnectReason) {
    #expect(
      ManagementEvent(code: 0x000C, parameters: address + [1, reason.rawValue])
        == .disconnected(address: "00:AA:01:00:00:42", reason))
  }

  @Test("A reason of a later kernel is none in particular; a short packet is no event")
  func oddities() {
    #expect(
      ManagementEvent(code: 0x000C, parameters: address + [1, 9])
        == .disconnected(address: "00:AA:01:00:00:42", .unspecified))
    #expect(ManagementEvent(code: 0x000C, parameters: address + [1]) == nil)
    #expect(
      ManagementEvent(code: 0x0012, parameters: address + [1, 0xC4, 0, 0, 0, 0, 4, 0, 2]) == nil)
    #expect(ManagementEvent(code: 0x0013, parameters: address + [1, 3]) == nil)
  }

  private func found(flags: UInt8, _ data: [UInt8]) -> ManagementEvent.DeviceReport? {
    let head = address + [1, 0xC4, flags, 0, 0, 0, UInt8(data.count), 0]
    guard case .found(let report) = ManagementEvent(code: 0x0012, parameters: head + data) else {
      return nil
    }
    return report
  }

  @Test("Device Found: connectable unless the flag says otherwise, and its structures")
  func found() {
    let report = found(flags: 0, [2, 0x01, 0x06, 3, 0x14, 0xE0, 0xFF])
    #expect(report?.isConnectable == true)
    #expect(report?.structures.map(\.type) == [0x01, 0x14])
    #expect(report?.structures.last?.content == [0xE0, 0xFF])
    #expect(found(flags: 4, [])?.isConnectable == false)
  }

  @Test(
    "Malformed advertising data: what is whole is kept",
    arguments: [
      ([3, 0x09, 0x41, 0x42, 9, 0x09, 0x43], 1), ([0, 3, 0x09, 0x41, 0x42], 0), ([1, 0x09], 1),
      ([255], 0),
    ] as [([UInt8], Int)])
  func malformed(data: [UInt8], count: Int) {
    #expect(found(flags: 0, data)?.structures.count == count)
  }
}
