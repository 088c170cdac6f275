// What a device advertises, as bluetoothd keeps it.

import BlueZ
import Foundation

/// A device's advertisement and scan response, merged.
struct Advertised: Equatable {
  var name: String?
  var services: [CBUUID]
  var manufacturerData: Data?
  var serviceData: [CBUUID: Data]
  var txPower: Int?

  init(_ device: Device) {
    name = device.name
    services = device.uuids.compactMap(CBUUID.init(shortest:))
    // Apple has room for one company's data; where there are several, the lowest number is taken.
    manufacturerData = device.manufacturerData.min { $0.key < $1.key }.map { company, bytes in
      Data([UInt8(company & 0xFF), UInt8(company >> 8)] + bytes)
    }
    serviceData = Dictionary(
      device.serviceData.compactMap { text, bytes in
        CBUUID(shortest: text).map { ($0, Data(bytes)) }
      }, uniquingKeysWith: { first, _ in first })
    txPower = device.txPower
  }

  /// The dictionary that a delegate is given.
  var dictionary: [String: Any] {
    var dictionary: [String: Any] = [:]
    dictionary[CBAdvertisementDataLocalNameKey] = name
    dictionary[CBAdvertisementDataManufacturerDataKey] = manufacturerData
    if !services.isEmpty { dictionary[CBAdvertisementDataServiceUUIDsKey] = services }
    if !serviceData.isEmpty { dictionary[CBAdvertisementDataServiceDataKey] = serviceData }
    if let txPower {
      dictionary[CBAdvertisementDataTxPowerLevelKey] = NSNumber(value: txPower)
    }
    return dictionary
  }
}

extension UUID {
  /// The identifier of a device on this host: the same in every run, and no address.
  ///
  /// FNV-1a over both addresses, once for each half, in the form of a version 8 UUID (RFC 9562).
  init(device: String, host: String) {
    func hash(_ salt: String) -> UInt64 {
      (salt + host + "/" + device).utf8.reduce(0xCBF2_9CE4_8422_2325) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
    }
    var bytes = [hash("high"), hash("low")].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) }
    }
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = NSUUID(uuidBytes: bytes) as UUID
  }
}
