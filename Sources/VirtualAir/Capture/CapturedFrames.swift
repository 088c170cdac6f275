// Meters' frames out of a capture: notifications put together again.

import Records
import SharedProtocols

/// The bytes of one frame, as far as they came.
public struct CapturedFrame: Sendable, Hashable {
  /// When its last piece came, on the capture's clock.
  public var time: VirtualTime
  /// The adapter that it was captured on.
  public var adapter: Int
  /// The attribute that notified it.
  public var handle: UInt16
  /// Its bytes; fewer than a frame has where pieces are missing.
  public var bytes: [UInt8]
}

/// Collects frames from packets in the order of a capture. Any packets may be given.
///
/// A frame's length is known by its beginning: a UM meter's id makes it 130 bytes, three bytes with
/// the lowest bit set are a documented value, all else is a TC66C's 192. A frame that stops is given
/// up when nothing came for `patience`; what there is of it comes out as it is.
public struct CapturedFrames {
  /// How long the next piece of a frame may take: much longer than a piece on the meters' serial
  /// line (21 ms), and less than the meters take between two answers asked for at their own rate.
  public static let patience = Duration.milliseconds(250)

  private var links: [Link: L2CAPReassembly] = [:]
  private var streams: [Stream: CapturedFrame] = [:]
  /// What hosts were notified of.
  private var received: [CapturedFrame] = []
  /// What the hosts of meters notified.
  private var sent: [CapturedFrame] = []

  private struct Link: Hashable {
    var adapter: Int
    var fromHost: Bool
    var handle: UInt16
  }

  private struct Stream: Hashable {
    var link: Link
    var attribute: UInt16
  }

  /// Nothing collected yet.
  public init() {}

  /// The frames so far, in the order in which they were whole, the unfinished at the end. A capture
  /// of both ends of a link has each frame twice: those that a host received are preferred.
  public var frames: [CapturedFrame] {
    let waiting = streams.sorted {
      ($0.value.time, $0.value.adapter, $0.value.handle)
        < ($1.value.time, $1.value.adapter, $1.value.handle)
    }
    func unfinished(fromHost: Bool) -> [CapturedFrame] {
      waiting.filter { $0.key.link.fromHost == fromHost }.map(\.value)
    }
    let all = received + unfinished(fromHost: false)
    return all.isEmpty ? sent + unfinished(fromHost: true) : all
  }

  /// Takes the next packet.
  public mutating func take(_ packet: CapturedPacket) {
    guard let piece = ACLPacket(packet.bytes) else { return }
    let link = Link(adapter: packet.adapter, fromHost: packet.fromHost, handle: piece.handle)
    guard let frame = links[link, default: L2CAPReassembly()].take(piece),
      frame.channel == L2CAPFrame.attributeChannel
    else { return }
    for (attribute, value) in ATT.notified(frame.payload) {
      take(value, of: Stream(link: link, attribute: attribute), at: packet.time)
    }
  }

  private mutating func take(_ value: ArraySlice<UInt8>, of stream: Stream, at time: VirtualTime) {
    if let waiting = streams[stream] {
      // The times are a file's, and may be any.
      let (gap, overflow) = time.nanoseconds.subtractingReportingOverflow(waiting.time.nanoseconds)
      if overflow || gap > Self.patience.wholeNanoseconds { finish(stream, waiting) }
    }
    var frame =
      streams[stream]
      ?? CapturedFrame(
        time: time, adapter: stream.link.adapter, handle: stream.attribute, bytes: [])
    frame.time = time
    let isFirst = frame.bytes.isEmpty
    frame.bytes += value
    if isFirst, case .documentedTC66 = try? MeterFrame(decoding: frame.bytes) {
      return finish(stream, frame)
    }
    while case let count = MeterFrame.expectedByteCount(beginning: frame.bytes),
      frame.bytes.count >= count
    {
      var whole = frame
      whole.bytes = Array(frame.bytes.prefix(count))
      finish(stream, whole)
      frame.bytes.removeFirst(count)
    }
    streams[stream] = frame.bytes.isEmpty ? nil : frame
  }

  private mutating func finish(_ stream: Stream, _ frame: CapturedFrame) {
    streams[stream] = nil
    if stream.link.fromHost { sent.append(frame) } else { received.append(frame) }
  }
}

extension ATT {
  /// The attributes and their values in a notification or indication; nothing for other PDUs.
  static func notified(_ pdu: [UInt8]) -> [(attribute: UInt16, value: ArraySlice<UInt8>)] {
    guard let opcode = pdu.first, let attribute = pdu.uint16(at: 1) else { return [] }
    switch opcode {
    case notification, indication: return [(attribute, pdu[3...])]
    case multipleNotification:
      var found: [(UInt16, ArraySlice<UInt8>)] = []
      var offset = 1
      while let attribute = pdu.uint16(at: offset), let length = pdu.uint16(at: offset + 2) {
        let end = offset + 4 + Int(length)
        guard end <= pdu.count else { break }
        found.append((attribute, pdu[offset + 4..<end]))
        offset = end
      }
      return found
    default: return []
    }
  }
}
