// What an app wants to advertise, and whether it fits the 31 bytes of an advertisement.

import BlueZ
import Foundation

/// What `startAdvertising` was given.
struct AdvertisingContent: Equatable, Sendable {
  var localName: String?
  var services: [CBUUID] = []

  /// The packets of legacy advertising hold 31 bytes each (Core Specification Vol 6 Part B 2.3.1).
  private static let packetByteCount = 31
  private static let headerByteCount = 2
  /// bluetoothd puts the flags into the advertising data, and the name into the scan response.
  private static let flagsByteCount = 3
  static let longestNameByteCount = packetByteCount - headerByteCount

  /// From the app's dictionary; keys other than the name and the services are complained of, as on
  /// Apple's systems.
  init(_ dictionary: [String: Any]?) {
    for (key, value) in (dictionary ?? [:]).sorted(by: { $0.key < $1.key }) {
      switch (key, value) {
      case (CBAdvertisementDataLocalNameKey, let name as String): localName = name
      case (CBAdvertisementDataServiceUUIDsKey, let uuids as [CBUUID]): services = uuids
      default: complain("the advertisement key \(key) is not allowed, or not with this value")
      }
    }
  }

  /// The dictionary that stands for it.
  var dictionary: [String: Any] {
    var dictionary: [String: Any] = [:]
    dictionary[CBAdvertisementDataLocalNameKey] = localName
    if !services.isEmpty { dictionary[CBAdvertisementDataServiceUUIDsKey] = services }
    return dictionary
  }

  /// The services that the advertising data has no room for. UUIDs of one length share a header; there
  /// is no overflow area as between two of Apple's devices.
  var servicesWithoutRoom: [CBUUID] {
    var room = Self.packetByteCount - Self.flagsByteCount
    var lengths: Set<Int> = []
    return services.filter { uuid in
      let length = uuid.data.count
      let needed = length + (lengths.contains(length) ? 0 : Self.headerByteCount)
      guard needed <= room else { return true }
      room -= needed
      lengths.insert(length)
      return false
    }
  }

  /// What does not fit; nil where all does.
  var problem: CBError? {
    let left = servicesWithoutRoom
    guard !left.isEmpty else { return nil }
    return CBError(
      .outOfSpace,
      "the advertisement has no room for \(left.map(\.uuidString).joined(separator: ", ")): "
        + "flags and services together have \(Self.packetByteCount) bytes")
  }

  /// What bluetoothd is told. It shortens a name that is too long for the scan response.
  var content: Advertisement.Content {
    Advertisement.Content(localName: localName, serviceUUIDs: services.map(\.fullText))
  }
}
