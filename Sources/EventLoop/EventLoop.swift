// GLib's main loop as this project uses it: one thread, timers to the nanosecond, file descriptors.
//
// GLib rounds its own timers up to a millisecond; what is asserted in virtual time must be exact, so
// all timers share one timerfd. Nothing here is Sendable: a loop and everything on it belong to the
// thread that runs it, and other threads come in through `LoopDoor` alone.

import CGLib
import CLinux
import Records

/// A main loop, its clock and its timers.
public final class EventLoop: Scheduler {
  let context: OpaquePointer
  private let loop: OpaquePointer
  private lazy var timers = TimerQueue(loop: self)
  /// What the clock said when it was first asked in the callback that runs now.
  private var callbackTime: VirtualTime?
  private(set) var isInCallback = false
  /// Lets other threads hand work to this loop.
  public let door: LoopDoor

  /// What CLOCK_MONOTONIC says at the loop's time 0, in nanoseconds.
  public let zero: Int64

  /// A loop of its own, to be run by the thread that makes it, whose clock counts from `zero`, in
  /// nanoseconds of CLOCK_MONOTONIC.
  public init(zero: Int64 = 0) {
    self.zero = zero
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    door = LoopDoor(context: context)
    _ = timers
  }

  deinit {
    timers.close()
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// The time now, CLOCK_MONOTONIC from `zero` on. All of a callback happens at one time: computing
  /// takes none in a guest, where to ask the kernel for it costs more than most of what is done then.
  public var now: VirtualTime {
    if let callbackTime { return callbackTime }
    let now = VirtualTime(nanoseconds: linux_monotonic_nanoseconds() - zero)
    if isInCallback { callbackTime = now }
    return now
  }

  /// Runs a callback of a source.
  func dispatch(_ callback: () -> Void) {
    isInCallback = true
    callback()
    isInCallback = false
    callbackTime = nil
    timers.arm()
  }

  /// Runs `work` once, `delay` from now.
  @discardableResult
  public func after(_ delay: Duration, _ work: @escaping () -> Void) -> any ScheduledWork {
    timers.add(at: now + delay, isDue: delay <= .zero, work)
  }

  /// Runs the loop until `quit`.
  public func run() { g_main_loop_run(loop) }

  /// Makes `run` return after the current callback.
  public func quit() { g_main_loop_quit(loop) }

  /// Dispatches what is ready, waiting for it when `blocking`; whether anything was dispatched.
  @discardableResult
  public func iterate(blocking: Bool) -> Bool {
    g_main_context_iteration(context, blocking ? 1 : 0) != 0
  }

  /// Calls `body` each time the descriptor is ready, until the watch is cancelled.
  public func watch(
    _ descriptor: CInt, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> DescriptorWatch {
    DescriptorWatch(loop: self, descriptor: descriptor, interest: interest, body)
  }
}
