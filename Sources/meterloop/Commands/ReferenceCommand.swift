// `meterloop reference`: everything that a scenario file can say, from the reader's own tables.

import Scenarios
import TestBench

/// Prints the scenario reference.
enum ReferenceCommand: Command {
  static let table = OptionTable(
    command: "reference", operands: "",
    summary: "Print the reference of scenario files",
    details: "It is the page docs/scenarios.md, in Markdown.",
    options: [])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) -> Int32 {
    emit(ScenarioReference.markdown)
    return ExitCode.passed
  }
}
