// The errors that an application can have bluetoothd answer a central with.

/// Why a read or write is refused. Only these reach the central as they are (seen with bluetoothd
/// 5.66); it turns any other error into ATT 0x0E.
public enum GattFailure: Error, Equatable, Sendable {
  /// ATT 0x80, the application's own first code.
  case failed
  /// An application code, 0x80 to 0x9F; another number reaches the central as 0x0E.
  case application(UInt8)
  /// ATT 0xFE, procedure already in progress.
  case inProgress
  /// ATT 0x02 for a read, 0x03 for a write.
  case notPermitted
  /// ATT 0x08, insufficient authorization.
  case notAuthorized
  /// ATT 0x0D, invalid attribute value length.
  case invalidValueLength
  /// ATT 0x07, invalid offset.
  case invalidOffset
  /// ATT 0x06, request not supported.
  case notSupported
  /// ATT 0x0E, unlikely error.
  case unlikely

  /// The error as bluetoothd understands it.
  var busError: BusError {
    switch self {
    case .failed: BusError(.failed, message: "")
    case .application(let code): BusError(.failed, message: "0x" + String(code, radix: 16))
    case .inProgress: BusError(.inProgress, message: "")
    case .notPermitted: BusError(.notPermitted, message: "")
    case .notAuthorized: BusError(.notAuthorized, message: "")
    case .invalidValueLength: BusError(.invalidValueLength, message: "")
    case .invalidOffset: BusError(.invalidOffset, message: "")
    case .notSupported: BusError(.notSupported, message: "")
    // A number that is not an application's own.
    case .unlikely: BusError(.failed, message: "0xe")
    }
  }
}
