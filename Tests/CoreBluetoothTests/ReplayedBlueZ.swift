// bluetoothd on a private bus, as it was recorded: its answers and its signals, in their order.

import BusTestSupport
import CDBus
import EventLoop
import Testing

@testable import BlueZ

/// Owns `org.bluez` and goes through a recording. A recorded call is waited for; what follows it is sent
/// when it has been made, with the caller's name and serial in place of the recorded ones.
final class ReplayedBlueZ {
  private let connection: BusConnection
  private let messages: [BusRecording.Message]
  private var next = 0
  /// The calls made so far, by the serial of the recorded one.
  private var made: [UInt32: (sender: String, serial: UInt32)] = [:]
  /// What was called that is not in the recording.
  private(set) var strangers: [String] = []
  /// What is waited for before anything more is sent: the answer to this serial, then that.
  private var awaited: (serial: UInt32, then: () -> Void)?
  /// Called before each message is sent; gives what is sent in its place, nil for the message itself.
  var lie: ((BusRecording.Message) throws -> [BusRecording.Message]?)?

  /// How many of the messages are over.
  var progress: Int { next }
  /// The recorded calls that were not made.
  var missing: [String] {
    messages.filter { $0.isCall && made[$0.serial] == nil }.map(\.name)
  }

  init(_ recording: BusRecording, on test: PrivateBus) throws {
    messages = recording.messages
    connection = try BusConnection(loop: test.loop, address: test.address.text)
    connection.onMessage = { [unowned self] message in
      do {
        if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL {
          try take(message)
        } else {
          try hear(message)
        }
      } catch { Issue.record(error) }
    }
    let call = MethodCall(
      destination: DBUS_SERVICE_DBUS, path: DBUS_PATH_DBUS, interface: DBUS_INTERFACE_DBUS,
      member: "RequestName", arguments: [.string("org.bluez"), .uint32(0)])
    let message = try call.message()
    defer { dbus_message_unref(message) }
    connection.send(message)
    try advance()
  }

  /// Leaves the bus, as a bluetoothd that has crashed.
  func leave() { connection.close() }

  /// Does `then` once the app has taken all that was sent before; nothing more is sent till then. What it
  /// is asked for it answers, with an error or without, when its turn comes.
  func whenTaken(_ then: @escaping () -> Void) throws {
    let app = try #require(made.values.first?.sender, "nobody has called yet")
    let ping = MethodCall(
      destination: app, path: "/", interface: DBUS_INTERFACE_PEER, member: "Ping")
    let message = try ping.message()
    defer { dbus_message_unref(message) }
    awaited = (try #require(connection.send(message)), then)
  }

  private func hear(_ answer: OpaquePointer) throws {
    guard let awaited, dbus_message_get_reply_serial(answer) == awaited.serial else { return }
    self.awaited = nil
    awaited.then()
    try advance()
  }

  private func take(_ call: OpaquePointer) throws {
    let values = try arguments(of: call)
    let recorded = messages.first { message in
      message.isCall && made[message.serial] == nil && message.arguments == values
        && message.path == text(dbus_message_get_path(call))
        && message.member == text(dbus_message_get_member(call))
        && text(dbus_message_get_interface(message.pointer))
          == text(dbus_message_get_interface(call))
    }
    guard let recorded else {
      let name = "\(text(dbus_message_get_path(call))) \(text(dbus_message_get_member(call)))"
      strangers.append("\(name) \(values)")
      let answer = try #require(
        dbus_message_new_error(call, DBUS_ERROR_NOT_SUPPORTED, "not in the recording: \(name)"))
      defer { dbus_message_unref(answer) }
      connection.send(answer)
      return
    }
    made[recorded.serial] = (text(dbus_message_get_sender(call)), dbus_message_get_serial(call))
    try advance()
  }

  /// Sends what comes before the next call that was not made yet.
  private func advance() throws {
    while awaited == nil, next < messages.count {
      let message = messages[next]
      if message.isCall {
        guard made[message.serial] != nil else { return }
        next += 1
        continue
      }
      next += 1
      for told in try lie?(message) ?? [message] { try send(told, in: message) }
    }
  }

  /// Sends a message as the recorded one would be: as a signal, or as the answer to its call.
  private func send(
    _ message: BusRecording.Message, in recorded: BusRecording.Message
  ) throws {
    let copy = try #require(dbus_message_copy(message.pointer))
    defer { dbus_message_unref(copy) }
    // The bus puts in this connection's own name.
    dbus_message_set_sender(copy, nil)
    if !message.isSignal {
      let caller = try #require(made[recorded.answered], "an answer before its call")
      dbus_message_set_destination(copy, caller.sender)
      dbus_message_set_reply_serial(copy, caller.serial)
    }
    // Nobody is told anything once the bus has gone, or this connection.
    connection.send(copy)
  }
}
