// `meterloop doctor`: what this machine lacks, and how to get it.

import Scenarios
import TestBench

/// Says what is there and what is missing.
enum DoctorCommand: Command {
  static let table = OptionTable(
    command: "doctor", operands: "",
    summary: "Say what is missing on this machine and how to get it",
    details: "Exit code 0 when scenarios can run here, 3 when something is missing.",
    options: [])

  static func run(_ parsed: OptionTable.Parsed, _ host: HostEnvironment) -> Int32 {
    var missing = 0
    func report(_ name: String, _ problem: BenchError?, found: String) {
      emit(problem.map { "missing  \(name): \($0)\n" } ?? "ok       \(name): \(found)\n")
      if problem != nil { missing += 1 }
    }
    report(
      "processor",
      Kernel.isSupported
        ? nil
        : BenchError(
          "User-Mode Linux runs on x86-64 alone", remedy: "Run the scenarios on an x86-64 machine."),
      found: "x86-64")
    for part in Part.all {
      report(part.name, part.path == nil ? part.missing : nil, found: part.path ?? "")
    }
    report("kernel", failure { () throws(BenchError) in try Kernel.locate(host) }, found: "present")
    report(
      "guest init", failure { () throws(BenchError) in try Installation.initProgram(host) },
      found: "present")
    report(
      "central", failure { () throws(BenchError) in try Installation.centralProgram(host) },
      found: "present")
    do throws(BenchError) {
      let cores = Cores.usable().count
      let memory = try GuestMemory.place(mebibytes: 128 * cores, or: ["results", "."], host: host)
      emit(
        memory.note.map { "note     guests' memory: \($0)\n" }
          ?? "ok       guests' memory: room for \(cores) at a time in \(memory.folder)\n")
    } catch { report("guests' memory", error, found: "") }
    emit("ok       cores: \(Cores.usable().count), one guest on each at a time\n")
    return missing == 0 ? ExitCode.passed : ExitCode.broken
  }

  private static func failure(_ body: () throws(BenchError) -> String) -> BenchError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }
}
