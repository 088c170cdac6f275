// Programs of the machine that tests use.

import Foundation

/// A program that may be installed or not.
enum Tool {
  /// Where it is, looked for where packages put programs.
  private static func path(_ name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  static func isThere(_ name: String) -> Bool { path(name) != nil }

  /// Runs it to its end.
  static func run(
    _ name: String, _ arguments: [String], in folder: String = "/",
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try RunningProcess(
      program: path(name) ?? name, arguments: arguments, folder: folder, environment: environment
    ).wait()
  }
}
