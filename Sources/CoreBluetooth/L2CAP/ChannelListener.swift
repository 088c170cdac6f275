// A number under which centrals can open channels.

import CLinux
import EventLoop
import Glibc

/// A listening socket. Confined to the radio thread.
final class ChannelListener {
  let psm: CBL2CAPPSM
  private let descriptor: CInt
  private var watch: DescriptorWatch?

  /// The numbers that LE leaves to programs (Core Specification Vol 3 Part A 4.22).
  private static let numbers: ClosedRange<CBL2CAPPSM> = 0x80...0xFF
  private static let backlog: CInt = 8

  /// Listens at the adapter under the first free number. Throws an error number.
  init(at adapter: DeviceAddress, encrypted: Bool, on loop: EventLoop) throws(SocketError) {
    var found: (CInt, CBL2CAPPSM)?
    for number in Self.numbers where found == nil {
      let descriptor = linux_l2cap_socket(adapter.bytes, adapter.type, number, encrypted ? 1 : 0)
      if descriptor >= 0 { found = (descriptor, number) } else if errno != EADDRINUSE { break }
    }
    guard let found else { throw SocketError(code: errno) }
    (descriptor, psm) = found
    guard listen(descriptor, Self.backlog) == 0 else { throw SocketError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Tells of each channel that a central opens, with the central's address.
  func start(on loop: EventLoop, _ opened: @escaping (ChannelSocket, String) -> Void) {
    watch = loop.watch(descriptor, for: .readable) { [weak self] _ in
      guard let self else { return }
      let accepted = linux_accept(descriptor)
      guard accepted >= 0 else { return }
      let socket = ChannelSocket(adopting: accepted)
      var bytes = [UInt8](repeating: 0, count: 6)
      let type = linux_l2cap_peer(accepted, &bytes)
      // One that has gone again by now.
      guard type >= 0 else { return }
      opened(socket, DeviceAddress(bytes: bytes, type: UInt8(type)).text)
    }
  }

  /// Takes the number back. Channels that are open stay so.
  func stop() {
    watch?.cancel()
    watch = nil
  }
}

/// What the kernel had against a socket.
struct SocketError: Error, CustomStringConvertible {
  let code: CInt

  var description: String { String(cString: strerror(code)) }
}
