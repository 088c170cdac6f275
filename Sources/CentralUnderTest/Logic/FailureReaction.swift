// What the app does about an error of a connection.

import CoreBluetooth

/// How a connection that failed or ended goes on.
public enum FailureReaction: Sendable, Hashable {
  /// Another attempt, when the policy has one left.
  case retry
  /// The user must pair the meter in the system's settings; trying again would not help.
  case pair
  /// Logged and never tried again.
  case stop

  /// The reaction to an error of Core Bluetooth; nil stands for an error that was not named.
  public init(to error: (any Error)?) {
    switch error {
    case let error as CBError: self.init(to: error.code)
    case let error as CBATTError: self.init(to: error.code)
    default: self = .retry
    }
  }

  private init(to code: CBError.Code) {
    switch code {
    case .operationNotSupported: self = .stop
    case .peerRemovedPairingInformation, .encryptionTimedOut: self = .pair
    default: self = .retry
    }
  }

  private init(to code: CBATTError.Code) {
    switch code {
    case .insufficientAuthentication, .insufficientEncryption, .insufficientEncryptionKeySize:
      self = .pair
    default: self = .retry
    }
  }
}
