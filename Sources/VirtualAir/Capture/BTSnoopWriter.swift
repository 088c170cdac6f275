// A capture that tshark, Wireshark and btmon read.

import CLinux
import Glibc
import Records

/// A capture file could not be made or written.
public struct CaptureError: Error, Equatable {
  /// The file.
  public let path: String
  /// What the system said, as `errno`.
  public let errno: CInt
}

/// Writes a btsnoop file of datalink 2001 (Linux monitor), which keeps the adapters apart. Times
/// are the virtual clock's, counted from 1970; what is finer than a microsecond is cut off.
public final class BTSnoopWriter: PacketCapture {
  /// Little enough that the capture of a guest that died shows what led to it.
  private static let bufferBytes = 4096

  private let path: String
  private let descriptor: CInt
  private var pending: [UInt8]
  /// The first error in writing, after which nothing more is written.
  public private(set) var failure: CaptureError?

  /// Makes the file, or empties it.
  public init(path: String) throws(CaptureError) {
    self.path = path
    descriptor = linux_create(path, O_WRONLY | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw CaptureError(path: path, errno: errno) }
    pending = BTSnoopReader.magic + Self.bigEndian(1) + Self.bigEndian(2001)
  }

  deinit {
    flush()
    close(descriptor)
  }

  /// Adds a packet.
  public func packet(_ packet: [UInt8], adapter: Int, fromHost: Bool, at time: VirtualTime) {
    guard let opcode = Self.opcode(packet, fromHost: fromHost) else { return }
    let length = Self.bigEndian(UInt32(packet.count - 1))
    let microseconds = UInt64(
      bitPattern: BTSnoopReader.epochMicroseconds + time.nanoseconds / 1000)
    pending += length + length + Self.bigEndian(UInt32(adapter) << 16 | opcode)
    pending += Self.bigEndian(0)
    pending += Self.bigEndian(UInt32(microseconds >> 32))
    pending += Self.bigEndian(UInt32(truncatingIfNeeded: microseconds))
    pending += packet.dropFirst()
    if pending.count >= Self.bufferBytes { flush() }
  }

  /// Writes out what is kept back.
  public func flush() {
    var start = 0
    while start < pending.count, failure == nil {
      let written = pending[start...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        failure = CaptureError(path: path, errno: errno)
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// The monitor's number for a kind of packet and its direction.
  private static func opcode(_ packet: [UInt8], fromHost: Bool) -> UInt32? {
    switch packet.first.flatMap(PacketKind.init(rawValue:)) {
    case .command: 2
    case .event: 3
    case .acl: fromHost ? 4 : 5
    case .sco: fromHost ? 6 : 7
    case .iso: fromHost ? 18 : 19
    case nil: nil
    }
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }
}
