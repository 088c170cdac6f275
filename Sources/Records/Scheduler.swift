// Time as it is handed in: nothing in meterloop reads a clock or sleeps by itself.

/// Work that was scheduled and can still be called off.
public protocol ScheduledWork: AnyObject {
  /// Calls the work off; nothing happens if it ran already.
  func cancel()
}

/// A clock and a list of what to do when. All work runs on the one thread (or queue) that the
/// scheduler stands for, so it needs no lock.
public protocol Scheduler: AnyObject {
  /// The time now.
  var now: VirtualTime { get }

  /// Runs `work` once, `delay` from now; work due at one time runs in the order it was scheduled.
  @discardableResult
  func after(_ delay: Duration, _ work: @escaping () -> Void) -> any ScheduledWork
}
