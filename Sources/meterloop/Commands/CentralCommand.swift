// `meterloop central`: the app's Bluetooth logic as a program.

import EventLoop
import Glibc
import Scenarios
import TestBench

/// The built-in central under test.
enum CentralCommand: Command {
  static let table = OptionTable(
    command: "central", operands: "",
    summary: "The built-in central, driven over the driver protocol",
    details: """
      With --driver it speaks JSON lines on the descriptor that METERLOOP_DRIVER_FD names, as any
      central under test can; METERLOOP_CENTRAL_ADAPTER names its adapter. The harness starts it so.
      """,
    options: [
      .init(name: "driver", letter: nil, value: nil, help: "Speak the driver protocol")
    ])

  /// Becomes the central's own program: it is built apart, so that it cannot know the emulator and
  /// the harness does not carry Foundation.
  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard parsed.has("driver") else { throw UsageError(message: "say --driver") }
    let program = try Installation.centralProgram(host)
    let arguments = [strdup(program), strdup("--driver"), nil]
    execv(program, arguments)
    throw SystemError("start \(program)")
  }
}
