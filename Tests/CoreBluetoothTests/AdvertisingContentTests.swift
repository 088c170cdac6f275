// CBPM-1: the 31 bytes of an advertisement.

import Testing

@testable import CoreBluetooth

@Suite struct AdvertisingContentTests {
  private func content(_ services: [CBUUID]) -> AdvertisingContent {
    AdvertisingContent([CBAdvertisementDataServiceUUIDsKey: services])
  }

  private func short(_ count: Int) -> [CBUUID] {
    (0..<count).map { CBUUID(data: Data([0xFA, UInt8($0)])) }
  }

  private let long = CBUUID(string: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E")

  /// As bluetoothd 5.66 takes and refuses them.
  @Test("13 short services fit, 14 do not") func short() {
    #expect(content(short(13)).problem == nil)
    #expect(content(short(14)).servicesWithoutRoom == [CBUUID(string: "FA0D")])
    #expect(content(short(14)).problem?.code == .outOfSpace)
  }

  @Test("Lengths have headers of their own, and what is smaller may still fit") func mixed() {
    // 3 of flags, 18 for the long one, then 2 + 4 × 2.
    #expect(content([long] + short(4)).problem == nil)
    #expect(content([long] + short(5)).servicesWithoutRoom == [CBUUID(string: "FA04")])
    #expect(content([long, long] + short(1)).servicesWithoutRoom == [long])
  }

  @Test("Only the name and the services are taken") func keys() {
    let content = AdvertisingContent([
      CBAdvertisementDataLocalNameKey: "Zähler", CBAdvertisementDataServiceUUIDsKey: [long],
      CBAdvertisementDataManufacturerDataKey: Data([1]), CBAdvertisementDataTxPowerLevelKey: 4,
    ])
    #expect(content.localName == "Zähler" && content.services == [long])
    #expect(content.dictionary.count == 2)
    #expect(AdvertisingContent(nil).dictionary.isEmpty)
  }
}
