// Requests, UUIDs and addresses: the small values that both sides agree on.

import SharedProtocols
import Testing

@Suite struct IdentityTests {
  @Test func theRequestEndsInItsChecksum() {
    #expect(MeasurementRequest.bytes == [0x00, 0xF0, 0xA0, 0x1B, 0xAB])
    #expect(MeasurementRequest.checksum(of: [0xFF, 0x02]) == 0x01)
  }

  @Test(arguments: [
    [0x00, 0xF0, 0xA0, 0x1B], [0x00, 0xF0, 0xA0, 0x1B, 0xAC], [0x00, 0xF0, 0xA0, 0x1B, 0xAB, 0x00],
    [0xF0], [],
  ])
  func nothingElseIsTheRequest(bytes: [UInt8]) {
    #expect(!MeasurementRequest.matches(bytes))
    #expect(MeasurementRequest.matches(MeasurementRequest.bytes))
  }

  @Test func uuidsExpandOnTheBluetoothBase() {
    #expect(
      BluetoothUUID.documentedUMFrame.longForm == "0000fff1-0000-1000-8000-00805f9b34fb")
    #expect(BluetoothUUID(0x0A).shortForm == "000A")
  }

  @Test func uuidsAreReadInBothForms() {
    #expect(BluetoothUUID("fff0") == .documentedUMService)
    #expect(BluetoothUUID("0000FFF0-0000-1000-8000-00805F9B34FB") == .documentedUMService)
    for text in ["", "FFF", "+FF0", "FFF0-", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"] {
      #expect(BluetoothUUID(text) == nil)
    }
  }

  @Test func addressesAreReversedOnTheWire() throws {
    let address = try #require(BluetoothAddress("00:15:a6:00:36:2F"))
    #expect(address.littleEndian == [0x2F, 0x36, 0x00, 0xA6, 0x15, 0x00])
    #expect(BluetoothAddress(littleEndian: address.littleEndian) == address)
    #expect(address.description == "00:15:A6:00:36:2F")
  }

  @Test(arguments: [
    "", "00:15:A6:00:36", "00:15:A6:00:36:2F:00", "00:15:A6:00:36:+F", "0:::::",
    "00::15:A6:00:36:2F",
  ])
  func whatIsNoAddressIsRefused(text: String) {
    #expect(BluetoothAddress(text) == nil)
  }

  @Test func onlyTheUMSeriesHasFrameIDs() {
    #expect(MeterModel.tc66c.um == nil)
    #expect(UMModel(frameID: 0x0D4C) == .um34c)
    #expect(UMModel(frameID: 0x0D4D) == nil)
    #expect(MeterModel(named: "um25c") == .um25c)
  }

  @Test func theDocumentedUMLayoutIsFFF0WithItsTwoCharacteristics() {
    let layouts = MeterProfile.documented.layouts(of: .um25c)
    #expect(layouts.map(\.service.shortForm) == ["FFF0"])
    #expect(layouts.map(\.notifying.shortForm) == ["FFF1"])
    #expect(layouts.map(\.command?.shortForm) == ["FFF2"])
  }
}
