// `meterloop init`: a suite to begin with.

import EventLoop
import Glibc
import Scenarios
import TestBench

/// Writes a few scenarios and a file for CI.
enum InitCommand: Command {
  static let table = OptionTable(
    command: "init", operands: "[FOLDER]",
    summary: "Write a starter suite and a CI file",
    details: """
      Into the folder, or the one that you are in, go scenarios/ with three scenarios that explain
      themselves, and .github/workflows/meterloop.yaml. Nothing is overwritten: if one of the files
      is there, none is written.

      Example:
        meterloop init my-app
      """,
    options: [])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard parsed.operands.count <= 1 else {
      throw UsageError(message: "'\(parsed.operands[1])' is too much: name one folder")
    }
    let folder = parsed.operands.first ?? "."
    for file in StarterSuite.files where Files.exists("\(folder)/\(file.path)") {
      throw UsageError(message: "\(folder)/\(file.path) is there already: nothing was written")
    }
    for file in StarterSuite.files {
      let path = folder == "." ? file.path : "\(folder)/\(file.path)"
      try makeFolders(of: path)
      try Files.write(file.text, to: path)
      emit("wrote  \(path)\n")
    }
    let suite = folder == "." ? "scenarios" : "\(folder)/scenarios"
    emit(
      """

      Next:
        meterloop test \(suite)
      judges meterloop's own central. To judge yours, say how it is started:
        meterloop test \(suite) --central '[PROGRAM, ARGUMENT]'
      and once it passes, in the files: central: {command: [PROGRAM, ARGUMENT]}
      For CI, set METERLOOP_REPOSITORY in \(StarterSuite.workflow) to where meterloop is cloned from.

      """)
    return ExitCode.passed
  }

  /// Makes the folders that the path goes through.
  private static func makeFolders(of path: String) throws(SystemError) {
    var folder = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/").dropLast() {
      folder += (folder.isEmpty || folder == "/" ? "" : "/") + part
      if !Files.isFolder(folder) { try Files.makeFolder(folder) }
    }
  }
}
