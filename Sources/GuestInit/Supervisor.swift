// Carrying out the plan: mounts, daemons, the runner, and how each of them ended.

import CLinux
import Glibc

/// The programs of the guest and what became of them.
struct Supervisor {
  private let folder: String
  private var environment: [String] = []
  private var daemons: [pid_t: String] = [:]
  private var runner: pid_t = 0

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
    case ("host", 3):
      makeFolders(words[2])
      let flags: UInt = words[1] == "ro" ? 1 : 0
      if mount("none", words[2], "hostfs", flags, words[2]) != 0 {
        GuestInit.fail("cannot show the host's \(words[2])")
      }
    case ("file", 2): showFile(words[1])
    case ("folder", 2): makeFolders(words[1])
    case ("environment", 2): environment.append(words[1])
    case ("daemon", 4...): startDaemon(words[1], waits: words[2] == "address", Array(words[3...]))
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
        note("ends", "runner \(word)")
        return
      }
      if let name = daemons.removeValue(forKey: process) { note("ends", "\(name) \(word)") }
    }
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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "\(folder)/\(log).log", flags, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    if let place { posix_spawn_file_actions_addchdir_np(&actions, place) }
    if let ready { posix_spawn_file_actions_adddup2(&actions, ready, 3) }
    let argumentPointers = arguments.map { strdup($0) } + [nil]
    let environmentPointers = environment.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let failure = posix_spawn(
      &process, arguments[0], &actions, nil, argumentPointers, environmentPointers)
    for pointer in argumentPointers + environmentPointers { free(pointer) }
    if failure != 0 {
      note("failed", "\(log) cannot start \(arguments[0]): \(String(cString: strerror(failure)))")
      return -1
    }
    return process
  }

  /// Shows one file of the host's at its own path, which memory covers. The host's file system shows
  /// folders alone, so the file's is mounted aside, and the file bound from there.
  private func showFile(_ path: String) {
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

  /// Adds a line to a file of the run folder.
  private func note(_ file: String, _ line: String) {
    let descriptor = linux_create("\(folder)/\(file)", O_WRONLY | O_APPEND, 0o644)
    guard descriptor >= 0 else { return }
    _ = (line + "\n").withCString { write(descriptor, $0, strlen($0)) }
    close(descriptor)
  }
}
