// What every subcommand is: a table of options and what it does with them.

import TestBench

/// One subcommand.
protocol Command {
  /// Its options and its help.
  static var table: OptionTable { get }
  /// Does it; the exit code.
  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32
}

/// The exit codes of `meterloop`, from README's table.
enum ExitCode {
  static let passed: Int32 = 0
  static let usage: Int32 = 1
  static let unreadableScenario: Int32 = 2
  static let broken: Int32 = 3
  static let failed: Int32 = 4
  static let unknown: Int32 = 5
  static let interrupted: Int32 = 130
  /// `bench` alone: the client did not get to run.
  static let benchFailed: Int32 = 125
}
