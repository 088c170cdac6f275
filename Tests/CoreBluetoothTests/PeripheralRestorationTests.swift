// CBR-1: what a peripheral manager leaves to the next process.

import Glibc
import Testing

@testable import CoreBluetooth

@Suite struct PeripheralRestorationTests {
  private func services() -> [CBMutableService] {
    let included = CBMutableService(type: CBUUID(string: "FB00"), primary: false)
    let service = CBMutableService(
      type: CBUUID(string: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"), primary: true)
    service.includedServices = [included]
    let constant = CBMutableCharacteristic(
      type: CBUUID(string: "FB01"), properties: .read, value: Data([1, 2]), permissions: .readable)
    constant.descriptors = [
      CBMutableDescriptor(type: CBUUID(string: "2901"), value: "Größe"),
      CBMutableDescriptor(type: CBUUID(string: "2904"), value: Data([4, 0])),
    ]
    service.characteristics = [
      constant,
      CBMutableCharacteristic(
        type: CBUUID(string: "FB02"), properties: [.notify, .write], value: nil,
        permissions: [.writeable, .writeEncryptionRequired]),
    ]
    return [included, service]
  }

  private var state: PeripheralRestorationState {
    PeripheralRestorationState(
      offering: services(),
      advertising: AdvertisingContent([
        CBAdvertisementDataLocalNameKey: "Zähler",
        CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "FB00")],
      ]))
  }

  @Test("Services come back as they were, through the file") func roundTrip() throws {
    var template = Array("/tmp/meterloop-state-XXXXXX".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    let store = StateStore<PeripheralRestorationState>(folder: folder, identifier: "app")
    #expect(
      store.path != RestorationStore(folder: folder, identifier: "app").path,
      "a central's file with the same identifier is another")
    store.save(state)
    let loaded = try #require(store.load())
    #expect(loaded == state)
    let made = loaded.makeServices()
    #expect(PeripheralRestorationState(offering: made, advertising: loaded.content) == state)
    #expect(made[1].includedServices?.first === made[0])
    #expect(made[1].characteristics?.first?.service === made[1])
    #expect(made[1].characteristics?.first?.descriptors?.first?.value as? String == "Größe")
    store.save(PeripheralRestorationState(offering: [], advertising: nil))
    #expect(access(store.path, F_OK) != 0)
  }
}
