// One libdbus connection on the event loop: its descriptors watched, its messages handed on.
//
// libdbus's own pending calls, timeouts and dispatching stay unused: its timeouts are whole
// milliseconds, and its dispatching would answer calls behind our back.

import CDBus
import EventLoop

final class BusConnection {
  private let loop: EventLoop
  private var connection: OpaquePointer?
  private var watches: [OpaquePointer: DescriptorWatch] = [:]
  let uniqueName: String
  /// Is given each message, which is released afterwards.
  var onMessage: ((OpaquePointer) -> Void)?
  /// Is called once when the other side has closed the connection.
  var onLost: (() -> Void)?

  var isOpen: Bool { connection != nil }

  /// Connects and says hello to the bus, waiting for both.
  init(loop: EventLoop, address: String) throws(BusError) {
    // Connections of several threads (tests) share libdbus's globals.
    dbus_threads_init_default()
    self.loop = loop
    var error = meterloop_dbus_error()
    guard let connection = dbus_connection_open_private(address, &error) else {
      throw BusError(taking: &error)
    }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    guard dbus_bus_register(connection, &error) != 0 else {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
      throw BusError(taking: &error)
    }
    uniqueName = dbus_bus_get_unique_name(connection).map { String(cString: $0) } ?? ""
    self.connection = connection
    attach(connection)
    // What came along with the answer to the hello is in the queue already.
    loop.after(.zero) { [weak self] in self?.drain() }
  }

  deinit { close() }

  /// The message's serial number, nil when it cannot be sent.
  @discardableResult
  func send(_ message: OpaquePointer) -> UInt32? {
    guard let connection else { return nil }
    var serial: dbus_uint32_t = 0
    return dbus_connection_send(connection, message, &serial) != 0 ? serial : nil
  }

  /// Closes the connection after what was sent has gone out, waiting for that.
  func close() {
    guard let connection else { return }
    self.connection = nil
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    for watch in watches.values { watch.cancel() }
    watches = [:]
    if dbus_connection_get_is_connected(connection) != 0 {
      dbus_connection_flush(connection)
    }
    dbus_connection_close(connection)
    dbus_connection_unref(connection)
  }

  private func attach(_ connection: OpaquePointer) {
    // Unretained: the functions are taken back before this object goes.
    let me = Unmanaged.passUnretained(self).toOpaque()
    dbus_connection_set_watch_functions(
      connection,
      { watch, me in
        BusConnection.withSelf(me) { $0.update(watch) }
        return 1
      },
      { watch, me in
        BusConnection.withSelf(me) { $0.forget(watch) }
      },
      { watch, me in
        BusConnection.withSelf(me) { $0.update(watch) }
      }, me, nil)
  }

  private static func withSelf(
    _ pointer: UnsafeMutableRawPointer?, _ body: (BusConnection) -> Void
  ) {
    guard let pointer else { return }
    body(Unmanaged<BusConnection>.fromOpaque(pointer).takeUnretainedValue())
  }

  private func update(_ watch: OpaquePointer?) {
    guard let watch else { return }
    forget(watch)
    guard dbus_watch_get_enabled(watch) != 0 else { return }
    let flags = dbus_watch_get_flags(watch)
    var interest: Readiness = []
    if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
    if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
    watches[watch] = loop.watch(dbus_watch_get_unix_fd(watch), for: interest) {
      [weak self] readiness in
      self?.handle(watch, readiness)
    }
  }

  private func forget(_ watch: OpaquePointer?) {
    guard let watch else { return }
    watches.removeValue(forKey: watch)?.cancel()
  }

  private func handle(_ watch: OpaquePointer, _ readiness: Readiness) {
    var flags: UInt32 = 0
    if readiness.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if readiness.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if readiness.contains(.hangUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
    if readiness.contains(.failed) { flags |= DBUS_WATCH_ERROR.rawValue }
    dbus_watch_handle(watch, flags)
    drain()
  }

  private func drain() {
    // A message's handler may close the connection, hence asked each time.
    while let connection, let message = dbus_connection_pop_message(connection) {
      onMessage?(message)
      dbus_message_unref(message)
    }
    guard let connection, dbus_connection_get_is_connected(connection) == 0 else { return }
    close()
    onLost?()
  }
}

extension BusError {
  /// Takes over what libdbus reports and empties it.
  init(taking error: inout DBusError) {
    self.init(
      name: error.name.map { String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed",
      message: error.message.map { String(cString: $0) } ?? "")
    dbus_error_free(&error)
  }
}
