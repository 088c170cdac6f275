// Programs of the package that are built beside the tests.

import Foundation
import Testing

enum BuiltProgram {
  /// The path of a program in the folder of the tests' own build.
  static func path(_ name: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = (tests as NSString).deletingLastPathComponent + "/" + name
    try #require(access(path, X_OK) == 0, "\(path) is not built")
    return path
  }

  /// Runs a line of shell in the bench, in which `$1` and so on are the programs, with so many
  /// adapters from hci1 on.
  static func run(
    _ line: String, _ names: [String], adapters: Int = 1, options: [String] = []
  ) throws -> Outcome {
    try Bench.run(
      ["--adapters", String(adapters)] + options,
      ["/bin/sh", "-c", line, "sh"] + names.map(path), in: BenchFolder())
  }
}
