// `meterloop central`: the built-in central, driven by a harness.

import Glibc
import TestBench

/// The central under test that comes with the program.
enum CentralCommand: Command {
  static let table = OptionTable(
    command: "central", operands: "",
    summary: "Run the built-in central, driven over the driver protocol",
    details: """
      The harness starts it with METERLOOP_DRIVER_FD, the number of an open stream socket that carries
      the driver protocol, and METERLOOP_CENTRAL_ADAPTER, the adapter's name.
      """,
    options: [
      OptionTable.Option(
        name: "driver", letter: nil, value: nil, help: "Speak on METERLOOP_DRIVER_FD"),
      OptionTable.Option(
        name: "adapter", letter: nil, value: "NAME",
        help: "The adapter, in place of METERLOOP_CENTRAL_ADAPTER"),
    ])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard parsed.has("driver") else {
      throw UsageError(message: "--driver is missing; there is no other way to run it yet")
    }
    guard let text = host.variables["METERLOOP_DRIVER_FD"], let descriptor = CInt(text),
      fcntl(descriptor, F_GETFD) >= 0
    else { throw UsageError(message: "METERLOOP_DRIVER_FD is not the number of an open file") }
    let adapter = parsed.value("adapter") ?? host.variables["METERLOOP_CENTRAL_ADAPTER"]
    guard let adapter, !adapter.isEmpty else {
      throw UsageError(message: "neither --adapter nor METERLOOP_CENTRAL_ADAPTER names an adapter")
    }
    runDriverCentral(descriptor: descriptor, adapterName: adapter)
  }
}
