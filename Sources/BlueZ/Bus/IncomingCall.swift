// A method call that somebody made to an object of ours, and its one answer, now or later.

import CDBus

/// A call waiting for its answer. Keep it to answer later; one that is let go unanswered is answered
/// with an error, so that no caller waits for ever by oversight.
public final class IncomingCall {
  /// The caller's unique name.
  public let sender: String
  /// The object called.
  public let path: String
  /// The interface; nil when the caller left it out, as D-Bus allows.
  public let interface: String?
  /// The method.
  public let member: String
  /// What was handed over; the caller may be anyone, so nothing about them is certain.
  public let arguments: [BusValue]
  private var message: OpaquePointer?
  private weak var connection: BusConnection?

  init(_ message: OpaquePointer, arguments: [BusValue], connection: BusConnection) {
    dbus_message_ref(message)
    self.message = message
    self.connection = connection
    self.arguments = arguments
    sender = text(dbus_message_get_sender(message))
    path = text(dbus_message_get_path(message))
    interface = dbus_message_get_interface(message).map { String(cString: $0) }
    member = text(dbus_message_get_member(message))
  }

  deinit {
    fail(.noReply("\(member) was not answered"))
  }

  /// Whether the call is still to be answered.
  public var isOpen: Bool { message != nil }

  /// Answers with these values. Does nothing when the call was answered before.
  public func reply(_ values: [BusValue] = []) {
    guard let call = take() else { return }
    defer { dbus_message_unref(call) }
    guard let reply = dbus_message_new_method_return(call) else { return }
    defer { dbus_message_unref(reply) }
    do throws(BusError) {
      try append(values, to: reply)
      send(reply, to: call)
    } catch {
      sendError(error, to: call)
    }
  }

  /// Answers with an error. Does nothing when the call was answered before.
  public func fail(_ error: BusError) {
    guard let call = take() else { return }
    defer { dbus_message_unref(call) }
    sendError(error, to: call)
  }

  private func take() -> OpaquePointer? {
    defer { message = nil }
    return message
  }

  private func sendError(_ error: BusError, to call: OpaquePointer) {
    let isValid = !error.name.utf8.contains(0) && dbus_validate_error_name(error.name, nil) != 0
    let name = isValid ? error.name : "org.freedesktop.DBus.Error.Failed"
    guard let reply = dbus_message_new_error(call, name, error.message) else { return }
    defer { dbus_message_unref(reply) }
    send(reply, to: call)
  }

  private func send(_ reply: OpaquePointer, to call: OpaquePointer) {
    guard dbus_message_get_no_reply(call) == 0 else { return }
    connection?.send(reply)
  }
}

/// A C string that may be missing.
func text(_ characters: UnsafePointer<CChar>?) -> String {
  characters.map { String(cString: $0) } ?? ""
}
