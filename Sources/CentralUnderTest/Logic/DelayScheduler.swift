// Time for the app's logic. A protocol of its own and not the harness's scheduler, because these
// files must also compile in an iOS app, which has the protocols' package but not the harness.

import CoreBluetooth

/// Work that is waiting for its time.
public protocol DelayedWork: AnyObject {
  /// Calls the work off; nothing happens if it ran already.
  func cancel()
}

/// Runs work later, on the one queue that all of the app's Bluetooth logic runs on.
public protocol DelayScheduler: AnyObject {
  /// Runs `work` once, `delay` from now.
  @discardableResult
  func after(_ delay: Duration, _ work: @escaping () -> Void) -> any DelayedWork
}

/// Delays on a dispatch queue. Strict timers without leeway: a reconnect is judged to the millisecond.
public final class DispatchDelays: DelayScheduler {
  private let queue: DispatchQueue

  /// Delays on `queue`, from which alone it may be used.
  public init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Runs `work` on the queue, `delay` from now.
  @discardableResult
  public func after(_ delay: Duration, _ work: @escaping () -> Void) -> any DelayedWork {
    let start = DispatchTime.now().uptimeNanoseconds
    let parts = delay.components
    let nanoseconds = parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
    return DispatchDelay(
      queue: queue,
      deadline: DispatchTime(uptimeNanoseconds: start + UInt64(max(nanoseconds, 0))), work)
  }
}

/// One delay. It keeps itself alive until it has run or was cancelled. Confined to its queue.
private final class DispatchDelay: DelayedWork, @unchecked Sendable {
  private var work: (() -> Void)?
  private let timer: any DispatchSourceTimer

  init(queue: DispatchQueue, deadline: DispatchTime, _ work: @escaping () -> Void) {
    self.work = work
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler { self.fire() }
    timer.schedule(deadline: deadline, repeating: .never, leeway: .nanoseconds(0))
    timer.activate()
  }

  private func fire() {
    let work = work
    cancel()
    work?()
  }

  func cancel() {
    work = nil
    timer.setEventHandler(handler: nil)
    timer.cancel()
  }
}
