// The few things the bench does with files, each with an error that says what failed.

import CLinux
import EventLoop
import Glibc

/// Reading and writing whole files, and folders.
public enum Files {
  /// The file's bytes.
  public static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let descriptor = linux_open(path, O_RDONLY)
    guard descriptor >= 0 else { throw SystemError("read \(path)") }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read \(path)") }
      guard count > 0 else { return content }
      content += buffer[..<count]
    }
  }

  /// The file's text; what is no UTF-8 is replaced.
  public static func readText(_ path: String) throws(SystemError) -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// Makes the file with these bytes, or replaces what is in it.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = linux_create(path, O_WRONLY | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw SystemError("write \(path)") }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, as: path)
  }

  /// Makes the file with this text, or replaces what is in it.
  public static func write(_ text: String, to path: String) throws(SystemError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes all the bytes to an open descriptor that blocks.
  public static func writeAll(
    _ bytes: [UInt8], to descriptor: CInt, as name: String
  ) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Glibc.write(descriptor, raw.baseAddress?.advanced(by: offset), bytes.count - offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("write \(name)") }
      offset += count
    }
  }

  /// Makes the folder and those above it.
  public static func makeFolder(_ path: String) throws(SystemError) {
    var built = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      built += "/" + part
      if mkdir(built, 0o755) == 0 { continue }
      // Looking sets errno too. A folder that is there need not be EEXIST, on a read-only file system;
      // where a file is, what is done next in it says so.
      let code = errno
      guard code == EEXIST || isFolder(built) else {
        throw SystemError("make the folder \(built)", code: code)
      }
    }
  }

  /// Whether there is a folder at the path.
  public static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything at the path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The names in the folder, sorted; empty where it cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Removes the file or the folder with all that is in it. A link is removed, not followed.
  public static func remove(_ path: String) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return }
    if information.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { remove(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// The bytes that a file, or all files of a folder, take.
  public static func size(of path: String) -> Int {
    var information = stat()
    guard lstat(path, &information) == 0 else { return 0 }
    guard information.st_mode & S_IFMT == S_IFDIR else { return Int(information.st_size) }
    return names(in: path).reduce(0) { $0 + size(of: path + "/" + $1) }
  }

  /// The path from the root, with links followed; nil where there is nothing.
  public static func absolute(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The last lines of a file, for a message; empty where it cannot be read. Only the file's end is
  /// looked at: a log may be of any length.
  public static func tail(of path: String, lines: Int) -> [String] {
    let descriptor = linux_open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 65536)
    lseek(descriptor, max(0, lseek(descriptor, 0, SEEK_END) - buffer.count), SEEK_SET)
    let count = max(0, Glibc.read(descriptor, &buffer, buffer.count))
    return String(decoding: buffer[..<count], as: UTF8.self)
      .split(separator: "\n").suffix(lines).map { String($0.prefix(400)) }
  }

  /// Whether the disk with this folder has no room left.
  public static func isFull(_ folder: String) -> Bool {
    var information = statvfs()
    guard statvfs(folder, &information) == 0 else { return false }
    return information.f_bavail * information.f_frsize < 16384
  }
}
