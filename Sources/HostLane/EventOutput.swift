// Events written for a program that may read them slowly, or not for a while.

import CLinux
import EventLoop
import Glibc
import Records

/// Writes lines to a descriptor without ever waiting for their reader. What does not fit the queue is
/// dropped; when the reader has read all before it, the event `lost` says how many lines that were.
public final class EventOutput {
  /// Told once that nobody can read any more.
  public var onGone: (() -> Void)?

  private let descriptor: CInt
  private let ownDescriptor: CInt?
  private let loop: EventLoop
  private let limitBytes: Int
  private var queue: [UInt8] = []
  private var lostCount = 0
  private var hangUp: DescriptorWatch?
  private var room: DescriptorWatch?
  private var whenWritten: (() -> Void)?
  private var isGone = false

  /// What a pipe that has room takes at once (PIPE_BUF, pipe(7)). The descriptor is not made
  /// nonblocking: other programs may have it too.
  private static let pieceBytes = 4096

  /// An output that holds so many bytes back at most.
  public init(to descriptor: CInt, on loop: EventLoop, limitBytes: Int = 1 << 20) {
    self.loop = loop
    self.limitBytes = limitBytes
    // A terminal that has room may have it for one byte: it is opened anew to be asked for more.
    let own =
      isatty(descriptor) == 1
      ? linux_open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY) : -1
    ownDescriptor = own >= 0 ? own : nil
    self.descriptor = own >= 0 ? own : descriptor
    // Events may be long in coming: that nobody reads them any more is noticed before.
    hangUp = loop.watch(self.descriptor, for: []) { [unowned self] _ in goAway() }
  }

  /// Writes a line, now or when there is room.
  public func write(_ line: String) {
    guard !isGone else { return }
    let bytes = Array((line + "\n").utf8)
    guard lostCount == 0, queue.count + bytes.count <= limitBytes else {
      lostCount += 1
      return
    }
    queue += bytes
    if room == nil { flush() }
  }

  /// Calls `done` once all is written, or at the end of the patience.
  public func finish(within patience: Duration, _ done: @escaping () -> Void) {
    guard !queue.isEmpty, !isGone else { return done() }
    var isDone = false
    let finish = { [self] in
      guard !isDone else { return }
      isDone = true
      whenWritten = nil
      done()
    }
    whenWritten = finish
    loop.after(patience, finish)
  }

  /// Watches no more.
  public func close() {
    for watch in [hangUp, room] { watch?.cancel() }
    hangUp = nil
    room = nil
    if let ownDescriptor, !isGone { Glibc.close(ownDescriptor) }
    isGone = true
  }

  private func flush() {
    while !queue.isEmpty {
      guard hasRoom else { return wait() }
      let count = Glibc.write(descriptor, queue, min(queue.count, Self.pieceBytes))
      if count > 0 {
        queue.removeFirst(count)
        if queue.isEmpty { tellLoss() }
      } else if count < 0, errno == EAGAIN {
        return wait()
      } else if count < 0, errno != EINTR {
        return goAway()
      }
    }
    room?.cancel()
    room = nil
    whenWritten?()
  }

  private var hasRoom: Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // An error is what the writing says.
    return Glibc.poll(&poll, 1, 0) != 0
  }

  private func wait() {
    guard room == nil else { return }
    room = loop.watch(descriptor, for: .writable) { [unowned self] _ in flush() }
  }

  private func tellLoss() {
    guard lostCount > 0 else { return }
    let values: [String: Detail] = [
      "event": .text("lost"), "lines": .integer(lostCount),
      "time_ns": .integer(Int(loop.now.nanoseconds)),
    ]
    lostCount = 0
    queue = Array((jsonLine(values) + "\n").utf8)
  }

  private func goAway() {
    guard !isGone else { return }
    close()
    queue = []
    whenWritten?()
    onGone?()
  }
}
