// How a frame gets from the meter's processor to the air: over a slow serial line, in pieces.

/// The serial line between a meter's processor and its radio, and the pieces in which the radio
/// passes on what comes over it.
public struct SerialLine: Sendable, Hashable, Codable {
  /// Bits a second, ten for each byte; nil for a line that takes no time.
  public var baud: Int?
  /// The most bytes that the radio puts into one notification.
  public var pieceByteCount: Int

  /// One notification of a frame.
  struct Piece: Equatable {
    /// From the frame's start on the line until the piece's last byte is through.
    var delay: Duration
    var bytes: [UInt8]
  }

  /// A line of the meters' own speed and the largest notification of an ATT MTU of 23, unless told
  /// otherwise. Both numbers, where given, are above zero.
  public init(baud: Int? = 9600, pieceByteCount: Int = 20) {
    precondition(pieceByteCount > 0 && baud ?? 1 > 0, "a serial line needs positive numbers")
    self.baud = baud
    self.pieceByteCount = pieceByteCount
  }

  /// The notifications that carry `frame`, on a link that takes at most `limit` bytes in each. Each is due when its last byte is through, counted from
  /// the frame's start and cut to whole nanoseconds, so that rounding never adds up.
  func pieces(of frame: [UInt8], limit: Int = .max) -> [Piece] {
    let size = max(1, min(pieceByteCount, limit))
    return stride(from: 0, to: frame.count, by: size).map { start in
      let end = min(start + size, frame.count)
      return Piece(delay: time(ofBytes: end), bytes: Array(frame[start..<end]))
    }
  }

  private func time(ofBytes count: Int) -> Duration {
    guard let baud else { return .zero }
    return .nanoseconds(Int64(count) * 10 * 1_000_000_000 / Int64(baud))
  }
}
