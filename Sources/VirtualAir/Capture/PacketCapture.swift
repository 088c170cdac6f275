// What is written down of the packets between each host and the air.

import Records

/// Keeps packets as a host saw them.
public protocol PacketCapture: AnyObject {
  /// One H4 packet that the host of an adapter sent or was given.
  func packet(_ packet: [UInt8], adapter: Int, fromHost: Bool, at time: VirtualTime)
}
