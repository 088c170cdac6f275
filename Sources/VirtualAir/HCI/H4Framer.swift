// A stream socket keeps no packets apart; this puts them together again.

/// A byte stream that is not H4: no packet begins with this byte, so all that follows is lost.
struct H4Error: Error, Equatable {
  let unknownKind: UInt8
}

/// Cuts a stream of H4 into packets.
struct H4Framer {
  private var pending: [UInt8] = []

  /// Takes the next bytes of the stream; returns the packets that are whole with them. Where they end in
  /// what is no packet, it throws at the next call: what came before it is not lost.
  mutating func take(_ bytes: some Sequence<UInt8>) throws(H4Error) -> [[UInt8]] {
    pending += bytes
    var packets: [[UInt8]] = []
    var start = 0
    while start < pending.count {
      guard let kind = PacketKind(rawValue: pending[start]) else {
        guard packets.isEmpty else { break }
        throw H4Error(unknownKind: pending[start])
      }
      let rest = pending[start...]
      guard rest.count >= kind.headerBytes else { break }
      let length = kind.packetBytes(rest)
      guard rest.count >= length else { break }
      packets.append(Array(rest.prefix(length)))
      start += length
    }
    pending.removeFirst(start)
    return packets
  }
}
