// The kernel's end of a channel.

import CLinux
import EventLoop
import Foundation
import Glibc
import Synchronization

/// A connected socket that both streams of a channel share. Any thread may use it.
final class ChannelSocket: Sendable {
  let descriptor: CInt
  private let state = Mutex(State())
  /// The longest packet either way, in bytes.
  private let sendingMTU: Int
  private let receivingMTU: Int

  private struct State {
    /// What was received and not read yet: a packet has to be taken whole.
    var received: ArraySlice<UInt8> = []
    var sidesOpen = 2
  }

  enum Reception {
    case bytes([UInt8])
    case nothingYet
    case end
    case failure(CInt)
  }

  /// Takes a connected socket over.
  init(adopting descriptor: CInt) {
    self.descriptor = descriptor
    sendingMTU = max(Int(linux_l2cap_mtu(descriptor, 1)), 23)
    receivingMTU = max(Int(linux_l2cap_mtu(descriptor, 0)), 23)
  }

  deinit { close(descriptor) }

  /// Whether `receive` would give something at once.
  var hasBytes: Bool {
    hasFetched || isReady(POLLIN, waiting: false)
  }
  /// Whether bytes were fetched already.
  var hasFetched: Bool { state.withLock { !$0.received.isEmpty } }
  /// Whether `send` would take something at once.
  var hasSpace: Bool { isReady(POLLOUT, waiting: false) }

  /// Waits until there is something to receive, or room to send.
  func wait(toReceive: Bool) { _ = isReady(toReceive ? POLLIN : POLLOUT, waiting: true) }

  private func isReady(_ event: CInt, waiting: Bool) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&request, 1, waiting ? -1 : 0) > 0
  }

  /// Up to `limit` bytes, without waiting. With a limit of 0 they are only fetched.
  func receive(_ limit: Int) -> Reception {
    state.withLock { state in
      if state.received.isEmpty {
        var packet = [UInt8](repeating: 0, count: receivingMTU)
        let count = recv(descriptor, &packet, packet.count, CInt(MSG_DONTWAIT))
        if count == 0 { return .end }
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothingYet : .failure(errno) }
        state.received = packet[..<count]
      }
      let bytes = [UInt8](state.received.prefix(limit))
      state.received = state.received.dropFirst(limit)
      return .bytes(bytes)
    }
  }

  /// Sends as much as there is room for, in packets; the number of bytes, or -1 with errno. EAGAIN
  /// says that the other side has given no credits.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sent = 0
    let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
    while sent < bytes.count {
      let packet = UnsafeRawBufferPointer(rebasing: bytes[sent...].prefix(sendingMTU))
      let count = Glibc.send(descriptor, packet.baseAddress, packet.count, flags)
      guard count > 0 else { return sent > 0 ? sent : -1 }
      sent += count
    }
    return sent
  }

  /// One of the two streams is closed; with the second one the channel is.
  func closeSide() {
    let isLast = state.withLock { state in
      state.sidesOpen -= 1
      return state.sidesOpen == 0
    }
    if isLast { shutdown(descriptor, CInt(SHUT_RDWR)) }
  }

  /// Calls `body` once, on the radio's thread, when there is something to receive or room to send.
  func whenReady(toReceive: Bool, _ body: @escaping @Sendable () -> Void) {
    RadioThread.shared.enter { [self] radio in
      var watch: DescriptorWatch?
      watch = radio.loop.watch(descriptor, for: toReceive ? .readable : .writable) { [self] _ in
        // The descriptor stays open for as long as it is watched.
        withExtendedLifetime(self) {
          watch?.cancel()
          watch = nil
        }
        body()
      }
    }
  }
}

/// An error number as the error of a stream.
func streamError(_ code: CInt) -> NSError {
  NSError(
    domain: NSPOSIXErrorDomain, code: Int(code),
    userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(code))])
}
