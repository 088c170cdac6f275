// Time for unit tests: it moves when the test says so.

import Records

/// A scheduler whose clock the test advances. Work that is due runs in order, each piece at exactly
/// its own time.
public final class ManualScheduler: Scheduler {
  /// The time now.
  public private(set) var now = VirtualTime(nanoseconds: 0)
  private var pending: [ManualWork] = []
  private var made = 0

  /// A clock at zero with nothing to do.
  public init() {}

  /// Keeps `work` until the clock has been advanced by `delay`.
  @discardableResult
  public func after(_ delay: Duration, _ work: @escaping () -> Void) -> any ScheduledWork {
    let entry = ManualWork(due: now + delay, number: made, work)
    made += 1
    pending.append(entry)
    return entry
  }

  /// Moves the clock on, running what falls due on the way.
  public func advance(by duration: Duration) {
    let end = now + duration
    while let next = takeNext(until: end) {
      now = max(now, next.due)
      let work = next.work
      next.work = nil
      work?()
    }
    now = end
  }

  /// Forgets all work, and with it what the work keeps alive.
  public func forgetAll() { pending = [] }

  /// Runs what is due now, without moving the clock.
  public func settle() { advance(by: .zero) }

  private func takeNext(until end: VirtualTime) -> ManualWork? {
    pending.removeAll { $0.work == nil }
    guard let next = pending.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }), next.due <= end
    else { return nil }
    pending.removeAll { $0 === next }
    return next
  }
}

private final class ManualWork: ScheduledWork {
  let due: VirtualTime
  let number: Int
  var work: (() -> Void)?

  init(due: VirtualTime, number: Int, _ work: @escaping () -> Void) {
    self.due = due
    self.number = number
    self.work = work
  }

  func cancel() { work = nil }
}
