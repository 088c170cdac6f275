// Where guests keep their memory: a file each, which User-Mode Linux maps and deletes at once.

import Glibc

/// A folder with room for guests' memory.
public struct GuestMemory: Sendable {
  /// The folder.
  public let folder: String
  /// Why it is not the fastest one, for the user; nil where it is.
  public let note: String?

  /// The memory of all guests that run at once, `mebibytes` together: on /dev/shm, which costs no
  /// disk, or else in the first of the folders that serves.
  public static func place(
    mebibytes: Int, or others: [String], host: HostEnvironment
  ) throws(BenchError) -> GuestMemory {
    let fastest = "/dev/shm"
    guard let lack = lack(of: fastest, mebibytes) else {
      return GuestMemory(folder: fastest, note: nil)
    }
    var lacks = [lack]
    for folder in others + [host.nonEmpty("TMPDIR") ?? "/tmp"] {
      guard let path = Files.absolute(host.absolute(folder)) else { continue }
      guard let lack = self.lack(of: path, mebibytes) else {
        return GuestMemory(
          folder: path, note: "\(lacks[0]); the guests' memory is in \(path), which may be slower")
      }
      lacks.append(lack)
    }
    throw BenchError(
      "there is no place for the guests' memory:"
        + lacks.map { "\n  \($0)" }.joined(),
      remedy: "Make room, or run fewer at a time (--jobs), or name a folder with room in TMPDIR.")
  }

  /// What keeps guests from having their memory in the folder; nil when nothing does.
  private static func lack(of folder: String, _ mebibytes: Int) -> String? {
    guard Files.isFolder(folder), access(folder, W_OK | X_OK) == 0 else {
      return "\(folder) cannot be written"
    }
    var information = statvfs()
    guard statvfs(folder, &information) == 0 else { return "\(folder) cannot be looked at" }
    // ST_NOEXEC, which glibc's header hides without _GNU_SOURCE. The guest's programs are run from
    // its memory.
    if information.f_flag & 8 != 0 { return "nothing may be executed from \(folder) (noexec)" }
    let free = Int(Double(information.f_bavail) * Double(information.f_frsize) / 1_048_576)
    return free < mebibytes
      ? "\(folder) has \(free) MiB free, the guests may need \(mebibytes)" : nil
  }
}
