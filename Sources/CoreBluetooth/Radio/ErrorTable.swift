// Which of BlueZ's errors becomes which of Core Bluetooth's. docs/core-bluetooth.md prints this table.

import BlueZ

/// One line of the table.
struct ErrorRow: Sendable {
  /// What the app gets.
  enum Code: Sendable, Equatable {
    case bluetooth(CBError.Code)
    case attribute(CBATTError.Code)
    /// The number that ends the message is the attribute protocol's.
    case attributeNumber
  }

  /// The error's name on the bus; nil for any.
  var name: String?
  /// What BlueZ says about it, or how that begins where it ends with `…`; nil for any text.
  var message: String?
  var code: Code
  /// What is lost on the way, empty where the code is exact.
  var loss = ""

  /// BlueZ's error, nil for any.
  init(error: BlueZError?, message: String?, code: Code, loss: String = "") {
    self.init(name: error?.name, message: message, code: code, loss: loss)
  }

  /// An error by its whole name.
  init(name: String?, message: String? = nil, code: Code, loss: String = "") {
    self.name = name
    self.message = message
    self.code = code
    self.loss = loss
  }

  func matches(_ other: BusError) -> Bool {
    guard name == nil || other.name == name else { return false }
    guard let message else { return true }
    return message.hasSuffix("…")
      ? other.message.hasPrefix(message.dropLast()) : other.message == message
  }

  /// The hexadecimal digits that a message of `attributeNumber` has after its known beginning.
  func number(in other: BusError) -> Int? {
    guard code == .attributeNumber, let message else { return nil }
    return Int(other.message.dropFirst(message.count - 1), radix: 16)
  }
}

/// Of reads, writes, subscriptions and their kin; the first line that matches counts.
///
/// bluetoothd 5.66 turns ATT errors into D-Bus errors and loses some of them on the way.
let requestErrors: [ErrorRow] = [
  ErrorRow(
    error: .notPermitted, message: "Read not permitted", code: .attribute(.readNotPermitted)),
  ErrorRow(
    error: .notPermitted, message: "Write not permitted", code: .attribute(.writeNotPermitted)),
  ErrorRow(
    error: .notPermitted, message: "Not paired", code: .attribute(.insufficientAuthentication),
    loss: "ATT 05, 0C and 0F look alike, after bluetoothd tried to raise the security by itself"),
  ErrorRow(
    error: .notSupported, message: nil, code: .attribute(.requestNotSupported),
    loss: "also given where bluetoothd itself cannot do it"),
  ErrorRow(
    error: .notAuthorized, message: nil, code: .attribute(.insufficientAuthorization)),
  ErrorRow(error: .invalidOffset, message: nil, code: .attribute(.invalidOffset)),
  ErrorRow(
    error: .invalidArguments, message: "Invalid offset", code: .attribute(.invalidOffset)),
  ErrorRow(
    error: .invalidValueLength, message: nil, code: .attribute(.invalidAttributeValueLength)),
  ErrorRow(
    error: .invalidArguments, message: "Invalid Length",
    code: .attribute(.invalidAttributeValueLength)),
  ErrorRow(
    error: nil, message: "Operation failed with ATT error: 0x…", code: .attributeNumber,
    loss: "0E also when the peripheral did not answer within 30 s"),
  ErrorRow(
    name: "org.freedesktop.DBus.Error.UnknownObject", code: .bluetooth(.invalidHandle)),
  ErrorRow(
    name: "org.freedesktop.DBus.Error.UnknownMethod", code: .bluetooth(.invalidHandle),
    loss: "the object has just gone"),
  ErrorRow(error: .notConnected, message: nil, code: .bluetooth(.notConnected)),
  ErrorRow(error: .failed, message: "Not connected", code: .bluetooth(.notConnected)),
  ErrorRow(
    error: nil, message: nil, code: .bluetooth(.unknown),
    loss: "bluetoothd says no more; its text is the error's description"),
]

/// Of `connect`; the first line that matches counts.
let connectErrors: [ErrorRow] = [
  ErrorRow(
    error: nil, message: "le-connection-timeout", code: .bluetooth(.connectionTimeout)),
  ErrorRow(
    error: nil, message: "le-connection-concurrent-connection-limit",
    code: .bluetooth(.connectionLimitReached)),
  ErrorRow(
    error: nil, message: "le-connection-not-supported", code: .bluetooth(.operationNotSupported)),
  ErrorRow(
    error: nil, message: "le-connection-invalid-arguments", code: .bluetooth(.invalidParameters)),
  ErrorRow(error: .authenticationTimeout, message: nil, code: .bluetooth(.encryptionTimedOut)),
  ErrorRow(
    error: .authenticationFailed, message: nil, code: .bluetooth(.peerRemovedPairingInformation),
    loss: "a wrong key and a forgotten pairing look alike"),
  ErrorRow(
    error: nil, message: nil, code: .bluetooth(.connectionFailed),
    loss: "`le-connection-abort-by-local` stands for any controller's error"),
]

/// Why a link has ended that nobody here has ended, by the management channel's reason.
func lossError(_ reason: ManagementEvent.DisconnectReason?) -> CBError {
  switch reason {
  case .timeout: CBError(.connectionTimeout, "the connection has timed out")
  case .localHost:
    CBError(.operationCancelled, "another program on this host has ended the connection")
  case .authenticationFailure:
    CBError(.peerRemovedPairingInformation, "the connection could not be encrypted")
  case .remote, .localSuspend, .unspecified, nil:
    CBError(.peripheralDisconnected, "the peripheral has disconnected")
  }
}

extension ConnectionMachine.Loss {
  /// By the management channel's reason. This host ends links when the adapter is switched off, which
  /// bluetoothd tells right after: in the same millisecond in the bench, on a controller that has to
  /// finish first somewhat later.
  init(_ reason: ManagementEvent.DisconnectReason?) {
    error = lossError(reason)
    grace =
      switch reason {
      case .localHost: .seconds(1)
      case nil: .milliseconds(100)
      default: .zero
      }
  }
}
