// Where a packet goes: the one thing that the air knows of a host or a controller.

/// Takes H4 packets, one at a time.
public protocol PacketPort: AnyObject {
  /// Sends one whole H4 packet.
  func send(_ packet: [UInt8])
}
