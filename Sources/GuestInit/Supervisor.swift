// Carrying out the plan: mounts, daemons, the runner, and how each of them ended.

import CLinux
import Glibc

/// The programs of the guest and what became of them.
struct Supervisor {
  private let folder: String
  private var environment: [String] = []
  private(set) var daemons: [pid_t: String] = [:]
  private var runner: pid_t = 0
  private(set) var mounts: [String] = []
  /// Whether the guest serves another run after this one.
  private(set) var stays = false

  init(folder: String) {
    self.folder = folder
  }

  mutating func carryOut(_ words: [String]) {
    guard let instruction = words.first else { return }
    switch (instruction, words.count) {
    case ("memory", 2):
      makeFolders(words[1])
      // A file system that any program may use as the host's /tmp.
      if mount("tmpfs", words[1], "tmpfs", 0, "mode=1777") != 0 {
        GuestInit.fail("cannot mount memory at \(words[1])")
      }
      mounts.append(words[1])
    case ("host", 3):
      makeFolders(words[2])
      let flags: UInt = words[1] == "ro" ? 1 : 0
      if mount("none", words[2], "hostfs", flags, words[2]) != 0 {
        GuestInit.fail("cannot show the host's \(words[2])")
      }
      mounts.append(words[2])
    case ("file", 2): showFile(words[1])
    case ("folder", 2): makeFolders(words[1])
    case ("environment", 2): environment.append(words[1])
    case ("daemon", 4...): startDaemon(words[1], waits: words[2] == "address", Array(words[3...]))
    case ("clock", 3):
      guard let period = Int(words[1]), period > 0, let wall = Int(words[2]) else {
        GuestInit.fail("the plan's clock is no number of seconds")
      }
      beginClock(period: period, wallSeconds: wall)
    case ("stay", 1): stays = true
    case ("runner", 2...):
      runner = start(Array(words[1...]), log: "runner", environment, in: nil, ready: nil)
    default:
      GuestInit.fail(
        "the plan has a line that begins with '\(instruction)' and \(words.count) words")
    }
  }

  /// Waits for every child until the runner has ended, then writes how.
  mutating func reapUntilRunnerEnds() {
    // One that could not be started has been noted already.
    while runner > 0 {
      var status: Int32 = 0
      let process = waitpid(-1, &status, 0)
      if process < 0 && errno == EINTR { continue }
      if process < 0 { GuestInit.fail("the runner is lost") }
      let word =
        linux_exited(status) != 0
        ? "exited \(linux_exit_code(status))" : "signalled \(linux_exit_signal(status))"
      if process == runner {
        // What the host cannot be told it has to see by the guest's end.
        if !note("ends", "runner \(word)") { stays = false }
        return
      }
      if let name = daemons.removeValue(forKey: process) { note("ends", "\(name) \(word)") }
    }
  }

  /// Lets the run begin at a moment that is as good as any other for the kernel: its timers of up to
  /// forty minutes are rounded to steps of which the period is a multiple, so that what happens, and
  /// when, is the same in a guest's tenth run as in its first.
  private mutating func beginClock(period: Int, wallSeconds: Int) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    var zero = timespec(tv_sec: (now.tv_sec / period + 1) * period, tv_nsec: 0)
    // TIMER_ABSTIME, which Swift does not import.
    while clock_nanosleep(CLOCK_MONOTONIC, 1, &zero, nil) == EINTR {}
    var wall = timespec(tv_sec: wallSeconds, tv_nsec: 0)
    if clock_settime(CLOCK_REALTIME, &wall) != 0 { GuestInit.fail("cannot set the clock") }
    environment.append("METERLOOP_ZERO_NS=\(zero.tv_sec * 1_000_000_000)")
  }

  private mutating func startDaemon(_ name: String, waits: Bool, _ arguments: [String]) {
    let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    guard waits else {
      daemons[start(arguments, log: name, [path], in: folder, ready: nil)] = name
      return
    }
    var ends: [CInt] = [0, 0]
    guard linux_pipe(&ends) == 0 else { GuestInit.fail("cannot make a pipe") }
    daemons[start(arguments, log: name, [path], in: folder, ready: ends[1])] = name
    close(ends[1])
    var character: UInt8 = 0
    // The end of the file means that the daemon went without becoming ready.
    if read(ends[0], &character, 1) != 1 { note("failed", name) }
    close(ends[0])
  }

  private func start(
    _ arguments: [String], log: String, _ environment: [String], in place: String?, ready: CInt?
  ) -> pid_t {
    let output = linux_create("\(folder)/\(log).log", O_WRONLY | O_APPEND, 0o644)
    let input = linux_open("/dev/null", O_RDONLY)
    defer {
      close(output)
      close(input)
    }
    let argumentPointers = arguments.map { strdup($0) } + [nil]
    let environmentPointers = environment.map { strdup($0) } + [nil]
    defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
    let process = linux_spawn(
      argumentPointers, environmentPointers, input, output, ready ?? -1, place)
    if process < 0 {
      note("failed", "\(log) cannot start \(arguments[0]): \(String(cString: strerror(errno)))")
    }
    return process
  }

  /// Shows one file of the host's at its own path, which memory covers. The host's file system shows
  /// folders alone, so the file's is mounted aside, and the file bound from there.
  private mutating func showFile(_ path: String) {
    let aside = "/dev/host"
    guard let slash = path.lastIndex(of: "/") else { return }
    mkdir(aside, 0o700)
    close(linux_create(path, O_WRONLY, 0o444))
    let name = path[slash...]
    let bind: UInt = 4096
    let detach: Int32 = 2
    if mount("none", aside, "hostfs", 1, String(path[..<slash])) != 0
      || mount(aside + name, path, nil, bind, nil) != 0
    {
      GuestInit.fail("cannot show the host's \(path)")
    }
    mounts.append(path)
    umount2(aside, detach)
  }

  /// Makes a folder and those above it. One that is there, or that the read-only host does not let
  /// be made, shows itself in the mount that follows.
  private func makeFolders(_ path: String) {
    var built = ""
    for part in path.split(separator: "/") {
      built += "/" + part
      mkdir(built, 0o755)
    }
  }

  /// Adds a line to a file of the run folder; false where there is no room for it.
  @discardableResult
  func note(_ file: String, _ line: String) -> Bool {
    let descriptor = linux_create("\(folder)/\(file)", O_WRONLY | O_APPEND, 0o644)
    guard descriptor >= 0 else { return false }
    let written = (line + "\n").withCString { write(descriptor, $0, strlen($0)) == strlen($0) }
    return close(descriptor) == 0 && written
  }
}
