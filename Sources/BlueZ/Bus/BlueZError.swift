// BlueZ's own errors.

/// Every error named `org.bluez.Error.…`: those in the strings of bluetoothd 5.66, and those that
/// the D-Bus documents of BlueZ name on top.
public enum BlueZError: String, CaseIterable, Sendable {
  case agentNotAvailable = "AgentNotAvailable"
  case alreadyConnected = "AlreadyConnected"
  case alreadyExists = "AlreadyExists"
  case authenticationCanceled = "AuthenticationCanceled"
  case authenticationFailed = "AuthenticationFailed"
  case authenticationRejected = "AuthenticationRejected"
  case authenticationTimeout = "AuthenticationTimeout"
  case blocked = "Blocked"
  case busy = "Busy"
  case canceled = "Canceled"
  case connectionAttemptFailed = "ConnectionAttemptFailed"
  case doesNotExist = "DoesNotExist"
  case failed = "Failed"
  case healthError = "HealthError"
  case improperlyConfigured = "ImproperlyConfigured"
  case inProgress = "InProgress"
  case invalidArgs = "InvalidArgs"
  case invalidArguments = "InvalidArguments"
  case invalidLength = "InvalidLength"
  case invalidOffset = "InvalidOffset"
  case invalidValueLength = "InvalidValueLength"
  case noSuchAdapter = "NoSuchAdapter"
  case notAcquired = "NotAcquired"
  case notAuthorized = "NotAuthorized"
  case notAvailable = "NotAvailable"
  case notConnected = "NotConnected"
  case notPermitted = "NotPermitted"
  case notReady = "NotReady"
  case notSupported = "NotSupported"
  case profileUnavailable = "BREDR.ProfileUnavailable"
  case rejected = "Rejected"
  case unsupported = "Unsupported"
  case unsupportedException = "UnsupportedException"

  private static let prefix = "org.bluez.Error."

  /// The error's name on the bus.
  public var name: String { Self.prefix + rawValue }

  /// The error of that name on the bus.
  public init?(name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
  }
}
