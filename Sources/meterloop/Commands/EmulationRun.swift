// A run of `meterloop emulate`: where its events go, its signals, its exit code.

import EventLoop
import Glibc
import HostLane
import Records
import Scenarios
import TestBench

/// One emulation from its start to its exit code.
final class EmulationRun {
  private let emulation: Emulation
  private let loop: EventLoop
  private var view: LiveView?
  private var output: EventOutput?
  private var signals: [SignalWatch] = []
  private var end: Emulation.End?

  init(_ emulation: Emulation, on loop: EventLoop, isLive: Bool) {
    self.emulation = emulation
    self.loop = loop
    // A reader that goes away shows itself in the writing.
    signal(SIGPIPE, SIG_IGN)
    if isLive {
      view = LiveView(emulation, on: loop)
    } else {
      output = EventOutput(to: 1, on: loop)
      output?.onGone = { [unowned emulation] in emulation.end(.interrupted) }
    }
    emulation.onLine = { [unowned self] in output?.write($0) }
    emulation.onNote = { [unowned self] in view?.say("note: \($0)") }
    emulation.onEnd = { [unowned self] end in
      self.end = end
      guard let output else { return loop.quit() }
      output.finish(within: Self.longestFarewell) { [loop] in loop.quit() }
    }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signals.append(SignalWatch(number, on: loop) { [unowned self] in interrupt() })
    }
  }

  /// So long a reader has for what is still to be read.
  private static let longestFarewell = Duration.seconds(1)

  /// Runs it; the exit code.
  func untilItsEnd() -> Int32 {
    // On the loop, for it may end at once.
    loop.after(.zero) { [emulation] in emulation.start() }
    loop.run()
    view?.close()
    output?.close()
    switch end {
    case .quit?: return ExitCode.passed
    case .failed(let error)?:
      complain("meterloop emulate: \(error)")
      return ExitCode.broken
    case .interrupted?, nil: return ExitCode.interrupted
    }
  }

  /// A second signal does not wait for bluetoothd.
  private func interrupt() {
    if emulation.isEnding { return loop.quit() }
    emulation.end(.interrupted)
  }
}
