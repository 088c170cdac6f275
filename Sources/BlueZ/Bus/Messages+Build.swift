// libdbus messages of calls and signals. libdbus ends the process over a malformed name, so each is
// checked first.

import CDBus

private func require(
  _ text: String, _ what: String,
  _ validate: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t
) throws(BusError) {
  guard !text.utf8.contains(0), validate(text, nil) != 0 else {
    throw .invalidArguments("\(text.debugDescription) is not \(what)")
  }
}

extension MethodCall {
  /// The message, which the caller releases.
  func message() throws(BusError) -> OpaquePointer {
    try require(destination, "a bus name", dbus_validate_bus_name)
    try require(path, "an object path", dbus_validate_path)
    try require(interface, "an interface", dbus_validate_interface)
    try require(member, "a method", dbus_validate_member)
    guard let message = dbus_message_new_method_call(destination, path, interface, member) else {
      throw .exhausted
    }
    // A call to a service that is not there fails; it must not have the bus start one.
    dbus_message_set_auto_start(message, 0)
    return try filled(message, with: arguments)
  }
}

extension Signal {
  /// The message, which the caller releases.
  func message() throws(BusError) -> OpaquePointer {
    try require(path, "an object path", dbus_validate_path)
    try require(interface, "an interface", dbus_validate_interface)
    try require(member, "a signal", dbus_validate_member)
    guard let message = dbus_message_new_signal(path, interface, member) else { throw .exhausted }
    return try filled(message, with: arguments)
  }
}

private func filled(
  _ message: OpaquePointer, with arguments: [BusValue]
) throws(BusError) -> OpaquePointer {
  do throws(BusError) {
    try append(arguments, to: message)
    return message
  } catch {
    dbus_message_unref(message)
    throw error
  }
}
