// Runs of the Python scripts in Clients, which start `meterloop emulate` and are its client.

import Foundation
import Testing

/// The scripts.
enum Emulating {
  static let fixtures = Meterloop.checkout + "/Tests/EndToEndTests/Clients"

  /// Runs a script beside two adapters, hci0 and hci1, in the bench.
  static func inTheBench(
    _ script: String, _ arguments: [String] = [], options: [String] = []
  ) throws -> Outcome {
    try Bench.run(
      ["--adapters", "1"] + options, [Bench.python, "\(fixtures)/\(script).py"] + arguments,
      in: BenchFolder(), environment: environment())
  }

  /// Runs a script on this machine.
  static func here(
    _ script: String, _ arguments: [String] = [], python: String = Bench.python
  ) throws -> Outcome {
    try RunningProcess(
      program: python, arguments: ["\(fixtures)/\(script).py"] + arguments, folder: "/",
      environment: environment()
    ).wait()
  }

  private static func environment() throws -> [String: String] {
    // The fixtures lie in the checkout, which a test leaves as it is.
    [
      "METERLOOP_BINARY": try #require(Meterloop.path), "PYTHONDONTWRITEBYTECODE": "1",
      "PYTHONUNBUFFERED": "1",
    ]
  }
}
