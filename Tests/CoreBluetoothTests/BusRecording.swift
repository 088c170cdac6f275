// The D-Bus traffic between bluetoothd and a central, as dbus-monitor writes it (pcap, link type 231).

import CDBus
import Foundation
import Testing

@testable import BlueZ

/// A recording: the central's calls, bluetoothd's answers to them and its signals, in their order.
struct BusRecording {
  private(set) var messages: [Message] = []

  /// One message of it.
  final class Message {
    let pointer: OpaquePointer
    let arguments: [BusValue]

    init(_ bytes: Data) throws {
      var error = meterloop_dbus_error()
      let read = bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) in
        dbus_message_demarshal(
          buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count), &error)
      }
      guard let read else { throw BusError(taking: &error) }
      pointer = read
      arguments = try BlueZ.arguments(of: read)
    }

    /// A signal that was not recorded.
    init(_ signal: Signal) throws {
      pointer = try signal.message()
      arguments = signal.arguments
    }

    /// An answer that was not recorded; an error, if it has a name.
    init(error: String?, _ arguments: [BusValue]) throws {
      let type = error == nil ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_ERROR
      pointer = try #require(dbus_message_new(type))
      if let error { dbus_message_set_error_name(pointer, error) }
      try append(arguments, to: pointer)
      self.arguments = arguments
    }

    deinit { dbus_message_unref(pointer) }

    var type: CInt { dbus_message_get_type(pointer) }
    var sender: String { text(dbus_message_get_sender(pointer)) }
    var destination: String { text(dbus_message_get_destination(pointer)) }
    var path: String { text(dbus_message_get_path(pointer)) }
    var member: String { text(dbus_message_get_member(pointer)) }
    var serial: UInt32 { dbus_message_get_serial(pointer) }
    var answered: UInt32 { dbus_message_get_reply_serial(pointer) }
    var isCall: Bool { type == DBUS_MESSAGE_TYPE_METHOD_CALL }
    var isSignal: Bool { type == DBUS_MESSAGE_TYPE_SIGNAL }
    /// The value that a PropertiesChanged tells.
    var value: [UInt8]? { arguments.dropFirst().first?.properties?["Value"]?.bytes }
    /// What a call or a signal is about.
    var name: String { "\(path) \(text(dbus_message_get_interface(pointer))).\(member)" }
  }

  /// Reads a file of the folder Recordings.
  init(_ name: String) throws {
    let file = try Data(contentsOf: Self.folder.appending(path: name))
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
    }
    try #require(file.count > 24 && number(0) == 0xA1B2_C3D4 && number(20) == 231, "\(name)")
    var offset = 24
    var all: [Message] = []
    while offset + 16 <= file.count {
      let end = offset + 16 + number(offset + 8)
      try #require(end <= file.count, "\(name) ends in a message")
      all.append(try Message(file[(offset + 16)..<end]))
      offset = end
    }
    // The meter's or device's own program talks to bluetoothd too, but does not scan.
    let start = try #require(all.first { $0.isCall && $0.member == "StartDiscovery" })
    let central = start.sender
    let daemon = try #require(all.first { $0.destination == central && !$0.isSignal }).sender
    messages = all.filter { message in
      message.isCall
        ? message.sender == central
        : message.sender == daemon
          && (message.isSignal ? message.destination.isEmpty : message.destination == central)
    }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Recordings")

  /// The values that the objects of this path's end were told to have.
  func values(of pathEnd: String) -> [[UInt8]] {
    messages.filter { $0.isSignal && $0.path.hasSuffix(pathEnd) }.compactMap(\.value)
  }
}
