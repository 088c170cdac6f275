// The executable: which subcommand, with which settings. What they do is in Commands/.

import CLinux
import Glibc
import Scenarios
import TestBench

@main
enum Meterloop {
  /// The version of the program.
  static let version = "0.1.0"

  /// The subcommands, in the order of the help.
  private static var commands: [any Command.Type] {
    [
      TestCommand.self, FuzzCommand.self, BenchCommand.self, EmulateCommand.self,
      CentralCommand.self,
      DecodeCommand.self, EncodeCommand.self, ReferenceCommand.self, FaultsCommand.self,
      DoctorCommand.self, CacheCommand.self, BenchmarkCommand.self,
    ]
  }

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let host = environment()
    guard let word = arguments.first else {
      emit(overview)
      end(ExitCode.usage)
    }
    arguments.removeFirst()
    switch word {
    case "--help", "-h", "help":
      if let topic = arguments.first, let command = command(topic) {
        emit(command.table.help)
      } else {
        emit(overview)
      }
      end(ExitCode.passed)
    case "--version":
      emit("meterloop \(version)\n")
      end(ExitCode.passed)
    case GuestCommand.table.command: end(run(GuestCommand.self, arguments, host))
    default: break
    }
    guard let command = command(word) else {
      complain("meterloop: there is no command '\(word)'; see meterloop --help")
      end(ExitCode.usage)
    }
    end(run(command, arguments, host))
  }

  /// Ends the process; what nobody could read is no success.
  private static func end(_ code: Int32) -> Never {
    guard let failure = Output.failure else { exit(code) }
    complain("meterloop: \(failure)")
    exit(code == ExitCode.passed ? ExitCode.broken : code)
  }

  private static func command(_ name: String) -> (any Command.Type)? {
    commands.first { $0.table.command == name }
  }

  private static func run(
    _ command: any Command.Type, _ arguments: [String], _ host: HostEnvironment
  ) -> Int32 {
    let own = arguments.prefix { $0 != "--" }
    if own.contains("--help") || own.contains("-h") {
      emit(command.table.help)
      return ExitCode.passed
    }
    do {
      let parsed = try command.table.parse(arguments)
      if command.table.operands.isEmpty, let extra = parsed.operands.first {
        throw UsageError(message: "'\(extra)' is too much: nothing is named here")
      }
      return try command.run(parsed, host)
    } catch let error as UsageError {
      let name = command.table.command
      complain("meterloop \(name): \(error.message)\n  See: meterloop \(name) --help")
      return ExitCode.usage
    } catch {
      complain("meterloop: \(error)")
      return command == BenchCommand.self ? BenchCommand.harnessFailed : ExitCode.broken
    }
  }

  /// The one place where the process's surroundings are read.
  private static func environment() -> HostEnvironment {
    var variables: [String: String] = [:]
    var cursor = environ
    while let entry = cursor.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      cursor += 1
    }
    return HostEnvironment(
      variables: variables, workingDirectory: Files.absolute(".") ?? "/",
      executable: Files.absolute("/proc/self/exe") ?? CommandLine.arguments[0])
  }

  private static var overview: String {
    let width = commands.map { $0.table.command.count }.max() ?? 0
    let lines = commands.map { command in
      let name = command.table.command
      return
        "  \(name)\(String(repeating: " ", count: width - name.count))  \(command.table.summary)"
    }
    return """
      meterloop emulates USB power meters over Bluetooth Low Energy, injects faults, and judges the
      central that connects to them: on the real Linux Bluetooth stack, in virtual time.

      Usage: meterloop COMMAND [OPTION…]

      \(lines.joined(separator: "\n"))

      meterloop COMMAND --help explains a command. meterloop --version tells the version.

      A first run:  meterloop test scenarios/

      """
  }
}
