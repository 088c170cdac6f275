// What a client prints, on its way into the run's folder.
//
// The client writes to a pipe, as it would in a shell's pipeline, and not to the file itself: a
// program that opens /dev/stderr again would empty a file.

import CLinux
import EventLoop
import Glibc

/// A pipe whose reading end is appended to a file.
final class OutputPipe {
  /// What the client gets as its output.
  let writingEnd: CInt
  private let readingEnd: CInt
  private let file: CInt
  private let path: String
  private var watch: DescriptorWatch?
  private let onFailure: (SystemError) -> Void

  /// A pipe into a file that is there. `onFailure` is told when the file takes no more; then the
  /// client's output ends there.
  init(
    into path: String, on loop: EventLoop, onFailure: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.path = path
    self.onFailure = onFailure
    file = linux_open(path, O_WRONLY | O_APPEND)
    guard file >= 0 else { throw SystemError("write \(path)") }
    var ends: [CInt] = [-1, -1]
    guard linux_pipe(&ends) == 0, linux_set_nonblocking(ends[0]) == 0 else {
      throw SystemError("make a pipe")
    }
    readingEnd = ends[0]
    writingEnd = ends[1]
    watch = loop.watch(readingEnd, for: .readable) { [unowned self] _ in _ = pass() }
  }

  /// Passes on what is still in the pipe and closes it, whoever may hold its other end.
  func finish() {
    guard watch != nil else { return }
    while pass() {}
    close(readingEnd)
    close(writingEnd)
    close(file)
    watch?.cancel()
    watch = nil
  }

  /// Passes on what there is, at most a pipe's capacity; whether there was any.
  private func pass() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(readingEnd, &buffer, buffer.count)
    guard count > 0 else { return false }
    do {
      try Files.writeAll(Array(buffer[..<count]), to: file, as: path)
      return true
    } catch {
      onFailure(error)
      return false
    }
  }
}
