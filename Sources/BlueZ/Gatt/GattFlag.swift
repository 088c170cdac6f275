// What can be done with a characteristic, by BlueZ's names (doc/gatt-api.txt).

/// A flag of a characteristic or descriptor.
public enum GattFlag: String, CaseIterable, Sendable {
  case broadcast
  case read
  case writeWithoutResponse = "write-without-response"
  case write
  case notify
  case indicate
  case authenticatedSignedWrites = "authenticated-signed-writes"
  case extendedProperties = "extended-properties"
  case reliableWrite = "reliable-write"
  case writableAuxiliaries = "writable-auxiliaries"
  case encryptRead = "encrypt-read"
  case encryptWrite = "encrypt-write"
  case encryptNotify = "encrypt-notify"
  case encryptIndicate = "encrypt-indicate"
  case encryptAuthenticatedRead = "encrypt-authenticated-read"
  case encryptAuthenticatedWrite = "encrypt-authenticated-write"
  case encryptAuthenticatedNotify = "encrypt-authenticated-notify"
  case encryptAuthenticatedIndicate = "encrypt-authenticated-indicate"
  case secureRead = "secure-read"
  case secureWrite = "secure-write"
  case secureNotify = "secure-notify"
  case secureIndicate = "secure-indicate"
  case authorize

  /// The flags of a characteristic that can be subscribed to.
  static let subscribing: Set<GattFlag> = [
    .notify, .indicate, .encryptNotify, .encryptIndicate, .encryptAuthenticatedNotify,
    .encryptAuthenticatedIndicate, .secureNotify, .secureIndicate,
  ]

  /// The flags as BlueZ takes them.
  static func value(_ flags: Set<GattFlag>) -> BusValue {
    .strings(allCases.filter(flags.contains).map(\.rawValue))
  }

  /// The flags that BlueZ gives, but those unknown here.
  static func read(_ value: BusValue?) -> Set<GattFlag> {
    Set((value?.strings ?? []).compactMap(GattFlag.init(rawValue:)))
  }
}
