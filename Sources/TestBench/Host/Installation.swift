// The files of this program that a guest needs.

import EventLoop
import Glibc

/// Where meterloop itself is installed.
public enum Installation {
  /// The guest's first process.
  public static func initProgram(_ host: HostEnvironment) throws(BenchError) -> String {
    try sibling("meterloop-init", "the guest's first process", host)
  }

  /// The built-in central under test.
  public static func centralProgram(_ host: HostEnvironment) throws(BenchError) -> String {
    try sibling("meterloop-central", "the built-in central", host)
  }

  /// The files that this process has mapped: its program and the libraries, which are the central's too.
  public static func mappedFiles() throws(SystemError) -> [String] {
    let paths = try Files.readText("/proc/self/maps").split(separator: "\n").compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }
    return Set(paths).sorted()
  }

  private static func sibling(
    _ name: String, _ purpose: String, _ host: HostEnvironment
  ) throws(BenchError) -> String {
    let path = VisiblePaths.parent(host.executable) + "/" + name
    guard access(path, X_OK) == 0 else {
      throw BenchError(
        "\(path) is missing: \(purpose) is installed beside meterloop",
        remedy: "Build them together: make build")
    }
    return path
  }
}
