// Being told that files have changed, as editors and compilers change them: in place, or by putting a
// new file in the old one's place.

import CLinux
import EventLoop
import Glibc
import Records

/// A watch over files.
public final class ChangeWatch {
  /// How long nothing must change before a change is told: an editor takes several steps to save.
  static let quiet = Duration.milliseconds(100)

  private let notices: CInt
  private let loop: EventLoop
  private let onChange: (Set<String>) -> Void
  private var watch: DescriptorWatch?
  private var folders: [CInt: String] = [:]
  private var isMeant: (String) -> Bool
  private var changed: Set<String> = []
  private var pending: (any ScheduledWork)?

  /// Watches these folders, but not those below them. `onChange` is called with the changed files
  /// that are meant, as `folder/name`, each time some have changed and 100 ms have passed since.
  public init(
    folders: Set<String>, on loop: EventLoop, isMeant: @escaping (String) -> Bool,
    onChange: @escaping (Set<String>) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.isMeant = isMeant
    self.onChange = onChange
    notices = linux_notify_create()
    guard notices >= 0 else { throw SystemError("watch files") }
    for folder in folders.sorted() {
      let number = linux_notify_of_changes(notices, folder)
      guard number >= 0 else {
        close(notices)
        throw SystemError("watch \(folder)")
      }
      self.folders[number] = folder
    }
    watch = loop.watch(notices, for: .readable) { [unowned self] _ in read() }
  }

  /// Watches no more.
  public func cancel() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    pending?.cancel()
    close(notices)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = Glibc.read(notices, &buffer, buffer.count)
      guard count > 0 else { break }
      take(buffer[..<count])
    }
    guard !changed.isEmpty else { return }
    pending?.cancel()
    pending = loop.after(Self.quiet) { [unowned self] in
      let all = changed
      changed = []
      onChange(all)
    }
  }

  /// struct inotify_event, one after the other: the watch, the mask, the cookie, the length of the name,
  /// the name with zeros behind it.
  private func take(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 16 {
      func word(_ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(rest[rest.startIndex + offset + $1]) << (8 * UInt32($1)) }
      }
      let folder = folders[CInt(bitPattern: word(0))]
      let length = Int(word(12))
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      rest = rest.dropFirst(16 + length)
      guard let folder, !name.isEmpty else { continue }
      let file = "\(folder)/\(String(decoding: name, as: UTF8.self))"
      if isMeant(file) { changed.insert(file) }
    }
  }
}
