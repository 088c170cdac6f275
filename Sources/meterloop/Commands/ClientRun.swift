// A client's guest from the host's side: its output passed on, its end turned into an exit code.

import CLinux
import EventLoop
import Glibc
import Scenarios
import TestBench

/// One run of a client.
final class ClientRun {
  private let loop = EventLoop()
  private let folder: String
  private var guest: Guest?
  private var outputs: [FileTail] = []
  private var signals: [SignalWatch] = []
  private var end: GuestEnd?
  private var outputFailure: SystemError?
  private var savedTerminal: termios?

  /// Starts the guest.
  init(_ plan: GuestPlan, limits: GuestLimits, isInteractive: Bool) throws {
    folder = plan.folder
    if isInteractive {
      takeTerminal()
    } else {
      for (name, descriptor) in [("stdout", CInt(1)), ("stderr", CInt(2))] {
        outputs.append(
          try FileTail("\(folder)/client.\(name)", on: loop) { [unowned self] bytes in
            pass(bytes, to: descriptor, as: name)
          })
      }
    }
    // A reader that goes away shows itself in the writing.
    signal(SIGPIPE, SIG_IGN)
    // Two that run at once share no core where there are two.
    let cores = Cores.usable()
    let core = cores.isEmpty ? 0 : cores[Int(getpid()) % cores.count]
    do {
      guest = try Guest(
        plan, core: core, limits: limits, on: loop, terminal: isInteractive,
        onProgress: { _ in },
        onEnd: { [unowned self] end in
          self.end = end
          loop.quit()
        })
    } catch {
      giveTerminalBack()
      throw error
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signals.append(SignalWatch(number, on: loop) { [unowned self] in guest?.interrupt() })
    }
  }

  /// Passes on what the client printed. When nobody reads it any more, the client ends as it would
  /// without the bench.
  private func pass(_ bytes: [UInt8], to descriptor: CInt, as name: String) {
    guard outputFailure == nil else { return }
    do { try Files.writeAll(bytes, to: descriptor, as: name) } catch {
      outputFailure = error
      guest?.interrupt()
    }
  }

  /// Waits for the guest's end; the exit code of `meterloop bench`.
  func untilItsEnd() -> Int32 {
    loop.run()
    for output in outputs { output.finish() }
    giveTerminalBack()
    if let outputFailure {
      return outputFailure.code == EPIPE ? 128 + SIGPIPE : failed("\(outputFailure)")
    }
    switch end {
    case .finished(.exited(let code)): return reported(code)
    case .finished(.signalled(let signal)): return failed("the runner ended by signal \(signal)")
    case .died(_, let reason): return failed("the guest died: \(reason)")
    case .notUp(let part, let log):
      return failed(
        "\(part) did not come up" + log.map { "\n  | \($0)" }.joined())
    case .stalled(programs: ""):
      return failed(
        """
        the guest's clock stood still, and no program computed: the harness did not get through its work.
          A machine that is much too busy can do that. Run it again.
        """)
    case .stalled(let programs):
      return failed(
        """
        the guest's clock stood still: \(programs) computed without a pause.
          A program that polls without sleeping stops virtual time. Let it wait, or use --real-time.
        """)
    case .interrupted, nil: return ExitCode.interrupted
    }
  }

  /// The client's own end, which the runner leaves in a file, or the runner's failure.
  private func reported(_ runnerCode: Int32) -> Int32 {
    guard runnerCode == 0 else {
      let reason = Files.tail(of: folder + "/failure", lines: 20).joined(separator: "\n")
      return failed(reason.isEmpty ? "the runner ended with \(runnerCode)" : reason)
    }
    let words = Files.tail(of: folder + "/client.end", lines: 1).first?.split(separator: " ") ?? []
    guard words.count == 2, let number = Int32(words[1]) else {
      return failed("the client's end is unknown")
    }
    return words[0] == "exited" ? number : 128 + number
  }

  private func failed(_ reason: String) -> Int32 {
    complain("meterloop bench: \(reason)")
    return BenchCommand.harnessFailed
  }

  /// Hands every key to the guest, whose own terminal echoes and edits.
  private func takeTerminal() {
    var settings = termios()
    guard tcgetattr(0, &settings) == 0 else { return }
    savedTerminal = settings
    cfmakeraw(&settings)
    tcsetattr(0, TCSANOW, &settings)
  }

  private func giveTerminalBack() {
    guard var settings = savedTerminal else { return }
    savedTerminal = nil
    // The guest's group had the foreground; from behind it a terminal is taken back only so.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(0, getpgrp())
    tcsetattr(0, TCSANOW, &settings)
  }
}
