// A peripheral's services as plain values, to be carried from the radio thread to the app's queue.

import BlueZ

/// A service that bluetoothd found.
struct FoundService: Sendable {
  var uuid: CBUUID
  var path: String
  var isPrimary: Bool

  init?(_ service: RemoteService) {
    guard let uuid = service.uuid.flatMap(CBUUID.init(shortest:)) else { return nil }
    self.uuid = uuid
    path = service.path
    isPrimary = service.isPrimary
  }

  /// Generic Access and Generic Attribute belong to the system on Apple's side and are not shown.
  var isSystem: Bool { ["1800", "1801"].contains(uuid.uuidString) }
}

/// A characteristic that bluetoothd found.
struct FoundGattCharacteristic: Sendable {
  var uuid: CBUUID
  var path: String
  var properties: CBCharacteristicProperties

  init?(_ characteristic: RemoteCharacteristic) {
    guard let uuid = characteristic.uuid.flatMap(CBUUID.init(shortest:)) else { return nil }
    self.uuid = uuid
    path = characteristic.path
    properties = CBCharacteristicProperties(characteristic.flags)
  }
}

/// A descriptor that bluetoothd found.
struct FoundDescriptor: Sendable {
  var uuid: CBUUID
  var path: String

  init?(_ descriptor: RemoteDescriptor) {
    guard let uuid = descriptor.uuid.flatMap(CBUUID.init(shortest:)) else { return nil }
    self.uuid = uuid
    path = descriptor.path
  }
}

extension CBCharacteristicProperties {
  /// The properties that BlueZ's flags stand for; BlueZ's security flags are not told to a central.
  init(_ flags: Set<GattFlag>) {
    let table: [(GattFlag, CBCharacteristicProperties)] = [
      (.broadcast, .broadcast), (.read, .read), (.writeWithoutResponse, .writeWithoutResponse),
      (.write, .write), (.notify, .notify), (.indicate, .indicate),
      (.authenticatedSignedWrites, .authenticatedSignedWrites),
      (.extendedProperties, .extendedProperties),
    ]
    self = Self(table.filter { flags.contains($0.0) }.map(\.1))
  }
}
