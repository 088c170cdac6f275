// All timers of a loop on one timerfd, in order of their time and then of their making.
//
// What is due at once does not wait for the timerfd: with virtual time a kernel timer fires only when
// nobody computes, and a program that floods the loop's descriptors would hold it up for ever.

import CGLib
import CLinux
import Glibc
import Records

/// One timer.
final class LoopTimer: ScheduledWork {
  let due: VirtualTime
  let number: Int
  var work: (() -> Void)?

  init(due: VirtualTime, number: Int, work: @escaping () -> Void) {
    self.due = due
    self.number = number
    self.work = work
  }

  func cancel() { work = nil }
}

/// The timers that are still to come, the next one last.
final class TimerQueue {
  private unowned let loop: EventLoop
  private let descriptor: CInt
  private var pending: [LoopTimer] = []
  private var made = 0
  private var watch: DescriptorWatch?
  private var armed: Int64 = 0
  private var isWoken = false

  init(loop: EventLoop) {
    self.loop = loop
    descriptor = linux_timer_create()
    precondition(descriptor >= 0, "timerfd_create failed: errno \(errno)")
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in
      var expirations: UInt64 = 0
      _ = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
      armed = 0
      fire()
    }
  }

  func close() {
    watch?.cancel()
    Glibc.close(descriptor)
  }

  /// A timer; `isDue` says that its time has come already.
  func add(at due: VirtualTime, isDue: Bool, _ work: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(due: due, number: made, work: work)
    made += 1
    // Sorted from last to first, so that the next one is cheap to take; equal times keep the order
    // of their making.
    var low = 0
    var high = pending.count
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].due > due { low = middle + 1 } else { high = middle }
    }
    pending.insert(timer, at: low)
    if isDue { wake() } else { arm() }
    return timer
  }

  /// Has `fire` called in the loop's next round.
  private func wake() {
    guard !isWoken else { return }
    isWoken = true
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        guard let data else { return G_SOURCE_REMOVE }
        let queue = Unmanaged<TimerQueue>.fromOpaque(data).takeUnretainedValue()
        queue.loop.dispatch {
          queue.isWoken = false
          queue.fire()
        }
        return G_SOURCE_REMOVE
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data { Unmanaged<TimerQueue>.fromOpaque(data).release() }
      })
    g_source_attach(source, loop.context)
    g_source_unref(source)
  }

  /// Sets the timerfd to the next timer. Within a callback that waits for its end: it may add more.
  func arm() {
    guard !loop.isInCallback else { return }
    while let last = pending.last, last.work == nil { pending.removeLast() }
    // A timerfd takes 0 for "never", so a time at or before the clock's zero becomes 1 ns.
    let wanted = pending.last.map { max($0.due.nanoseconds + loop.zero, 1) } ?? 0
    guard wanted != armed else { return }
    armed = wanted
    linux_timer_set(descriptor, wanted)
  }

  private func fire() {
    let now = loop.now
    while let timer = pending.last, timer.due <= now {
      pending.removeLast()
      let work = timer.work
      timer.work = nil
      work?()
    }
  }
}
