// CBC-3: what the kernel's report adds to what bluetoothd keeps.

import BlueZ
import Testing

@testable import CoreBluetooth

@Suite struct AdvertisedTests {
  private func report(
    _ structures: [(type: UInt8, content: [UInt8])]
  ) -> ManagementEvent.DeviceReport {
    ManagementEvent.DeviceReport(
      address: "00:AA:01:00:00:43", isConnectable: true, structures: structures)
  }

  @Test("The complete name before the shortened one, repaired where it is no UTF-8")
  func names() {
    #expect(report([(0x08, Array("UM".utf8)), (0x09, Array("UM25C".utf8))]).localName == "UM25C")
    #expect(report([(0x08, Array("UM".utf8))]).localName == "UM")
    #expect(report([(0x09, [0x55, 0xFF])]).localName == "U\u{FFFD}")
    #expect(report([(0x01, [6])]).localName == nil)
  }

  @Test("Services of each width, least byte first; what is left over counts for nothing")
  func services() {
    let long = CBUUID(string: "12345678-1234-5678-1234-567812345678")
    let bytes = [UInt8](long.data.reversed())
    let report = report([
      (0x03, [0xF0, 0xFF, 0x0D]), (0x05, [4, 3, 2, 1]), (0x07, bytes), (0x14, [0x0D, 0x18]),
      (0x15, bytes), (0x1F, [1]),
    ])
    #expect(report.services == [CBUUID(string: "FFF0"), CBUUID(string: "01020304"), long])
    #expect(report.solicited == [CBUUID(string: "180D"), long])
  }

  @Test("Identifiers differ from host to host and from device to device")
  func identifiers() {
    let one = UUID(device: "00:AA:01:00:00:43", host: "00:AA:01:00:00:42")
    #expect(one == UUID(device: "00:AA:01:00:00:43", host: "00:AA:01:00:00:42"))
    #expect(one != UUID(device: "00:AA:01:00:00:43", host: "00:AA:01:00:00:44"))
    #expect(one != UUID(device: "00:AA:01:00:00:44", host: "00:AA:01:00:00:42"))
  }
}
