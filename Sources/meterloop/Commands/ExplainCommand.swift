// `meterloop explain`: what happened in a run.

import CLinux
import Glibc
import Scenarios
import TestBench

/// Tells the story of a run from the folder that it left.
enum ExplainCommand: Command {
  static let table = OptionTable(
    command: "explain", operands: "RUN",
    summary: "Tell what happened in a run, from its folder",
    details: """
      RUN is a folder below results: each failure names its own, and --keep leaves those of passed runs
      too. The times are the scenario's own, from the beginning of its timeline. What came in streams, such
      as packets and measurements, is counted between the lines that matter.

      Examples:
        meterloop explain results/reconnect-out-of-range
        meterloop explain results/reconnect-out-of-range --json | jq '.story[].text'
      """,
    options: [
      .init(name: "json", letter: nil, value: nil, help: "Print one JSON object instead")
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard let path = parsed.operands.first else {
      throw UsageError(message: "name a run's folder, such as results/reconnect-out-of-range")
    }
    guard parsed.operands.count == 1 else {
      throw UsageError(message: "'\(parsed.operands[1])' is too much: name one run's folder")
    }
    let isSlashed = path.count > 1 && path.hasSuffix("/")
    let folder = try RunFolder(isSlashed ? String(path.dropLast()) : path)
    let story = try folder.story()
    if parsed.has("json") {
      emit(try ExplainText.json(story, in: folder))
    } else {
      let style = OutputStyle(isTerminal: isatty(1) == 1, environment: host.variables)
      emit(ExplainText.render(story, in: folder, style: style))
    }
    return ExitCode.passed
  }
}
