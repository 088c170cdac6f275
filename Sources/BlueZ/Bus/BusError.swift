// An error as it travels on the bus: a name for programs, a message for people.

/// A D-Bus error, received or about to be sent.
public struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.bluez.Error.NotReady`.
  public var name: String
  /// What the other side says about it; often empty.
  public var message: String

  /// An error with this name.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// One of BlueZ's errors.
  public init(_ error: BlueZError, message: String) {
    self.init(name: error.name, message: message)
  }

  /// The error as BlueZ's, nil when it is another's (the bus's, libdbus's) or unknown here.
  public var bluez: BlueZError? { BlueZError(name: name) }

  /// Name and message.
  public var description: String { message.isEmpty ? name : "\(name): \(message)" }
}

extension BusError {
  private static func standard(_ name: String, _ message: String) -> BusError {
    BusError(name: "org.freedesktop.DBus.Error.\(name)", message: message)
  }

  /// The arguments are not what the method takes.
  public static func invalidArguments(_ message: String) -> BusError {
    standard("InvalidArgs", message)
  }
  /// There is no such method.
  public static func unknownMethod(_ message: String) -> BusError {
    standard("UnknownMethod", message)
  }
  /// There is no such object.
  public static func unknownObject(_ message: String) -> BusError {
    standard("UnknownObject", message)
  }
  /// There is no such property.
  public static func unknownProperty(_ message: String) -> BusError {
    standard("UnknownProperty", message)
  }
  /// The property cannot be set.
  public static func readOnlyProperty(_ message: String) -> BusError {
    standard("PropertyReadOnly", message)
  }
  /// No answer came in the time allowed, or the other side went away without one.
  public static func noReply(_ message: String) -> BusError { standard("NoReply", message) }
  /// A message is malformed.
  public static func inconsistent(_ message: String) -> BusError {
    standard("InconsistentMessage", message)
  }
  /// The connection to the bus is closed.
  public static let disconnected = standard("Disconnected", "the connection to the bus is closed")
  /// No memory or no file descriptor is left.
  public static let exhausted = standard("LimitsExceeded", "out of memory or file descriptors")
}
