// The two streams of a channel, as Foundation's.

import Foundation
import Glibc

/// What the other side sends.
final class ChannelInput: InputStream {
  private let side: StreamSide

  init(_ socket: ChannelSocket) {
    side = StreamSide(socket, isInput: true)
    super.init(data: Data())
    side.attach(self)
  }

  deinit { side.close() }

  override var delegate: (any StreamDelegate)? {
    get { side.delegate }
    set { side.delegate = newValue }
  }
  override var streamStatus: Stream.Status { side.status }
  override var streamError: (any Error)? { side.error }
  override func open() { side.open() }
  override func close() { side.close() }
  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.schedule(in: aRunLoop, forMode: mode)
  }
  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.remove(from: aRunLoop, forMode: mode)
  }
  override func property(forKey key: Stream.PropertyKey) -> AnyObject? { nil }
  override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
    false
  }

  override var hasBytesAvailable: Bool { side.isOpen && side.socket.hasBytes }

  /// Waits for at least one byte; 0 at the end, -1 on an error.
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    while side.isOpen, len > 0 {
      switch side.socket.receive(len) {
      case .bytes(let bytes):
        buffer.update(from: bytes, count: bytes.count)
        side.acted()
        return bytes.count
      case .nothingYet: side.socket.wait(toReceive: true)
      case .end: side.end(nil)
      case .failure(let code): side.end(CoreBluetooth.streamError(code))
      }
    }
    return side.status == .atEnd || len == 0 ? 0 : -1
  }

  /// There is no buffer to look into.
  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    length len: UnsafeMutablePointer<Int>
  ) -> Bool { false }
}

/// What the other side gets.
final class ChannelOutput: OutputStream {
  private let side: StreamSide

  convenience init(_ socket: ChannelSocket) {
    self.init(StreamSide(socket, isInput: false))
  }

  private init(_ side: StreamSide) {
    self.side = side
    super.init(toMemory: ())
    side.attach(self)
  }

  @available(*, unavailable)
  required init(toMemory: ()) { preconditionFailure("a channel's stream has a channel") }

  deinit { side.close() }

  override var delegate: (any StreamDelegate)? {
    get { side.delegate }
    set { side.delegate = newValue }
  }
  override var streamStatus: Stream.Status { side.status }
  override var streamError: (any Error)? { side.error }
  override func open() { side.open() }
  override func close() { side.close() }
  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.schedule(in: aRunLoop, forMode: mode)
  }
  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    side.remove(from: aRunLoop, forMode: mode)
  }
  override func property(forKey key: Stream.PropertyKey) -> AnyObject? { nil }
  override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
    false
  }

  override var hasSpaceAvailable: Bool { side.isOpen && side.socket.hasSpace }

  /// Sends as much as there is room for, waiting for room if there is none; -1 on an error.
  override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
    while side.isOpen, len > 0 {
      let count = side.socket.send(UnsafeRawBufferPointer(start: buffer, count: len))
      if count > 0 {
        side.acted()
        return count
      }
      if errno == EAGAIN || errno == EINTR {
        side.socket.wait(toReceive: false)
      } else {
        side.end(CoreBluetooth.streamError(errno))
      }
    }
    return len == 0 ? 0 : -1
  }
}
