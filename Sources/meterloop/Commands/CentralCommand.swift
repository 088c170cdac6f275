// `meterloop central`: the app's Bluetooth logic as a program.

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

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard parsed.has("driver") else { throw UsageError(message: "say --driver") }
    guard let text = host.nonEmpty("METERLOOP_DRIVER_FD"), let descriptor = Int32(text) else {
      throw UsageError(message: "METERLOOP_DRIVER_FD names no descriptor")
    }
    runDriverCentral(
      descriptor: descriptor,
      adapterName: host.nonEmpty("METERLOOP_CENTRAL_ADAPTER") ?? "hci0")
  }
}
