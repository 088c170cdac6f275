// Reading a file while a guest appends to it.

import CLinux
import EventLoop
import Glibc

/// What is added to a file, as it is added.
public final class FileTail {
  private let file: CInt
  private let notices: CInt
  private var watch: DescriptorWatch?
  private let onBytes: ([UInt8]) -> Void

  /// Makes the file, empty, and calls `onBytes` with what is appended to it from then on.
  public init(
    _ path: String, on loop: EventLoop, onBytes: @escaping ([UInt8]) -> Void
  ) throws(SystemError) {
    self.onBytes = onBytes
    file = linux_create(path, O_RDWR | O_TRUNC, 0o644)
    guard file >= 0 else { throw SystemError("write \(path)") }
    notices = linux_notify_create()
    guard notices >= 0, linux_notify_of_writes(notices, path) >= 0 else {
      throw SystemError("watch \(path)")
    }
    watch = loop.watch(notices, for: .readable) { [unowned self] _ in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(notices, &buffer, buffer.count) > 0 {}
      readNew()
    }
  }

  /// Hands over what has been appended since.
  func readNew() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return }
      onBytes(Array(buffer[..<count]))
    }
  }

  /// Hands over the rest and stops watching.
  public func finish() {
    guard let watch else { return }
    readNew()
    watch.cancel()
    self.watch = nil
    close(notices)
    close(file)
  }
}

/// Cuts bytes into lines.
public struct LineSplitter {
  private var rest: [UInt8] = []

  /// At the beginning of a line.
  public init() {}

  /// How long the line is that is not complete yet, in bytes.
  public var pendingByteCount: Int { rest.count }

  /// The lines that these bytes complete, without their ends.
  public mutating func take(_ bytes: [UInt8]) -> [String] {
    rest += bytes
    var lines: [String] = []
    while let end = rest.firstIndex(of: 0x0A) {
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
    return lines
  }
}
