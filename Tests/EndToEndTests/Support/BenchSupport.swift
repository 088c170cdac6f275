// What the tests of `meterloop bench` and of the scripts share: a folder each, and runs in it.

import CLinux
import Foundation
import Testing

/// A folder of one test's own, removed with the value.
final class BenchFolder {
  let path: String

  /// In /tmp, or in another folder that a checkout may lie in.
  init(in parent: String = "/tmp") throws {
    var template = Array("\(parent)/meterloop-bench-test-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template), "cannot make a folder in \(parent)"))
    chmod(path, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in it.
  func at(_ name: String) -> String { path + "/" + name }

  /// Writes a file, making the folders above it; its path.
  @discardableResult
  func write(_ text: String, to name: String, executable: Bool = false) throws -> String {
    let file = at(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    if executable { chmod(file, 0o755) }
    return file
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: at(name))) }
  func has(_ name: String) -> Bool { access(at(name), F_OK) == 0 }
  func names(_ name: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: at(name))) ?? []).sorted()
  }
}

/// Runs of clients in the bench.
enum Bench {
  /// Runs a client in `folder`, with the run's own folder there too.
  static func run(
    _ options: [String] = [], _ client: [String], in folder: BenchFolder,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try Meterloop.run(
      ["bench"] + options + ["--"] + client, in: folder.path, environment: environment)
  }

  /// Runs a line of shell on this machine, in which $BENCH is `meterloop bench`.
  static func shell(_ line: String, in folder: BenchFolder) throws -> Outcome {
    try RunningProcess(
      program: "/bin/bash", arguments: ["-c", line], folder: folder.path,
      environment: ["BENCH": try #require(Meterloop.path) + " bench"]
    ).wait()
  }

  /// Debian's Python, which has Debian's bleak.
  static let python = "/usr/bin/python3"
  static let hasBleak: Bool = {
    let process = try? RunningProcess(
      program: python, arguments: ["-c", "import bleak"], folder: "/", environment: [:])
    return process?.wait().code == 0
  }()
  static let hasPython = access(python, X_OK) == 0
  static let bleakReason: Comment = "python3-bleak is not installed for /usr/bin/python3"
}

/// Processes of this machine, watched without waiting for a time to pass.
enum Watching {
  /// The processes that are at work in the folder or below it.
  static func processes(in folder: String) -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(pid_t.init).filter { process in
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")
      return place == folder || place?.hasPrefix(folder + "/") == true
    }
  }

  /// Descriptors that tell when each of the processes has ended.
  static func ends(of processes: [pid_t]) -> [CInt] {
    processes.map(linux_pidfd_open).filter { $0 >= 0 }
  }

  /// Whether the descriptor becomes readable within so many seconds. Closes it.
  static func becomesReadable(_ descriptor: CInt, withinSeconds seconds: Int32 = 20) -> Bool {
    defer { close(descriptor) }
    return isReadable(descriptor, withinSeconds: seconds)
  }

  static func isReadable(_ descriptor: CInt, withinSeconds seconds: Int32 = 20) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, seconds * 1000) == 1
  }
}
