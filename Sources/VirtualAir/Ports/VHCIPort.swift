// The kernel's side of a virtual controller.

import CLinux
import EventLoop
import Glibc

/// What goes wrong between the air, the kernel and btvirt.
public enum PortError: Error, Equatable, CustomStringConvertible {
  /// A device or socket could not be opened.
  case cannotOpen(path: String, errno: CInt)
  /// It was open, and reading or writing failed.
  case failed(path: String, errno: CInt)
  /// The other side closed it.
  case closed(path: String)
  /// What came in is no H4: no packet begins with this byte.
  case notH4(path: String, byte: UInt8)
  /// No controller told its address in time.
  case noAddress(adapter: Int)
  /// The kernel gave the adapter another number than the air did.
  case wrongIndex(adapter: Int, kernel: Int)

  /// What happened, for people.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let error):
      "cannot open \(path): \(String(cString: strerror(error)))"
    case .failed(let path, let error): "\(path): \(String(cString: strerror(error)))"
    case .closed(let path): "\(path): closed by the other side"
    case .notH4(let path, let byte): "\(path): no HCI packet begins with byte \(byte)"
    case .noAddress(let adapter): "the controller of hci\(adapter) did not tell its address"
    case .wrongIndex(let adapter, let kernel):
      "hci\(adapter) was made, but the kernel calls it hci\(kernel)"
    }
  }
}

/// /dev/vhci: each read and write is one H4 packet of the kernel's Bluetooth stack.
public final class VHCIPort: PacketPort {
  /// Called with each packet of the host.
  public var onPacket: (([UInt8]) -> Void)?
  /// Called with the number that the kernel gave the adapter: N of hciN.
  public var onIndex: ((Int) -> Void)?
  /// Called once, when the port is of no more use.
  public var onFailure: ((PortError) -> Void)?

  /// The vendor packet that makes an adapter, and that the kernel answers with its number.
  private static let createKind: UInt8 = 0xFF
  private static let createPrimary: [UInt8] = [createKind, 0x00]
  private let path: String
  private let descriptor: CInt
  private var watch: DescriptorWatch?
  /// One packet at a time: a frame has at most 2 bytes of length and the header.
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Opens the device and makes an adapter.
  public init(loop: EventLoop, path: String = "/dev/vhci") throws(PortError) {
    self.path = path
    descriptor = linux_open(path, O_RDWR | O_NONBLOCK)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
    let written = Self.createPrimary.withUnsafeBytes {
      write(descriptor, $0.baseAddress, $0.count)
    }
    guard written == Self.createPrimary.count else {
      let error = errno
      close(descriptor)
      throw .cannotOpen(path: path, errno: error)
    }
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in receive() }
  }

  deinit {
    watch?.cancel()
    close(descriptor)
  }

  /// Hands the kernel a packet. While the adapter is down the kernel refuses it (ENXIO), and it is
  /// lost, as with real hardware.
  public func send(_ packet: [UInt8]) {
    let written = packet.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written < 0, errno != ENXIO { fail(.failed(path: path, errno: errno)) }
  }

  private func receive() {
    while watch != nil {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        take(Array(buffer[..<count]))
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return
      } else {
        fail(count == 0 ? .closed(path: path) : .failed(path: path, errno: errno))
      }
    }
  }

  private func take(_ packet: [UInt8]) {
    if packet.first == Self.createKind {
      if let index = packet.uint16(at: 2) { onIndex?(Int(index)) }
    } else {
      onPacket?(packet)
    }
  }

  private func fail(_ error: PortError) {
    watch?.cancel()
    watch = nil
    onFailure?(error)
    onFailure = nil
  }
}
