// Making the guest as it was after its boot, for another run.

import CLinux
import Glibc

extension Supervisor {
  /// Kills all processes, waits until their adapters are gone, and undoes all mounts; false where any of
  /// it cannot be done, so that nothing is left to a next run.
  func clear(keeping files: inout HeldFiles) -> Bool {
    for process in daemons.keys { files.holdFiles(mappedBy: process, except: mounts) }
    kill(-1, SIGKILL)
    while waitpid(-1, nil, 0) > 0 || errno == EINTR {}
    guard adaptersAreGone(), note("progress", "rested") else { return false }
    // Programs may have left files and semaphores there, which none of the plan's mounts covers.
    for path in mounts.reversed() + ["/dev/shm"] where umount2(path, 0) != 0 { return false }
    return mount("tmpfs", "/dev/shm", "tmpfs", 0, nil) == 0
  }

  /// Waits for the kernel to have removed the adapters of those that were killed.
  private func adaptersAreGone() -> Bool {
    for _ in 0..<1000 {
      if GuestInit.names(in: "/sys/class/bluetooth").isEmpty { return true }
      var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
      nanosleep(&pause, nil)
    }
    return false
  }
}

/// Files that are kept open from one run to the next: the host's file system forgets what it has read of
/// a file that nobody has open, and reading programs anew is much of what a short run costs.
struct HeldFiles {
  private var paths: Set<String> = []

  /// Keeps the file open until the guest's end.
  mutating func hold(_ path: String) {
    guard !paths.contains(path), linux_open(path, O_RDONLY) >= 0 else { return }
    paths.insert(path)
  }

  /// Keeps the program of a process and its libraries, but for those in mounts that are undone.
  mutating func holdFiles(mappedBy process: pid_t, except mounts: [String]) {
    guard let maps = GuestInit.readFile("/proc/\(process)/maps") else { return }
    for line in maps.split(separator: "\n") {
      guard let slash = line.firstIndex(of: "/") else { continue }
      let path = String(line[slash...])
      if !mounts.contains(where: { path.hasPrefix($0 + "/") }) { hold(path) }
    }
  }
}
