// The states and options of the peripheral role, with Apple's numbers and texts.

import Foundation

/// What centrals may do with a local characteristic's value.
public struct CBAttributePermissions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// From bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// They may read it.
  public static let readable = Self(rawValue: 0x01)
  /// They may write it.
  public static let writeable = Self(rawValue: 0x02)
  /// Only trusted ones may read it.
  public static let readEncryptionRequired = Self(rawValue: 0x04)
  /// Only trusted ones may write it.
  public static let writeEncryptionRequired = Self(rawValue: 0x08)
}

/// How quickly a connection is to carry data.
public enum CBPeripheralManagerConnectionLatency: Int, Sendable {
  /// Quickly, at the cost of the battery.
  case low
  /// In between.
  case medium
  /// Slowly, which saves the battery.
  case high
}

/// Whether the app may be a peripheral, in Apple's older words.
public enum CBPeripheralManagerAuthorizationStatus: Int, Sendable {
  /// Nobody was asked yet.
  case notDetermined
  /// Nobody here may.
  case restricted
  /// The app may not.
  case denied
  /// It may.
  case authorized
}

/// Whether Bluetooth shows an alert when it is off at the start: an NSNumber. There is nobody to show
/// one to, so it changes nothing.
public let CBPeripheralManagerOptionShowPowerAlertKey = "kCBInitOptionShowPowerAlert"
/// The name under which a peripheral manager's services and advertising outlast the process: a String.
public let CBPeripheralManagerOptionRestoreIdentifierKey = "kCBInitOptionRestoreIdentifier"
/// The services that were restored: [CBMutableService].
public let CBPeripheralManagerRestoredStateServicesKey = "kCBRestoredServices"
/// What was advertised, as given to `startAdvertising`: [String: Any].
public let CBPeripheralManagerRestoredStateAdvertisementDataKey = "kCBRestoredAdvertisement"
