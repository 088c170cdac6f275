// Data on a link: ACL packets, and the L2CAP frames that they carry in pieces.

/// The header of an ACL packet (Core specification 5.3, Vol 4 Part E 5.4.2).
struct ACLPacket {
  /// The sender's handle of the link.
  var handle: UInt16
  /// The packet boundary flag: 0 or 2 begins an L2CAP frame, 1 continues it.
  var boundary: UInt8
  var payload: ArraySlice<UInt8>

  static let continuing: UInt8 = 1
  static let beginning: UInt8 = 2

  init(handle: UInt16, boundary: UInt8, payload: ArraySlice<UInt8>) {
    self.handle = handle
    self.boundary = boundary
    self.payload = payload
  }

  /// The ACL packet in an H4 packet; nil when it is something else or cut short.
  init?(_ packet: [UInt8]) {
    guard packet.first == PacketKind.acl.rawValue, let word = packet.uint16(at: 1),
      let length = packet.uint16(at: 3), packet.count == 5 + Int(length)
    else { return nil }
    handle = word & 0x0FFF
    boundary = UInt8(word >> 12 & 3)
    payload = packet[5...]
  }

  /// The H4 packet as the controller hands it to the host at the other end: a beginning that the
  /// sender marked non-flushable (0) arrives as 2, the only beginning a controller gives.
  func received(handle: UInt16) -> [UInt8] {
    let flag = boundary == Self.continuing ? Self.continuing : Self.beginning
    let word = handle | UInt16(flag) << 12
    return [PacketKind.acl.rawValue] + word.littleEndian2
      + UInt16(payload.count).littleEndian2 + payload
  }
}

/// One L2CAP frame and the packets that it came in.
struct L2CAPFrame {
  /// The channel of the attribute protocol.
  static let attributeChannel: UInt16 = 4

  var packets: [ACLPacket]
  var channel: UInt16
  var payload: [UInt8]

  init(packets: [ACLPacket], channel: UInt16, payload: [UInt8]) {
    self.packets = packets
    self.channel = channel
    self.payload = payload
  }

  /// A frame of the attribute protocol made here, in one packet.
  init(attribute pdu: [UInt8]) {
    let bytes = UInt16(pdu.count).littleEndian2 + Self.attributeChannel.littleEndian2 + pdu
    let packet = ACLPacket(handle: 0, boundary: ACLPacket.beginning, payload: bytes[...])
    self.init(packets: [packet], channel: Self.attributeChannel, payload: pdu)
  }
}

/// Puts the frames together that one end of a link sends.
struct L2CAPReassembly {
  private var packets: [ACLPacket] = []
  private var bytes: [UInt8] = []

  /// Takes the next packet; the frame that is whole with it. A beginning before the frame before
  /// is whole throws that one away, and so does a continuation of nothing, as a controller's
  /// receiver would.
  mutating func take(_ packet: ACLPacket) -> L2CAPFrame? {
    if packet.boundary == ACLPacket.continuing {
      guard !packets.isEmpty else { return nil }
    } else {
      packets = []
      bytes = []
    }
    packets.append(packet)
    bytes += packet.payload
    guard let length = bytes.uint16(at: 0), let channel = bytes.uint16(at: 2),
      bytes.count >= 4 + Int(length)
    else { return nil }
    let frame = L2CAPFrame(
      packets: packets, channel: channel, payload: Array(bytes[4..<(4 + Int(length))]))
    packets = []
    bytes = []
    return frame
  }
}
