// The files of this program that a guest needs.

import Glibc

/// Where meterloop itself is installed.
public enum Installation {
  /// The guest's first process, which is built next to this executable.
  public static func initProgram(_ host: HostEnvironment) throws(BenchError) -> String {
    let path = VisiblePaths.parent(host.executable) + "/meterloop-init"
    guard access(path, X_OK) == 0 else {
      throw BenchError(
        "\(path) is missing: the guest's first process is installed beside meterloop",
        remedy: "Build both: make build")
    }
    return path
  }
}
