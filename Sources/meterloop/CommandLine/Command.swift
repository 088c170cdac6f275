// What every subcommand is: a table of options and what it does with them.

import TestBench

/// One subcommand.
protocol Command {
  /// Its options and its help.
  static var table: OptionTable { get }
  /// Does it; the exit code.
  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32
}
