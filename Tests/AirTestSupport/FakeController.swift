// A controller for unit tests: it answers each command with success, and keeps what it was sent.

import VirtualAir

/// Keeps what was sent to it.
public final class FakeHost: PacketPort {
  /// All packets, the oldest first.
  public private(set) var packets: [[UInt8]] = []

  /// Keeps the packet.
  public func send(_ packet: [UInt8]) { packets.append(packet) }

  /// The packets since the last call.
  public func take() -> [[UInt8]] {
    defer { packets = [] }
    return packets
  }
}

/// Answers commands as btvirt does.
public final class FakeController: PacketPort {
  /// The commands that it was sent.
  public var commands: [[UInt8]] = []
  /// The adapter to which the answers go.
  public weak var adapter: RadioAdapter?
  private let address: [UInt8]

  init(address: [UInt8]) { self.address = address }

  /// Keeps the command and answers it.
  public func send(_ packet: [UInt8]) {
    commands.append(packet)
    let result = packet[1] == 0x09 && packet[2] == 0x10 ? [0] + address : [0]
    adapter?.fromController(
      [0x04, 0x0E, UInt8(3 + result.count), 1, packet[1], packet[2]] + result)
  }
}
