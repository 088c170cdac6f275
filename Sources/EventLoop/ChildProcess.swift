// Starting another program and being told how it ended.

import CLinux
import Glibc

/// How a process ended.
public enum ExitStatus: Sendable, Hashable, CustomStringConvertible {
  /// It ended by itself, with this code.
  case exited(code: Int32)
  /// A signal ended it.
  case signalled(signal: Int32)

  /// As a person reads it.
  public var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .signalled(let signal): "signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }

  /// From what waitpid(2) gives.
  public init(waitStatus: Int32) {
    self =
      linux_exited(waitStatus) != 0
      ? .exited(code: linux_exit_code(waitStatus))
      : .signalled(signal: linux_exit_signal(waitStatus))
  }
}

/// A call of the operating system's that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done, as a phrase: `start /usr/bin/btvirt`.
  public let action: String
  /// The errno.
  public let code: Int32

  /// An error of the errno given, or of the current one.
  public init(_ action: String, code: Int32 = errno) {
    self.action = action
    self.code = code
  }

  /// What failed and why.
  public var description: String { "cannot \(action): \(String(cString: strerror(code)))" }
}

/// A running program, in a process group of its own so that all it starts can be ended with it.
public final class ChildProcess {
  /// A descriptor that the program gets.
  public struct Descriptor {
    /// The number the program sees.
    let number: CInt
    /// The caller's descriptor that it is a copy of.
    let source: CInt

    /// The program's descriptor `number` as a copy of the caller's `source`.
    public init(_ number: CInt, from source: CInt) {
      self.number = number
      self.source = source
    }
  }

  /// What to start and how.
  public struct Specification {
    /// The program's file, then its arguments; the first argument is the file's name.
    public var arguments: [String]
    /// `NAME=VALUE` lines; nil keeps the caller's environment.
    public var environment: [String]?
    /// Where it starts; nil keeps the caller's folder.
    public var workingDirectory: String?
    /// The descriptors it gets, by the number it sees. Of those not named here it has the caller's
    /// 0, 1 and 2; all else is closed.
    public var descriptors: [Descriptor]
    /// Whether it leads a session of its own, with this terminal as its controlling one.
    public var terminal: String?

    /// A program with its arguments, all else as the caller's.
    public init(
      arguments: [String], environment: [String]? = nil, workingDirectory: String? = nil,
      descriptors: [Descriptor] = [], terminal: String? = nil
    ) {
      self.arguments = arguments
      self.environment = environment
      self.workingDirectory = workingDirectory
      self.descriptors = descriptors
      self.terminal = terminal
    }
  }

  /// The process, and its group.
  public let identifier: pid_t
  /// How it ended; nil while it runs.
  public private(set) var status: ExitStatus?
  private var watch: DescriptorWatch?

  /// Starts the program; `onExit` is called once, on the loop, when it has ended.
  public init(
    _ specification: Specification, on loop: EventLoop,
    onExit: @escaping (ExitStatus) -> Void
  ) throws(SystemError) {
    identifier = try Self.spawn(specification)
    let ended = linux_pidfd_open(identifier)
    guard ended >= 0 else { throw SystemError("watch process \(identifier)") }
    watch = loop.watch(ended, for: .readable) { [self] _ in
      watch?.cancel()
      watch = nil
      close(ended)
      var waitStatus: Int32 = 0
      while waitpid(identifier, &waitStatus, 0) < 0 && errno == EINTR {}
      let status = ExitStatus(waitStatus: waitStatus)
      self.status = status
      onExit(status)
    }
  }

  /// Sends a signal to the program and to all of its group.
  public func signal(_ number: Int32) {
    guard status == nil else { return }
    kill(-identifier, number)
  }

  /// Sends a signal to the program alone.
  public func signalLeader(_ number: Int32) {
    guard status == nil else { return }
    kill(identifier, number)
  }

  /// Kills what is left of the group after the program itself has ended.
  public func endGroup() {
    kill(-identifier, SIGKILL)
  }

  private static func spawn(_ specification: Specification) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    // A program starts with no signal blocked or ignored, whatever the caller did with them.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if let terminal = specification.terminal {
      flags |= 0x80  // POSIX_SPAWN_SETSID, which glibc's header hides without _GNU_SOURCE
      // A session leader that opens a terminal gets it as its controlling one.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    } else {
      flags |= POSIX_SPAWN_SETPGROUP
      posix_spawnattr_setpgroup(&attributes, 0)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    for descriptor in specification.descriptors {
      posix_spawn_file_actions_adddup2(&actions, descriptor.source, descriptor.number)
    }
    // What this process was itself given by whoever started it is not to be held open by a guest.
    let kept = specification.descriptors.map(\.number) + [2]
    let last = kept.max() ?? 2
    for number in 3..<max(last, 3) where !kept.contains(number) {
      posix_spawn_file_actions_addclose(&actions, number)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, last + 1)
    if let folder = specification.workingDirectory {
      posix_spawn_file_actions_addchdir_np(&actions, folder)
    }

    let arguments = specification.arguments.map { strdup($0) } + [nil]
    let environment = specification.environment.map { $0.map { strdup($0) } + [nil] }
    defer {
      for pointer in arguments { free(pointer) }
      for pointer in environment ?? [] { free(pointer) }
    }
    var process: pid_t = 0
    let failure: Int32
    if let environment {
      failure = posix_spawnp(
        &process, file(of: specification), &actions, &attributes, arguments, environment)
    } else {
      failure = posix_spawnp(
        &process, specification.arguments[0], &actions, &attributes, arguments, environ)
    }
    guard failure == 0 else {
      throw SystemError("start \(specification.arguments[0])", code: failure)
    }
    return process
  }

  /// The program's file by the PATH that the program gets: posix_spawnp(3) looks in the caller's.
  private static func file(of specification: Specification) -> String {
    let name = specification.arguments[0]
    guard !name.contains("/"),
      let path = specification.environment?.last(where: { $0.hasPrefix("PATH=") })
    else { return name }
    let files = path.dropFirst("PATH=".count).split(separator: ":").map { "\($0)/\(name)" }
    return files.first { access($0, X_OK) == 0 } ?? name
  }
}
