// Telling the host that the guest's clock moves.

import EventLoop
import Records

/// A line of progress each second of the guest's clock.
public final class Heartbeat {
  private let loop: EventLoop
  private let progress: ProgressWriter
  private var next: (any ScheduledWork)?

  /// Begins at once.
  public init(on loop: EventLoop, progress: ProgressWriter) {
    self.loop = loop
    self.progress = progress
    beat()
  }

  deinit { next?.cancel() }

  private func beat() {
    progress.tell(.clock(seconds: Int(loop.now.nanoseconds / 1_000_000_000)))
    next = loop.after(.seconds(1)) { [unowned self] in beat() }
  }
}
