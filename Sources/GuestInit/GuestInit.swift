// The guest's first process: mounts what is written to, starts the daemons and the runner, reaps,
// and when the runner has ended switches the machine off, or makes it ready for another run.
//
// It is linked statically against libc alone, so that it is up in a few milliseconds, and it knows
// nothing: everything it does stands in the plan that the host wrote into the run folder, one
// instruction a line, its words parted by tabs. The kernel hands over the run folder's path, with
// %XX for all but plain characters, as the environment variable meterloop_run.
//
//   memory PATH               an empty file system in memory
//   host ro|rw PATH           the host's own folder, seen at the same path
//   file PATH                 one file of the host's, read-only, seen at the same path
//   folder PATH               a folder to make
//   environment NAME=VALUE    for the runner
//   daemon NAME none|address PROGRAM ARGUMENT…   starts in the run folder, its output goes to
//                             NAME.log there;
//                             with `address`, the next line waits until the daemon has printed one
//                             on the descriptor 3 (dbus-daemon does, once it can be called)
//   runner PROGRAM ARGUMENT…  the program whose end ends the guest
//   clock SECONDS WALL        waits until so many seconds, or a multiple of them, have passed since the
//                             boot, and sets the wall clock, in seconds from 1970; the runner gets the
//                             moment as METERLOOP_ZERO_NS, in nanoseconds of CLOCK_MONOTONIC
//   hold PATH                 keeps a file open, and with it what the guest has read of it
//   stay                      after the runner's end all processes are killed and all mounts undone;
//                             then the line `run FOLDER` on the console begins with that folder's
//                             plan, and a hang-up ends the guest

import CLinux
import Glibc

@main
enum GuestInit {
  static func main() {
    mountSystem()
    guard let run = getenv("meterloop_run") else {
      fail("the kernel command line names no meterloop_run")
    }
    var next: String? = String(cString: run)
    var files = HeldFiles()
    while let encoded = next {
      let folder = percentDecoded(encoded)
      guard let plan = readFile(folder + "/guest.plan") else {
        fail("\(folder)/guest.plan cannot be read")
      }
      var supervisor = Supervisor(folder: folder)
      for line in plan.split(separator: "\n") {
        let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        if words.first == "hold", words.count == 2 {
          files.hold(words[1])
        } else {
          supervisor.carryOut(words)
        }
      }
      supervisor.reapUntilRunnerEnds()
      next = supervisor.stays && supervisor.clear(keeping: &files) ? nextRun() : nil
    }
    quietKernel()
    linux_power_off()
  }

  /// The folder of the next run, from the console; nil when the host has hung up.
  private static func nextRun() -> String? {
    // By its own name: /dev/console does not tell of a hang-up.
    let console = linux_open("/dev/tty0", O_RDONLY | O_NOCTTY)
    guard console >= 0 else { return nil }
    defer { close(console) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(console, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      let line = String(decoding: buffer[..<count], as: UTF8.self)
      // A question to the runner that was on its way when that ended is not for here.
      for words in line.split(separator: "\n").map({ $0.split(separator: " ") })
      where words.count == 2 && words[0] == "run" {
        return String(words[1])
      }
    }
  }

  /// What every program expects to be mounted.
  private static func mountSystem() {
    mount("proc", "/proc", "proc", 0, nil)
    mount("sysfs", "/sys", "sysfs", 0, nil)
    mkdir("/dev/pts", 0o755)
    mount("devpts", "/dev/pts", "devpts", 0, nil)
    mkdir("/dev/shm", 0o1777)
    mount("tmpfs", "/dev/shm", "tmpfs", 0, nil)
    // No udev makes these.
    for (link, target) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")]
    {
      symlink("/proc/self/\(target)", "/dev/\(link)")
    }
  }

  /// The kernel's farewell is no part of what a shell's user asked for.
  private static func quietKernel() {
    let level = linux_open("/proc/sys/kernel/printk", O_WRONLY)
    guard level >= 0 else { return }
    write(level, "0", 1)
    close(level)
  }

  /// Says why the guest cannot go on, on the console, and switches it off.
  static func fail(_ reason: String) -> Never {
    let text = "init: \(reason): \(String(cString: strerror(errno)))\n"
    _ = text.withCString { write(2, $0, strlen($0)) }
    linux_power_off()
    exit(1)
  }

  private static func percentDecoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// The names in a folder, without those of itself and of its parent.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  static func readFile(_ path: String) -> String? {
    let file = linux_open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { break }
      content += buffer[..<count]
    }
    return String(decoding: content, as: UTF8.self)
  }
}
