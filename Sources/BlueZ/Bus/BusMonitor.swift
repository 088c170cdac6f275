// Listening in on what others are told on a bus: the errors that calls come back with.

import CDBus
import EventLoop

/// An error that somebody's call came back with.
public struct BusRefusal: Sendable, Hashable {
  /// The unique name of who called, such as `:1.7`.
  public var caller: String
  /// Who answered: a unique name, or `org.freedesktop.DBus` where the bus itself refused.
  public var sender: String
  /// The error's name, such as `org.bluez.Error.InProgress`.
  public var name: String
  /// What it says, empty where it says nothing.
  public var message: String
}

/// A connection that hears all errors on a bus, whomever they are for. The bus lets only its own user
/// and root do that.
public final class BusMonitor {
  private let connection: BusConnection

  /// Listens from now on, until it is let go.
  public init(
    loop: EventLoop, address: Bus.Address, _ heard: @escaping (BusRefusal) -> Void
  ) throws(BusError) {
    connection = try BusConnection(loop: loop, address: address.text)
    connection.onMessage = { message in
      guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR else { return }
      heard(
        BusRefusal(
          caller: text(dbus_message_get_destination(message)),
          sender: text(dbus_message_get_sender(message)),
          name: text(dbus_message_get_error_name(message)), message: firstText(of: message)))
    }
    let request = try MethodCall(
      destination: DBUS_SERVICE_DBUS, path: DBUS_PATH_DBUS,
      interface: "org.freedesktop.DBus.Monitoring", member: "BecomeMonitor",
      arguments: [.array(of: "s", [.string("type='error'")]), .uint32(0)]
    ).message()
    defer { dbus_message_unref(request) }
    guard connection.send(request) != nil else { throw .exhausted }
  }
}

/// What an error says; it need not say anything.
private func firstText(of message: OpaquePointer) -> String {
  do throws(BusError) { return try arguments(of: message).first?.string ?? "" } catch { return "" }
}
