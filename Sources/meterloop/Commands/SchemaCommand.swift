// `meterloop schema`: the form of scenario files, for editors.

import Scenarios
import TestBench

/// Prints the JSON Schema.
enum SchemaCommand: Command {
  static let table = OptionTable(
    command: "schema", operands: "",
    summary: "Print the JSON Schema of scenario files",
    details: """
      For editors that complete and check YAML by a schema (draft 2020-12). It is made from the tables
      that scenarios are read by. What only shows when values are taken together, `meterloop check`
      finds.

      Example:
        meterloop schema >meterloop.schema.json
        and in a scenario's first line:
        # yaml-language-server: $schema=meterloop.schema.json
      """,
    options: [])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    emit(try ScenarioSchema.text())
    return ExitCode.passed
  }
}
