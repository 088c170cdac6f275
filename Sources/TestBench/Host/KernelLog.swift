// What a guest's kernel prints: read from a pipe, and written into the folder of the run that it is about.

import CLinux
import EventLoop
import Glibc

/// The output of a guest's console.
final class KernelLog {
  /// The file's name in a run's folder.
  static let fileName = "kernel.log"

  private let input: CInt
  private var file: CInt = -1
  private var watch: DescriptorWatch?

  /// Reads from the descriptor, which it closes in the end.
  init(_ input: CInt, on loop: EventLoop) {
    self.input = input
    linux_set_nonblocking(input)
    watch = loop.watch(input, for: .readable) { [unowned self] _ in drain() }
  }

  /// Writes what comes from now on into this run's folder.
  func turn(to folder: String) throws(SystemError) {
    drain()
    let path = "\(folder)/\(Self.fileName)"
    let next = linux_create(path, O_WRONLY | O_TRUNC, 0o644)
    guard next >= 0 else { throw SystemError("write \(path)") }
    if file >= 0 { close(file) }
    file = next
  }

  /// Writes what has been printed until now.
  func drain() {
    guard let watch else { return }
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      // Before the end of it all nothing is at the end of the file.
      if count == 0 { watch.cancel() }
      guard count > 0 else { return }
      // It is for people: a full disk must not decide a verdict, and is told where it does.
      if file >= 0 { _ = write(file, buffer, count) }
    }
  }

  /// Writes the rest and stops reading.
  func finish() {
    guard let watch else { return }
    drain()
    watch.cancel()
    self.watch = nil
    close(input)
    if file >= 0 { close(file) }
  }
}
