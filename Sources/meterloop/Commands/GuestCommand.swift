// `meterloop guest FOLDER`: the runner inside a guest. Not for calling by hand.

import Scenarios
import TestBench

/// What a runner is to do: one of these, as JSON in the run's folder.
enum GuestJob: Codable {
  case client(ClientJob)
  case scenario(ScenarioJob)
}

/// The runner.
enum GuestCommand: Command {
  static let table = OptionTable(
    command: "guest", operands: "FOLDER", summary: "The runner inside a guest (internal)",
    details: "", options: [])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) throws -> Int32 {
    guard let folder = parsed.operands.first else {
      throw UsageError(message: "the run's folder is missing")
    }
    switch try Job.read(GuestJob.self, from: folder) {
    case .client(let job): return try ClientRunner(job, folder: folder).run()
    case .scenario(let job):
      // Set by the guest's first process, and absent in real time.
      let zero = host.nonEmpty("METERLOOP_ZERO_NS").flatMap { Int64($0) } ?? 0
      return try ScenarioRunner(job, folder: folder, clockZero: zero).start()
    }
  }
}
