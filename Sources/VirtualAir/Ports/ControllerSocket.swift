// btvirt's side of a virtual controller.

import CLinux
import EventLoop
import Glibc

/// A connection to `btvirt -s`: one virtual LE controller, as a stream of H4.
public final class ControllerSocket: PacketPort {
  /// Called with each packet of the controller.
  public var onPacket: (([UInt8]) -> Void)?
  /// Called once, when the connection is of no more use.
  public var onFailure: ((PortError) -> Void)?

  /// Where btvirt listens for those who want an LE controller.
  public static let defaultPath = "/tmp/bt-server-le"
  private let path: String
  private let descriptor: CInt
  private let loop: EventLoop
  private var reading: DescriptorWatch?
  private var writing: DescriptorWatch?
  private var framer = H4Framer()
  private var unsent: [UInt8] = []

  /// Connects; fails at once while btvirt does not listen.
  public init(loop: EventLoop, path: String = ControllerSocket.defaultPath) throws(PortError) {
    self.loop = loop
    self.path = path
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isConnected = withUnsafeMutablePointer(to: &address) { pointer -> Bool in
      let room = MemoryLayout.size(ofValue: pointer.pointee.sun_path)
      guard path.utf8.count < room else {
        errno = ENAMETOOLONG
        return false
      }
      withUnsafeMutableBytes(of: &pointer.pointee.sun_path) { $0.copyBytes(from: path.utf8) }
      return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isConnected, linux_set_nonblocking(descriptor) == 0 else {
      let error = errno
      close(descriptor)
      throw .cannotOpen(path: path, errno: error)
    }
    reading = loop.watch(descriptor, for: .readable) { [unowned self] _ in receive() }
  }

  deinit {
    reading?.cancel()
    writing?.cancel()
    close(descriptor)
  }

  /// Sends the controller a packet; what the socket does not take now follows later.
  public func send(_ packet: [UInt8]) {
    unsent += packet
    flush()
  }

  private func flush() {
    while !unsent.isEmpty, reading != nil {
      // MSG_NOSIGNAL: a btvirt that died must be an error here, not the end of this process.
      let count = unsent.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 {
        unsent.removeFirst(count)
      } else if errno == EAGAIN {
        if writing == nil {
          writing = loop.watch(descriptor, for: .writable) { [unowned self] _ in flush() }
        }
        return
      } else if errno != EINTR {
        fail(.failed(path: path, errno: errno))
      }
    }
    writing?.cancel()
    writing = nil
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else {
      fail(count == 0 ? .closed(path: path) : .failed(path: path, errno: errno))
      return
    }
    do {
      var packets = try framer.take(buffer[..<count])
      while !packets.isEmpty {
        for packet in packets { onPacket?(packet) }
        packets = try framer.take([])
      }
    } catch {
      fail(.notH4(path: path, byte: error.unknownKind))
    }
  }

  private func fail(_ error: PortError) {
    reading?.cancel()
    reading = nil
    writing?.cancel()
    writing = nil
    onFailure?(error)
    onFailure = nil
  }
}
