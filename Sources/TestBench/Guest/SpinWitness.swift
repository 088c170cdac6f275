// Telling the host which program computes without end.
//
// With virtual time a program that never sleeps stops the clock, and nothing that waits for time
// runs any more. The host notices by its own clock, writes a line to the guest's console and has the
// kernel look who else wants to run. That wakes this witness: the programs under test let every other
// go first (SCHED_IDLE). It looks who is ready to run.

import CLinux
import EventLoop
import Glibc

/// Answers the host's question, and notices when there is no host any more.
public final class SpinWitness {
  private let console: CInt
  private var watch: DescriptorWatch?

  /// Listens on the console. When the host's end of it closes, the harness has died without ending
  /// the guest, and the loop is quit, which ends it.
  public init(on loop: EventLoop, progress: ProgressWriter) {
    // By its own name: /dev/console does not tell of a hang-up.
    console = linux_open("/dev/tty0", O_RDONLY | O_NOCTTY | O_NONBLOCK)
    guard console >= 0 else { return }
    watch = loop.watch(console, for: .readable) { [unowned self] readiness in
      var buffer = [UInt8](repeating: 0, count: 256)
      guard read(console, &buffer, buffer.count) > 0 else {
        watch?.cancel()
        return loop.quit()
      }
      let programs = Self.programsOfSomeTurns()
      let more = programs.count > 5 ? " and \(programs.count - 5) more" : ""
      progress.tell(.spinning(programs: programs.prefix(5).joined(separator: ", ") + more))
    }
  }

  /// The programs that computed within some turns: those seen ready to run, and those that waited in
  /// between. One that asks a daemon again and again sleeps while the daemon answers, and which of the
  /// two is ready when this one has its turn is the scheduler's choice; each has been put to sleep since
  /// the turn before.
  private static func programsOfSomeTurns() -> [String] {
    var programs: [String] = []
    var sleeps: [pid_t: Int] = [:]
    for turn in 0..<60 {
      // A daemon that is busy is busy for somebody.
      if turn >= 20, !programs.allSatisfy(isDaemon) { break }
      for (process, program) in others() {
        let before = sleeps.updateValue(program.sleeps, forKey: process)
        if program.isReady || before ?? program.sleeps < program.sleeps,
          !programs.contains(program.name)
        {
          programs.append(program.name)
        }
      }
      if turn < 20 {
        sched_yield()
      } else {
        // With the clock at rest the scheduler may choose this one again and again. Each look at the
        // clock, which a daemon takes for each message, moves it a little.
        var pause = timespec(tv_sec: 0, tv_nsec: 2000)
        nanosleep(&pause, nil)
      }
    }
    return programs
  }

  /// Whether a program that was named, as `bluetoothd (process 39)`, is one of the guest's own daemons.
  public static func isDaemon(_ program: String) -> Bool {
    guard let end = program.lastIndex(of: "("), program[end...].hasPrefix("(process ") else {
      return false
    }
    return ["meterloop-init", "bluetoothd", "dbus-daemon", "btvirt"]
      .contains(String(program[..<end].dropLast()))
  }

  /// The programs other than this one, by their numbers: `python3 (process 57)`, whether each could
  /// run now, and how often it has gone to sleep.
  private static func others() -> [(pid_t, (name: String, isReady: Bool, sleeps: Int))] {
    let own = getpid()
    return Files.names(in: "/proc").compactMap(pid_t.init).sorted().compactMap { process in
      // It may end at any moment.
      guard process != own, let text = try? Files.readText("/proc/\(process)/status"),
        // Kernel threads have no memory of their own: nothing to map.
        let isProgram = try? !Files.read("/proc/\(process)/cmdline").isEmpty, isProgram
      else { return nil }
      let fields = text.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
      func value(_ key: String) -> Substring? {
        fields.first { $0.first == "\(key):" }?.dropFirst().first
      }
      guard let name = value("Name"), let state = value("State") else { return nil }
      let sleeps = value("voluntary_ctxt_switches").flatMap { Int($0) } ?? 0
      return (process, ("\(name) (process \(process))", state.hasPrefix("R"), sleeps))
    }
  }
}
