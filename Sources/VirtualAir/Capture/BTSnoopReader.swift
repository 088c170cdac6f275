// Captures read back: those of BTSnoopWriter and btmon, and those that Android keeps.

import Records

/// Why a file is no capture that can be read.
public enum BTSnoopError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It does not begin with `btsnoop` and a version.
  case notBTSnoop
  /// It is of another version than 1.
  case version(UInt32)
  /// Its packets are of a kind that is not known here.
  case datalink(UInt32)
  /// It ends within the packet that begins so many bytes in.
  case cutShort(offset: Int)

  /// One line that says what is wrong.
  public var description: String {
    switch self {
    case .notBTSnoop: "this is no btsnoop capture"
    case .version(let found): "this is a btsnoop capture of version \(found); 1 is known"
    case .datalink(let found):
      "this btsnoop capture has the datalink \(found); 1001, 1002 and 2001 are known"
    case .cutShort(let offset): "the capture ends within the packet at byte \(offset)"
    }
  }
}

/// One packet of a capture.
public struct CapturedPacket: Sendable, Hashable {
  /// When, on the clock whose zero is 1970.
  public var time: VirtualTime
  /// The adapter, 0 where the capture does not tell adapters apart.
  public var adapter: Int
  /// Whether the host sent it to its controller.
  public var fromHost: Bool
  /// The H4 packet.
  public var bytes: [UInt8]
}

/// Reads a btsnoop file from its bytes, packet by packet. Any bytes may be given.
public struct BTSnoopReader: Sendable {
  private let bytes: [UInt8]
  private let datalink: Datalink
  private var offset = 16

  private enum Datalink: UInt32 {
    /// HCI packets without their H4 byte.
    case hci = 1001
    /// HCI packets with it.
    case uart = 1002
    /// Linux's monitor.
    case monitor = 2001
  }

  /// What every capture begins with.
  public static let magic = Array("btsnoop\0".utf8)
  /// Microseconds from btsnoop's zero, the beginning of the year 0, to that of 1970.
  static let epochMicroseconds: Int64 = 0x00DC_DDB3_0F2F_8000
  private static let headerByteCount = 24

  /// Reads the head of a capture.
  public init(_ bytes: [UInt8]) throws(BTSnoopError) {
    guard bytes.starts(with: Self.magic), let version = Self.word(bytes, 8),
      let datalink = Self.word(bytes, 12)
    else { throw .notBTSnoop }
    guard version == 1 else { throw .version(version) }
    guard let known = Datalink(rawValue: datalink) else { throw .datalink(datalink) }
    self.bytes = bytes
    self.datalink = known
  }

  /// The next packet; nil at the end. What is no HCI packet (a monitor's own notes) is passed over.
  /// After an error there is nothing more.
  public mutating func next() throws(BTSnoopError) -> CapturedPacket? {
    while offset < bytes.count {
      let start = offset
      guard let length = Self.word(bytes, start + 4), let flags = Self.word(bytes, start + 8),
        let high = Self.word(bytes, start + 16), let low = Self.word(bytes, start + 20),
        Int(length) <= bytes.count - start - Self.headerByteCount
      else {
        offset = bytes.count
        throw .cutShort(offset: start)
      }
      let begin = start + Self.headerByteCount
      offset = begin + Int(length)
      guard let direction = direction(flags) else { continue }
      let data = bytes[begin..<offset]
      return CapturedPacket(
        time: Self.time(UInt64(high) << 32 | UInt64(low)),
        adapter: datalink == .monitor ? Int(flags >> 16) : 0, fromHost: direction.fromHost,
        bytes: (direction.kind.map { [$0.rawValue] } ?? []) + data)
    }
    return nil
  }

  /// Who sent a packet, and its kind where that is not in the packet; nil for what is no packet.
  private func direction(_ flags: UInt32) -> (fromHost: Bool, kind: PacketKind?)? {
    switch datalink {
    case .uart: (flags & 1 == 0, nil)
    case .hci:
      (flags & 1 == 0, flags & 2 == 0 ? .acl : flags & 1 == 0 ? .command : .event)
    case .monitor:
      switch flags & 0xFFFF {
      case 2: (true, .command)
      case 3: (false, .event)
      case 4: (true, .acl)
      case 5: (false, .acl)
      case 6: (true, .sco)
      case 7: (false, .sco)
      case 18: (true, .iso)
      case 19: (false, .iso)
      default: nil
      }
    }
  }

  /// A time that no clock can say becomes the nearest that it can.
  private static func time(_ stamp: UInt64) -> VirtualTime {
    let microseconds = Int64(bitPattern: stamp).subtractingReportingOverflow(epochMicroseconds)
    let (nanoseconds, overflow) = microseconds.partialValue.multipliedReportingOverflow(by: 1000)
    guard !microseconds.overflow, !overflow else {
      return VirtualTime(nanoseconds: Int64(bitPattern: stamp) < 0 ? .min : .max)
    }
    return VirtualTime(nanoseconds: nanoseconds)
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
