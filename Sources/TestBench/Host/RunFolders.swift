// The folders of runs in a results folder: each belongs to one process for as long as that lives.

import CLinux
import EventLoop
import Glibc

/// The run folders that one process makes in a results folder.
///
/// Each has a mark, a file that names a lock file in the results folder; the process holds that lock.
/// A folder whose lock nobody holds was left by an earlier run and may be replaced. Making and
/// removing is done under a lock on the results folder itself, one process at a time.
public final class RunFolders {
  private let results: String
  private var lock: (name: String, descriptor: CInt)?

  /// Folders in `results`, which is made with the first of them.
  public init(in results: String) {
    self.results = results
  }

  deinit { close() }

  /// Makes an empty folder `name`, replacing one of the same name that an earlier run left. Where a
  /// process that lives has that one, a number is appended. The folder's path from the root.
  public func make(_ name: String) throws(BenchError) -> String {
    do {
      let guardian = try enter()
      defer { Glibc.close(guardian) }
      let lockName = try takeLock()
      var number = 1
      while true {
        let path = results + "/" + (number == 1 ? name : "\(name)-\(number)")
        switch try claim(path) {
        case .free:
          do throws(SystemError) {
            try Files.write(Self.text + Self.lockKey + lockName + "\n", to: path + "/" + Self.mark)
          } catch {
            remove(path)
            throw error
          }
          guard let absolute = Files.absolute(path) else { throw SystemError("find \(path)") }
          return absolute
        case .inUse: number += 1
        case .foreign: throw Self.foreign(path)
        }
      }
    } catch let error as BenchError {
      throw error
    } catch {
      throw Self.unwritable(error)
    }
  }

  /// Removes one of its folders.
  public func remove(_ folder: String) {
    Self.remove(folder)
  }

  /// Lets other processes replace the folders, and removes the results folder if it is empty.
  public func close(removesEmptyResults: Bool = false) {
    guard let lock else { return }
    self.lock = nil
    let guardian = linux_open(results, O_RDONLY | O_DIRECTORY)
    if guardian >= 0 { _ = linux_lock_waiting(guardian) }
    unlink(results + "/" + lock.name)
    Glibc.close(lock.descriptor)
    if removesEmptyResults { rmdir(results) }
    if guardian >= 0 { Glibc.close(guardian) }
  }

  /// Whether there is a run's folder at the path.
  public static func isRun(_ path: String) -> Bool { Files.exists("\(path)/\(mark)") }

  /// The error of a folder that cannot be made or written.
  static func unwritable(_ error: any Error) -> BenchError {
    BenchError(
      "the results folder cannot be used: \(error)",
      remedy: "Make room there, or name another folder with --results.")
  }

  private enum Claim { case free, inUse, foreign }

  /// Makes the results folder and takes its lock; the descriptor that holds it.
  private func enter() throws(SystemError) -> CInt {
    while true {
      try Files.makeFolder(results)
      let descriptor = linux_open(results, O_RDONLY | O_DIRECTORY)
      guard descriptor >= 0 || errno == ENOENT else { throw SystemError("open \(results)") }
      // A file system without locks leaves only the protection of other names.
      if descriptor >= 0 { _ = linux_lock_waiting(descriptor) }
      // The process before may have removed it as empty.
      var information = stat()
      if descriptor >= 0, fstat(descriptor, &information) == 0, information.st_nlink > 0 {
        return descriptor
      }
      if descriptor >= 0 { Glibc.close(descriptor) }
    }
  }

  /// The name of this process's lock file, which is made with its first folder.
  private func takeLock() throws(SystemError) -> String {
    if let lock { return lock.name }
    for name in Files.names(in: results) where name.hasPrefix(Self.lockPrefix) {
      if !isHeld(name) { unlink(results + "/" + name) }
    }
    for number in 1... {
      let name = "\(Self.lockPrefix)\(getpid())-\(number)"
      let descriptor = linux_create(results + "/" + name, O_RDWR | O_EXCL, 0o644)
      // A container may have a process of the same number.
      if descriptor < 0 && errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemError("write \(results)/\(name)") }
      _ = linux_lock(descriptor)
      lock = (name, descriptor)
      return name
    }
    throw SystemError("write \(results)", code: EEXIST)
  }

  private func claim(_ path: String) throws(SystemError) -> Claim {
    if mkdir(path, 0o755) == 0 { return .free }
    guard errno == EEXIST else { throw SystemError("make the folder \(path)") }
    var information = stat()
    // A link may lead to anything.
    guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
      return .foreign
    }
    let names = Files.names(in: path)
    // As a process leaves it that is killed before it has put its mark.
    if names.isEmpty { return .free }
    guard names.contains(Self.mark) else { return .foreign }
    let words = Files.tail(of: path + "/" + Self.mark, lines: 1).first?.split(separator: " ") ?? []
    if let last = words.last, last.hasPrefix(Self.lockPrefix), isHeld(String(last)) {
      return .inUse
    }
    Self.remove(path)
    guard mkdir(path, 0o755) == 0 else { throw SystemError("make the folder \(path)") }
    return .free
  }

  /// Only what a run made is removed: the user may have pointed --results anywhere.
  private static func foreign(_ path: String) -> BenchError {
    BenchError(
      "\(path) is there and is no folder of an earlier run",
      remedy: "Name another folder with --results.")
  }

  private func isHeld(_ name: String) -> Bool {
    guard !name.contains("/") else { return false }
    let descriptor = linux_open(results + "/" + name, O_RDONLY)
    guard descriptor >= 0 else { return errno == EACCES }
    defer { Glibc.close(descriptor) }
    return linux_lock(descriptor) != 0 && errno == EWOULDBLOCK
  }

  /// Removes a run's folder, its mark last: what is left when that is cut short is still known.
  private static func remove(_ path: String) {
    for name in Files.names(in: path) where name != mark { Files.remove(path + "/" + name) }
    Files.remove(path)
  }

  /// The file that marks a folder as a run's.
  private static let mark = "meterloop-run"
  private static let text =
    "A folder of a meterloop run. The next run of the same name replaces it.\n"
  private static let lockKey = "In use while this is locked: "
  private static let lockPrefix = ".meterloop-lock-"
}
