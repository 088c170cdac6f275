// A message bus for one test: its own dbus-daemon on its own socket, gone with the test.

import BlueZ
import CLinux
import EventLoop
import Glibc
import Testing

/// A running dbus-daemon that lets anybody do anything, but for what a test takes away.
package final class PrivateBus {
  package static let isAvailable = access("/usr/bin/dbus-daemon", X_OK) == 0

  package let loop = EventLoop()
  package let address: Bus.Address
  private let folder: String
  private var process: pid_t = 0

  /// `refusals` are `<deny …/>` rules.
  package init(refusals: String = "") throws {
    var template = Array("/tmp/meterloop-bus-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    folder = String(cString: made)
    address = .path(folder + "/bus")
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <listen>unix:path=\(folder)/bus</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow user="*"/><allow own="*"/><allow send_destination="*"/>
          <allow receive_sender="*"/><allow send_type="method_call"/>
          \(refusals)
        </policy>
      </busconfig>
      """
    let file = try #require(fopen(folder + "/bus.conf", "w"))
    fputs(configuration, file)
    fclose(file)
    try start()
  }

  deinit {
    kill()
    unlink(folder + "/bus")
    unlink(folder + "/bus.conf")
    unlink(folder + "/log")
    rmdir(folder)
  }

  /// Starts the daemon and waits until it says that it listens.
  private func start() throws {
    var ends: [CInt] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    // It complains of limits that it may not raise.
    posix_spawn_file_actions_addopen(&actions, 2, folder + "/log", O_WRONLY | O_CREAT, 0o600)
    let words = [
      "dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(folder)/bus.conf",
      "--print-address=1",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    try #require(
      posix_spawn(&process, "/usr/bin/dbus-daemon", &actions, nil, &arguments, environ) == 0)
    close(ends[1])
    var byte: UInt8 = 0
    try #require(read(ends[0], &byte, 1) == 1, "dbus-daemon did not start")
  }

  /// Ends the daemon as a crash would.
  package func kill() {
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    var status: CInt = 0
    waitpid(process, &status, 0)
    process = 0
  }

  package func connect() throws -> Bus { try Bus(loop: loop, address: address) }

  /// Runs the loop until the condition holds. The time limit only ends a test that hangs.
  package func run(
    until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var isLate = false
    let limit = loop.after(.seconds(20)) { isLate = true }
    defer { limit.cancel() }
    while !condition() {
      try #require(!isLate, "waited 20 s", sourceLocation: sourceLocation)
      loop.iterate(blocking: true)
    }
  }

  /// The result of something that is done later.
  package func wait<Success, Failure: Error>(
    sourceLocation: SourceLocation = #_sourceLocation,
    for start: (@escaping (Result<Success, Failure>) -> Void) -> Void
  ) throws -> Result<Success, Failure> {
    var result: Result<Success, Failure>?
    start {
      #expect(result == nil, "done twice", sourceLocation: sourceLocation)
      result = $0
    }
    #expect(result == nil, "done before the call returned", sourceLocation: sourceLocation)
    try run(until: { result != nil }, sourceLocation: sourceLocation)
    return try #require(result, sourceLocation: sourceLocation)
  }

  /// Lets everything that is on its way from one connection to another arrive.
  package func settle(_ from: Bus, _ to: Bus) throws {
    to.export("/settle") { $0.reply() }
    let call = MethodCall(
      destination: to.uniqueName, path: "/settle", interface: "test.Settle", member: "Settle")
    _ = try wait { from.call(call, $0) }.get()
    to.unexport("/settle")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips where there is no dbus-daemon.
  package static var needsBus: Self {
    .enabled(if: PrivateBus.isAvailable, "/usr/bin/dbus-daemon is not installed")
  }
}
