// `meterloop format`: scenario files in their one form.

import EventLoop
import Glibc
import Scenarios
import TestBench

/// Rewrites scenario files, or says which are not as they would be written.
enum FormatCommand: Command {
  static let table = OptionTable(
    command: "format", operands: "FILE|FOLDER…",
    summary: "Rewrite scenario files in their canonical form",
    details: """
      Blanks, indentation, line breaks and quotes are decided; what a file says, its order and its
      comments stay. A file that would say something else is left as it is. A folder stands for all
      .yaml and .yml files in and below it; parts that begin with _ are named by themselves.

      Exit codes: 0 done, 1 usage, 2 a file is no YAML as scenarios use it, 3 a file cannot be
      written, 4 with --check: a file is not in its form.

      Examples:
        meterloop format scenarios/
        meterloop format --check scenarios/
      """,
    options: [
      .init(
        name: "check", letter: nil, value: nil,
        help: "Write nothing; name the files that are not in their form")
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard !parsed.operands.isEmpty else {
      throw UsageError(message: "name a scenario file or folder")
    }
    var code = ExitCode.passed
    for file in try TestCommand.suiteFiles(parsed.operands).map(\.path) {
      do throws(ScenarioError) {
        let bytes = try ScenarioFile.bytes(of: file)
        let text = try ScenarioFormat.format(bytes, file: file)
        guard Array(text.utf8) != bytes else { continue }
        emit("\(parsed.has("check") ? "not formatted" : "formatted")  \(file)\n")
        if parsed.has("check") {
          if code == ExitCode.passed { code = ExitCode.failed }
        } else {
          try replace(file, by: text)
        }
      } catch {
        complain(error.rendered)
        code = ExitCode.unreadable
      }
    }
    return code
  }

  /// Writes beside the file first, so that there is always a whole one.
  private static func replace(_ file: String, by text: String) throws(ScenarioError) {
    let place = Files.absolute(file) ?? file
    let temporary = place + ".new"
    var status = stat()
    do throws(SystemError) {
      try Files.write(text, to: temporary)
      guard stat(place, &status) == 0, chmod(temporary, status.st_mode & 0o7777) == 0,
        rename(temporary, place) == 0
      else { throw SystemError("write \(file)") }
    } catch {
      unlink(temporary)
      throw ScenarioError(file: file, message: "it cannot be written: \(error)")
    }
  }
}
