// A serial port that is none: the end of a pseudo-terminal that programs open as they would a meter's
// /dev/ttyACM0.

import CLinux
import EventLoop
import Glibc
import TestBench

/// A pseudo-terminal that passes bytes through as they are, and is put back into that state whenever
/// the last program has closed it.
final class PseudoTerminal {
  /// What programs open.
  let path: String
  /// A link to it, of the user's naming.
  let link: String?
  /// Told what programs write.
  var onBytes: (([UInt8]) -> Void)?
  /// Told when the first program opens it, and when the last has closed it.
  var onOpenChange: ((Bool) -> Void)?

  private let ours: CInt
  private let theirs: CInt
  private let notices: CInt
  private let loop: EventLoop
  private var reading: DescriptorWatch?
  private var writing: DescriptorWatch?
  private var opening: DescriptorWatch?
  private var unsent: [UInt8] = []
  private var opens = 0
  private static let noticeByteCount = 16
  private static let openMask: UInt32 = 0x20

  /// Makes one, and the link. A link to one that is no more, as an ended program leaves it, is replaced;
  /// nothing else is.
  init(link: String?, on loop: EventLoop) throws(BenchError) {
    self.loop = loop
    self.link = link
    var master: CInt = -1
    var slave: CInt = -1
    var name = [CChar](repeating: 0, count: 128)
    guard linux_open_terminal(&master, &slave, &name) == 0, linux_set_nonblocking(master) == 0
    else {
      throw BenchError(
        "\(SystemError("make a pseudo-terminal"))", remedy: "Is devpts mounted at /dev/pts?")
    }
    ours = master
    theirs = slave
    path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    notices = linux_notify_create()
    _ = linux_notify_of_opens(notices, path)
    if let link { try Self.make(link, to: path) }
    restore()
    reading = loop.watch(ours, for: .readable) { [unowned self] _ in receive() }
    opening = loop.watch(notices, for: .readable) { [unowned self] _ in notice() }
  }

  private static func make(_ link: String, to path: String) throws(BenchError) {
    if let target = readLink(link), target.hasPrefix("/dev/pts/") {
      // One is there for as long as the program that made it holds it; a number is given again.
      guard target == path || !Files.exists(target) else {
        throw BenchError(
          "--serial: \(link) leads to \(target), which a running program has",
          remedy: "End that program, remove the link, or name another path.")
      }
      unlink(link)
    }
    guard symlink(path, link) == 0 else {
      throw BenchError(
        "--serial: \(SystemError("make the link \(link)"))",
        remedy: errno == EEXIST
          ? "Remove what is there, or name another path."
          : "Name a path in a folder that you may write to.")
    }
  }

  private static func readLink(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard readlink(path, &buffer, buffer.count - 1) > 0 else { return nil }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  /// Sends bytes to whoever has it open; what the line does not take at once follows.
  func send(_ bytes: [UInt8]) {
    unsent += bytes
    flush()
  }

  /// Takes it away, and the link where that is still ours.
  func close() {
    guard reading != nil else { return }
    for watch in [reading, writing, opening] { watch?.cancel() }
    reading = nil
    writing = nil
    opening = nil
    if let link, Self.readLink(link) == path { unlink(link) }
    for descriptor in [ours, theirs, notices] { Glibc.close(descriptor) }
  }

  private func flush() {
    while !unsent.isEmpty {
      let count = write(ours, unsent, unsent.count)
      if count > 0 {
        unsent.removeFirst(count)
      } else if count < 0, errno == EINTR {
        continue
      } else {
        if writing == nil {
          writing = loop.watch(ours, for: .writable) { [unowned self] _ in flush() }
        }
        return
      }
    }
    writing?.cancel()
    writing = nil
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(ours, &buffer, buffer.count)
    if count > 0 { onBytes?(Array(buffer[..<count])) }
  }

  private func notice() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(notices, &buffer, buffer.count)
    guard count > 0 else { return }
    // What was written before it was closed comes first.
    receive()
    let wasOpen = opens > 0
    for start in stride(from: 0, to: count, by: Self.noticeByteCount) {
      // struct inotify_event: the watch, the mask, the cookie, the length of a name that is none.
      let mask = (4..<8).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(buffer[start + $1]) }
      opens = max(0, opens + (mask & Self.openMask != 0 ? 1 : -1))
    }
    // Who opened it again before we looked may have asked something: that is not to be lost.
    if opens == 0 { restore() }
    if wasOpen != (opens > 0) { onOpenChange?(opens > 0) }
  }

  /// Nobody is there: what was not read is gone, and settings are those of a fresh port.
  private func restore() {
    unsent = []
    writing?.cancel()
    writing = nil
    tcflush(theirs, TCIFLUSH)
    var settings = termios()
    guard tcgetattr(theirs, &settings) == 0 else { return }
    cfmakeraw(&settings)
    cfsetspeed(&settings, speed_t(B115200))
    tcsetattr(theirs, TCSANOW, &settings)
  }
}
