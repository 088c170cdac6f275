// H4, the framing between a host and its controller: one byte for the kind, then the HCI packet
// (Core specification 5.3, Vol 4 Part A 2).

/// The kinds of HCI packet that H4 tells apart.
enum PacketKind: UInt8 {
  case command = 1
  case acl = 2
  case sco = 3
  case event = 4
  case iso = 5

  /// How many bytes, the kind included, say how long the packet is.
  var headerBytes: Int {
    switch self {
    case .command, .sco: 4
    case .acl, .iso: 5
    case .event: 3
    }
  }

  /// The length of the whole packet that begins with these bytes, of which there are at least
  /// `headerBytes`.
  func packetBytes(_ header: some Collection<UInt8>) -> Int {
    let last = header.index(header.startIndex, offsetBy: headerBytes - 1)
    switch self {
    case .command, .sco, .event: return headerBytes + Int(header[last])
    case .acl: return headerBytes + Int(header.uint16(at: 3) ?? 0)
    case .iso: return headerBytes + Int((header.uint16(at: 3) ?? 0) & 0x3FFF)
    }
  }
}
