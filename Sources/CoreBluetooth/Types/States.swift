// The states and options that Core Bluetooth's classes speak in, with Apple's numbers.

/// The state of the Bluetooth system.
public enum CBManagerState: Int, Sendable {
  /// Not known yet; every manager starts so.
  case unknown
  /// The connection to the Bluetooth system was lost and will come back: bluetoothd has gone.
  case resetting
  /// There is no such adapter, or no Bluetooth system.
  case unsupported
  /// bluetoothd's D-Bus policy does not let this process in.
  case unauthorized
  /// The adapter is switched off.
  case poweredOff
  /// Bluetooth can be used.
  case poweredOn
}

/// The state of the Bluetooth system, by the name that it had before iOS 10.
@available(*, deprecated, renamed: "CBManagerState")
public enum CBCentralManagerState: Int, Sendable {
  /// Not known yet.
  case unknown
  /// The connection to the Bluetooth system was lost and will come back.
  case resetting
  /// There is no such adapter, or no Bluetooth system.
  case unsupported
  /// This process is not let in.
  case unauthorized
  /// The adapter is switched off.
  case poweredOff
  /// Bluetooth can be used.
  case poweredOn
}

/// The state of the Bluetooth system, by the name that it had before iOS 10.
@available(*, deprecated, renamed: "CBManagerState")
public enum CBPeripheralManagerState: Int, Sendable {
  /// Not known yet.
  case unknown
  /// The connection to the Bluetooth system was lost and will come back.
  case resetting
  /// There is no such adapter, or no Bluetooth system.
  case unsupported
  /// This process is not let in.
  case unauthorized
  /// The adapter is switched off.
  case poweredOff
  /// Bluetooth can be used.
  case poweredOn
}

/// Whether this process may use Bluetooth.
public enum CBManagerAuthorization: Int, Sendable {
  /// No manager has found out yet.
  case notDetermined
  /// Never given on Linux.
  case restricted
  /// bluetoothd's D-Bus policy does not let this process in.
  case denied
  /// It may, in the background too.
  case allowedAlways
}

/// What happened to a connection of the system.
public enum CBConnectionEvent: Int, Sendable {
  /// It has ended.
  case peerDisconnected
  /// It stands.
  case peerConnected
}

/// Which connection events a central wants to hear of.
public struct CBConnectionEventMatchingOption: RawRepresentable, Hashable, Sendable {
  /// Apple's text.
  public let rawValue: String

  /// From Apple's text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Of peripherals with one of these services: [CBUUID].
  public static let serviceUUIDs = Self(rawValue: "kCBConnectionEventMatchingOptionServiceUUIDs")
  /// Of the peripherals with these identifiers: [UUID].
  public static let peripheralUUIDs = Self(
    rawValue: "kCBConnectionEventMatchingOptionPeripheralUUIDs")
}

/// The state of the connection to a peripheral.
public enum CBPeripheralState: Int, Sendable {
  /// There is none.
  case disconnected
  /// It was asked for.
  case connecting
  /// It stands.
  case connected
  /// Its end was asked for.
  case disconnecting
}

/// How a value is written.
public enum CBCharacteristicWriteType: Int, Sendable {
  /// The peripheral acknowledges the write.
  case withResponse
  /// Nothing tells whether it arrived.
  case withoutResponse
}

/// What a characteristic permits; the low byte is the attribute protocol's.
public struct CBCharacteristicProperties: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// From bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Its value may be broadcast.
  public static let broadcast = Self(rawValue: 0x01)
  /// It can be read.
  public static let read = Self(rawValue: 0x02)
  /// It can be written without acknowledgement.
  public static let writeWithoutResponse = Self(rawValue: 0x04)
  /// It can be written with acknowledgement.
  public static let write = Self(rawValue: 0x08)
  /// It notifies.
  public static let notify = Self(rawValue: 0x10)
  /// It indicates.
  public static let indicate = Self(rawValue: 0x20)
  /// It takes signed writes.
  public static let authenticatedSignedWrites = Self(rawValue: 0x40)
  /// A descriptor tells more of its properties.
  public static let extendedProperties = Self(rawValue: 0x80)
  /// Only trusted devices may have its notifications.
  public static let notifyEncryptionRequired = Self(rawValue: 0x100)
  /// Only trusted devices may have its indications.
  public static let indicateEncryptionRequired = Self(rawValue: 0x200)
}
