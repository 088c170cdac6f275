// What each kind of meter shows of itself.

import SharedProtocols
import Testing

@testable import MeterEmulator

@Suite struct AnnouncementTests {
  private func configuration(
    _ model: MeterModel, _ profile: MeterProfile, _ firmware: TC66Firmware = .published
  ) -> MeterConfiguration {
    MeterConfiguration(model: model, profile: profile, firmware: firmware)
  }

  @Test func theNamesAreTheDocumentsOrTheRealOnes() throws {
    let names = MeterProfile.allCases.flatMap { profile in
      MeterModel.allCases.map { configuration($0, profile).name }
    }
    #expect(
      names == [
        "UM24C-7F3A", "UM25C-7F3A", "UM34C-7F3A", "TC66-7F3A", "UM24C", "UM25C", "UM34C", "BT24-M",
      ])
    #expect(configuration(.tc66c, .factory, .lastOlder).name == "TC66C")
    #expect(
      configuration(.tc66c, .factory, try #require(TC66Firmware("1.15"))).name == "BT24-M")
  }

  @Test func theDocumentedAdvertisementHoldsTheNameAndTheCompany() throws {
    let packets = try configuration(.um25c, .documented).announcement.packets()
    #expect(
      packets.advertisement
        == [2, 1, 6, 3, 3, 0xF0, 0xFF, 11, 9] + Array("UM25C-7F3A".utf8)
        + [4, 0xFF, 0x49, 0x54, 0])
    #expect(packets.scanResponse == [])
    let tc66c = try configuration(.tc66c, .documented).announcement.packets().advertisement
    #expect(tc66c[3..<7] == [3, 3, 0x0D, 0x18])
  }

  @Test func theFactoryAdvertisementHasNoCompany() throws {
    let packets = try configuration(.tc66c, .factory).announcement.packets()
    #expect(packets.advertisement == [2, 1, 6, 3, 3, 0xE0, 0xFF, 7, 9] + Array("BT24-M".utf8))
    #expect(configuration(.um34c, .factory).announcement.manufacturer == nil)
  }

  @Test func aNameThatDoesNotFitGoesToTheScanResponse() throws {
    var meter = configuration(.um25c, .documented)
    meter.name = String(repeating: "n", count: 17)
    #expect(try meter.announcement.packets().advertisement.count == 31)
    meter.name += "n"
    let packets = try meter.announcement.packets()
    #expect(packets.advertisement.count == 12)
    #expect(packets.scanResponse == [19, 9] + Array(meter.name.utf8))
    meter.name = String(repeating: "n", count: 30)
    #expect(throws: AnnouncementError(byteCount: 32)) { try meter.announcement.packets() }
    meter.manufacturerData = [UInt8](repeating: 0, count: 21)
    #expect(throws: AnnouncementError(byteCount: 32)) { try meter.announcement.packets() }
  }

  @Test func theStyleDecidesTheRest() throws {
    var meter = configuration(.um24c, .factory)
    meter.advertising = AdvertisingStyle(flags: 0x02, name: .scanResponse)
    #expect(try meter.announcement.packets().advertisement == [2, 1, 2, 3, 3, 0xE0, 0xFF])
    #expect(try meter.announcement.packets().scanResponse == [6, 9] + Array("UM24C".utf8))
    meter.advertising.name = .nowhere
    #expect(try meter.announcement.packets().scanResponse == [])
  }
}
