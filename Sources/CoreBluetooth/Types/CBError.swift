// What can go wrong between a central and a peripheral.

import Foundation

/// The domain of `CBError` as an NSError.
public let CBErrorDomain = "CBErrorDomain"

/// An error of the Bluetooth system, as opposed to one that the peripheral's attributes answered.
public struct CBError: _BridgedStoredNSError, @unchecked Sendable {
  // Foundation's own protocol for errors that are NSErrors underneath, so that `as? CBError`,
  // `as NSError` and `catch CBError.notConnected` work as they do on Apple's systems. A bare NSError of
  // the domain does not cast on Linux, so the module hands out values of this type.

  /// The error underneath.
  public let _nsError: NSError

  /// From an NSError of the domain.
  public init(_nsError error: NSError) { _nsError = error }

  /// The domain.
  public static var _nsErrorDomain: String { CBErrorDomain }
  /// The domain.
  public static var errorDomain: String { CBErrorDomain }

  /// The numbers, Apple's.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that the numbers belong to.
    public typealias _ErrorType = CBError
    /// Something that has no code of its own.
    case unknown = 0
    /// An argument does not make sense.
    case invalidParameters = 1
    /// The attribute handle is not valid.
    case invalidHandle = 2
    /// The peripheral is not connected.
    case notConnected = 3
    /// The device has no room left.
    case outOfSpace = 4
    /// The operation was cancelled.
    case operationCancelled = 5
    /// The connection timed out.
    case connectionTimeout = 6
    /// The peripheral went away.
    case peripheralDisconnected = 7
    /// The UUID is not permitted.
    case uuidNotAllowed = 8
    /// The peripheral advertises already.
    case alreadyAdvertising = 9
    /// The connection could not be made.
    case connectionFailed = 10
    /// The device has as many connections as it can have.
    case connectionLimitReached = 11
    /// The device is not known.
    case unknownDevice = 12
    /// The operation is not supported.
    case operationNotSupported = 13
    /// The peripheral has forgotten the pairing.
    case peerRemovedPairingInformation = 14
    /// Encrypting the connection took too long.
    case encryptionTimedOut = 15
    /// Too many devices are paired.
    case tooManyLEPairedDevices = 16
    /// Too many notifications in the background (watchOS).
    case leGattExceededBackgroundNotificationLimit = 17
    /// Nearly too many notifications in the background (watchOS).
    case leGattNearBackgroundNotificationLimit = 18
    /// Apple's older, misspelt name.
    public static var unkownDevice: Code { .unknownDevice }
  }

  /// Something that has no code of its own.
  public static var unknown: Code { .unknown }
  /// An argument does not make sense.
  public static var invalidParameters: Code { .invalidParameters }
  /// The attribute handle is not valid.
  public static var invalidHandle: Code { .invalidHandle }
  /// The peripheral is not connected.
  public static var notConnected: Code { .notConnected }
  /// The device has no room left.
  public static var outOfSpace: Code { .outOfSpace }
  /// The operation was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
  /// The connection timed out.
  public static var connectionTimeout: Code { .connectionTimeout }
  /// The peripheral went away.
  public static var peripheralDisconnected: Code { .peripheralDisconnected }
  /// The UUID is not permitted.
  public static var uuidNotAllowed: Code { .uuidNotAllowed }
  /// The peripheral advertises already.
  public static var alreadyAdvertising: Code { .alreadyAdvertising }
  /// The connection could not be made.
  public static var connectionFailed: Code { .connectionFailed }
  /// The device has as many connections as it can have.
  public static var connectionLimitReached: Code { .connectionLimitReached }
  /// The device is not known.
  public static var unknownDevice: Code { .unknownDevice }
  /// The operation is not supported.
  public static var operationNotSupported: Code { .operationNotSupported }
  /// The peripheral has forgotten the pairing.
  public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
  /// Encrypting the connection took too long.
  public static var encryptionTimedOut: Code { .encryptionTimedOut }
  /// Too many devices are paired.
  public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
  /// Too many notifications in the background (watchOS).
  public static var leGattExceededBackgroundNotificationLimit: Code {
    .leGattExceededBackgroundNotificationLimit
  }
  /// Nearly too many notifications in the background (watchOS).
  public static var leGattNearBackgroundNotificationLimit: Code {
    .leGattNearBackgroundNotificationLimit
  }
  /// Apple's older, misspelt name.
  public static var unkownDevice: Code { .unknownDevice }

  /// An error with Apple's number and a sentence for people.
  init(_ code: Code, _ sentence: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence])
  }
}
