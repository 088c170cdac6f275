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

  /// The programs that could run within some turns. A program that asks a daemon again and again
  /// sleeps while the daemon answers; with this one always ready, its own turn does not come, and it
  /// is seen waiting for it.
  private static func programsOfSomeTurns() -> [String] {
    var programs: [String] = []
    for _ in 0..<20 {
      for program in runningPrograms() where !programs.contains(program) {
        programs.append(program)
      }
      sched_yield()
    }
    return programs
  }

  /// The programs that could run now, other than this one: `python3 (process 57)`.
  private static func runningPrograms() -> [String] {
    let own = getpid()
    return Files.names(in: "/proc").compactMap(pid_t.init).sorted().compactMap { process in
      guard process != own, let text = try? Files.readText("/proc/\(process)/stat"),
        // PID (NAME) STATE …, and the name may hold brackets and spaces itself.
        let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
      else { return nil }
      let name = text[text.index(after: open)..<close]
      let state = text[close...].split(separator: " ").dropFirst().first
      // Kernel threads have no memory of their own: nothing to map.
      let isProgram = (try? !Files.read("/proc/\(process)/cmdline").isEmpty) ?? false
      return state == "R" && isProgram ? "\(name) (process \(process))" : nil
    }
  }
}
