// `meterloop faults`: the fault vocabulary, from its own definitions.

import Faults
import Scenarios
import TestBench

/// Lists every fault verb with its parameters.
enum FaultsCommand: Command {
  static let table = OptionTable(
    command: "faults", operands: "[VERB]",
    summary: "List the faults that a scenario can inject",
    details: """
      In a scenario:  - fault: {link: disconnect, reason: 0x13}
      A fault that did not fire fails its scenario.
      """,
    options: [
      .init(name: "list", letter: "l", value: nil, help: "Their names alone, one a line"),
      .init(
        name: "markdown", letter: nil, value: nil, help: "Print the page docs/faults.md instead"),
      .init(
        name: "lanes", letter: nil, value: "FOLDER",
        help: "Print docs/fault-lanes.md from the reports that bench/fault-lanes wrote there"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard parsed.operands.count <= 1 else {
      throw UsageError(message: "'\(parsed.operands[1])' is too much: name one fault")
    }
    if parsed.has("markdown") {
      emit(FaultReference.markdown)
      return ExitCode.passed
    }
    if let folder = parsed.value("lanes") { return try lanes(folder) }
    let wanted = parsed.operands.first
    let verbs = FaultVocabulary.all.filter { verb in
      wanted == nil || verb.name == wanted || "\(verb.level.rawValue).\(verb.name)" == wanted
    }
    guard !verbs.isEmpty else {
      throw UsageError(message: "there is no fault '\(wanted ?? "")'; see meterloop faults")
    }
    if parsed.has("list") {
      emit(verbs.map { $0.fullName + "\n" }.joined())
      return ExitCode.passed
    }
    for verb in verbs {
      emit("\(verb.level.rawValue): \(verb.name)\n    \(verb.summary)\n")
      for parameter in verb.parameters { emit("    \(parameter.description)\n") }
      emit("    Fired when: \(verb.proof)\n    Example:    - fault: \(verb.example)\n\n")
    }
    return ExitCode.passed
  }

  /// The page of what runs have shown; a fault that none has brought about is told.
  private static func lanes(_ folder: String) throws -> Int32 {
    func lane(_ name: String, _ stem: String) throws -> FaultLanes.Lane {
      try FaultLanes.Lane(
        name, report: try Files.read("\(folder)/\(stem).json"),
        withoutFaults: try Files.read("\(folder)/\(stem)-without-faults.json"))
    }
    let lanes = try FaultLanes(
      [
        lane("The bench, built-in central", "built-in"),
        lane("The bench, a bleak client", "bleak"),
        lane("The bench, a Core Bluetooth app", "core-bluetooth"),
      ], hostProofs: try Files.readText("\(folder)/emulate.jsonl"))
    emit(lanes.markdown)
    guard !lanes.unproven.isEmpty else { return ExitCode.passed }
    complain("no scenario proves \(lanes.unproven.joined(separator: ", "))")
    return ExitCode.failed
  }
}
