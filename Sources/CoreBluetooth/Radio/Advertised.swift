// What a device advertises, as bluetoothd and the kernel tell it.

import BlueZ
import Foundation

/// A device's advertisement and scan response, merged.
///
/// bluetoothd keeps what it heard earlier too. What it does not tell is taken from the management
/// channel, where this process may listen to it.
struct Advertised: Equatable {
  var name: String?
  var services: [CBUUID]
  var solicited: [CBUUID]
  var manufacturerData: Data?
  var serviceData: [CBUUID: Data]
  var txPower: Int?
  /// True as long as nobody says otherwise.
  var isConnectable: Bool

  init(_ device: Device, _ report: ManagementEvent.DeviceReport? = nil) {
    name = report?.localName ?? device.name
    // bluetoothd adds what it found over connections.
    let own = report?.services ?? []
    services = own.isEmpty ? device.uuids.compactMap(CBUUID.init(shortest:)) : own
    solicited = report?.solicited ?? []
    // Apple has room for one company's data; where there are several, the lowest number is taken.
    manufacturerData = device.manufacturerData.min { $0.key < $1.key }.map { company, bytes in
      Data([UInt8(company & 0xFF), UInt8(company >> 8)] + bytes)
    }
    serviceData = Dictionary(
      device.serviceData.compactMap { text, bytes in
        CBUUID(shortest: text).map { ($0, Data(bytes)) }
      }, uniquingKeysWith: { first, _ in first })
    txPower = device.txPower
    isConnectable = report?.isConnectable ?? true
  }

  /// The dictionary that a delegate is given for a report at that time.
  func dictionary(at time: CFAbsoluteTime) -> [String: Any] {
    var dictionary: [String: Any] = [
      CBAdvertisementDataIsConnectable: NSNumber(value: isConnectable),
      advertisementTimestampKey: NSNumber(value: time),
      advertisementPrimaryPHYKey: NSNumber(value: 1),
      advertisementSecondaryPHYKey: NSNumber(value: 0),
    ]
    dictionary[CBAdvertisementDataLocalNameKey] = name
    dictionary[CBAdvertisementDataManufacturerDataKey] = manufacturerData
    if !services.isEmpty { dictionary[CBAdvertisementDataServiceUUIDsKey] = services }
    if !solicited.isEmpty { dictionary[CBAdvertisementDataSolicitedServiceUUIDsKey] = solicited }
    if !serviceData.isEmpty { dictionary[CBAdvertisementDataServiceDataKey] = serviceData }
    if let txPower {
      dictionary[CBAdvertisementDataTxPowerLevelKey] = NSNumber(value: txPower)
    }
    return dictionary
  }
}

extension ManagementEvent.DeviceReport {
  /// The complete name, or the shortened one; what is not UTF-8 of it is repaired.
  var localName: String? {
    let names = structures.filter { $0.type == 0x09 } + structures.filter { $0.type == 0x08 }
    return names.first.map { String(decoding: $0.content, as: UTF8.self) }
  }

  /// The services that the device offers (Supplement to the Core Specification, Part A 1.1).
  var services: [CBUUID] {
    uuids(ofSizes: [0x02: 2, 0x03: 2, 0x04: 4, 0x05: 4, 0x06: 16, 0x07: 16])
  }

  /// The services that the device looks for (Part A 1.10).
  var solicited: [CBUUID] { uuids(ofSizes: [0x14: 2, 0x1F: 4, 0x15: 16]) }

  /// The UUIDs in structures of these types, by their sizes in bytes; bytes left over are ignored.
  private func uuids(ofSizes sizes: [UInt8: Int]) -> [CBUUID] {
    structures.flatMap { structure -> [CBUUID] in
      let size = sizes[structure.type] ?? 0
      guard size > 0 else { return [] }
      return stride(from: 0, through: structure.content.count - size, by: size).map {
        CBUUID(data: Data(structure.content[$0..<$0 + size].reversed()))
      }
    }
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
