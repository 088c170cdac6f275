// What Apple's systems refuse to offer, by an exception that ends the program. Here it is the error of
// `didAdd`.

import BlueZ
import Foundation

/// Whether a service can be offered.
enum ServiceRules {
  /// GAP and GATT, which the host's own server has.
  private static let reserved = [CBUUID(string: "1800"), CBUUID(string: "1801")]

  /// The first thing that is wrong with the service; nil if it can be offered beside those added.
  static func problem(with service: CBMutableService, added: [CBMutableService]) -> CBError? {
    if reserved.contains(service.uuid) {
      return CBError(.uuidNotAllowed, "the service \(service.uuid) is the system's own")
    }
    if added.contains(where: { $0 === service }) {
      return CBError(.invalidParameters, "the service \(service.uuid) was added before")
    }
    for included in service.includedServices ?? []
    where !added.contains(where: { $0 === included }) {
      return CBError(
        .invalidParameters,
        "the service \(service.uuid) includes \(included.uuid), which has to be added first")
    }
    for characteristic in service.characteristics ?? [] {
      guard let characteristic = characteristic as? CBMutableCharacteristic else {
        return CBError(
          .invalidParameters, "\(characteristic.uuid) was discovered; offer a mutable one")
      }
      if let problem = problem(with: characteristic) { return problem }
    }
    return nil
  }

  private static func problem(with characteristic: CBMutableCharacteristic) -> CBError? {
    let name = "the characteristic \(characteristic.uuid)"
    if !characteristic.properties.isDisjoint(with: [.broadcast, .extendedProperties]) {
      return CBError(
        .invalidParameters, "\(name) cannot broadcast or have extended properties here")
    }
    if let value = characteristic.value {
      guard characteristic.properties == .read,
        characteristic.permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired])
      else {
        return CBError(
          .invalidParameters,
          "\(name) has a value, so it can only be read: set its value to nil, or its properties "
            + "to read and its permissions to readable")
      }
      guard value.count <= CBAttribute.longestValueByteCount else {
        return CBError(
          .invalidParameters,
          "\(name) has a value of \(value.count) bytes, and \(CBAttribute.longestValueByteCount) is the limit"
        )
      }
    }
    for descriptor in characteristic.descriptors ?? [] where descriptor.localValue == nil {
      return CBError(
        .invalidParameters,
        "the descriptor \(descriptor.uuid) of \(name) cannot be offered: a user description "
          + "(2901) with a String and a presentation format (2904) with Data can")
    }
    return nil
  }
}

extension CBDescriptor {
  /// The bytes of a descriptor that an app may offer; nil for any other.
  var localValue: [UInt8]? {
    switch (uuid.uuidString, value) {
    case (CBUUIDCharacteristicUserDescriptionString, let text as String): [UInt8](text.utf8)
    case (CBUUIDCharacteristicFormatString, let data as Data): [UInt8](data)
    default: nil
    }
  }
}

extension CBMutableCharacteristic {
  /// BlueZ's flags. They say both what is told to centrals and what bluetoothd lets them do.
  var flags: Set<GattFlag> {
    var flags: Set<GattFlag> = []
    let table: [(CBCharacteristicProperties, GattFlag)] = [
      (.read, .read), (.write, .write), (.writeWithoutResponse, .writeWithoutResponse),
      (.notify, .notify), (.indicate, .indicate),
      (.authenticatedSignedWrites, .authenticatedSignedWrites),
      (.notifyEncryptionRequired, .encryptNotify),
      (.indicateEncryptionRequired, .encryptIndicate),
    ]
    for (property, flag) in table where properties.contains(property) { flags.insert(flag) }
    if flags.contains(.read), permissions.contains(.readEncryptionRequired) {
      flags.insert(.encryptRead)
    }
    if flags.contains(.write), permissions.contains(.writeEncryptionRequired) {
      flags.insert(.encryptWrite)
    }
    return flags
  }
}
