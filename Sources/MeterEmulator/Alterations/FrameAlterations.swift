// All alterations of one meter, and which of them the central has got to see.

/// What is laid on a meter's frames, in the order in which it was laid: each alteration gets what the
/// one before it left.
struct FrameAlterations {
  private var laid: [FrameAlteration] = []
  /// What was altered in the frame on the line, until a central got it or missed a piece.
  private var unseen: [AlteredFrame] = []
  /// The frame before, as it went out.
  private var previous: [UInt8] = []

  mutating func add(_ alteration: FrameAlteration) { laid.append(alteration) }

  /// The frame's notifications as they are to go out, where `split` makes them.
  mutating func notifications(
    of bytes: [UInt8], split: ([UInt8]) -> [SerialLine.Piece]
  ) -> [SerialLine.Piece] {
    let frame = OutgoingFrame(bytes: wholly(bytes), previous: previous)
    previous = frame.bytes
    let pieces = split(frame.bytes)
    var values = pieces.map(\.bytes)
    for alteration in laid {
      guard let altered = alteration.altered(values, of: frame) else { continue }
      values = altered
      unseen.append(AlteredFrame(alteration: alteration, bytes: [], end: 0))
    }
    guard values != pieces.map(\.bytes) else { return pieces }
    // Where notifications come and go, places within the frame mean nothing: all is seen at the end.
    let sent = values.reduce([], +)
    for index in unseen.indices {
      unseen[index].end = sent.count
      if unseen[index].bytes.isEmpty { unseen[index].bytes = sent }
    }
    let last = pieces.last?.delay ?? .zero
    return values.enumerated().map { index, bytes in
      SerialLine.Piece(
        delay: pieces.indices.contains(index) ? pieces[index].delay : last, bytes: bytes)
    }
  }

  /// The same frame where it goes out whole and at once, with what was altered in it.
  mutating func atOnce(_ bytes: [UInt8]) -> (bytes: [UInt8], seen: [AlteredFrame]) {
    let waiting = unseen
    defer { unseen = waiting }
    let altered = wholly(bytes)
    return (altered, unseen)
  }

  private mutating func wholly(_ bytes: [UInt8]) -> [UInt8] {
    laid.removeAll { !$0.isLaid }
    unseen = []
    var bytes = bytes
    for alteration in laid {
      let frame = OutgoingFrame(bytes: bytes, previous: previous)
      guard let altered = alteration.altered(frame) else { continue }
      bytes = altered.bytes
      unseen.append(altered)
    }
    // A later alteration may have cut off what an earlier one changed.
    for index in unseen.indices { unseen[index].end = min(unseen[index].end, bytes.count) }
    return bytes
  }

  /// What a central has seen with so many bytes of the frame out, each alteration once.
  mutating func seen(upTo end: Int) -> [AlteredFrame] {
    let seen = unseen.filter { $0.end <= end }
    unseen.removeAll { $0.end <= end }
    return seen
  }

  /// The rest of the frame on the line is lost.
  mutating func lose() { unseen = [] }
}
