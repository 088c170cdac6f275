// BlueZ's errors as Core Bluetooth's.
//
// bluetoothd 5.66 turns ATT errors into D-Bus errors and loses some of them on the way: 05, 0C and 0F
// all come as NotPermitted "Not paired", after it tried to raise the security by itself.

import BlueZ
import Foundation

/// The error of a read, write or subscription as Apple's module would give it.
func translated(_ error: BusError) -> any Error {
  let text = error.message
  let code: CBATTError.Code? =
    switch (error.bluez, text) {
    case (.notPermitted, "Read not permitted"): .readNotPermitted
    case (.notPermitted, "Write not permitted"): .writeNotPermitted
    case (.notPermitted, "Not paired"): .insufficientAuthentication
    case (.notSupported, _): .requestNotSupported
    case (.notAuthorized, _): .insufficientAuthorization
    case (.invalidOffset, _), (.invalidArguments, "Invalid offset"): .invalidOffset
    case (.invalidValueLength, _), (.invalidArguments, "Invalid Length"):
      .invalidAttributeValueLength
    default: nil
    }
  if let code { return CBATTError(code, "\(error)") }
  let prefix = "Operation failed with ATT error: 0x"
  if text.hasPrefix(prefix), let number = Int(text.dropFirst(prefix.count), radix: 16) {
    // Also numbers that Apple's list has no name for: those from 80 are the application's own.
    return CBATTError(
      _nsError: NSError(
        domain: CBATTErrorDomain, code: number, userInfo: [NSLocalizedDescriptionKey: text]))
  }
  if error.bluez == .notConnected || text == "Not connected" {
    return CBError(.notConnected, "the peripheral is not connected")
  }
  return CBError(.unknown, "\(error)")
}
