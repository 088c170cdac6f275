// The one way for another thread into a loop.

import CGLib
import Synchronization

/// Takes work from any thread and has it run on the loop, in the order it came.
public final class LoopDoor: Sendable {
  private nonisolated(unsafe) let context: OpaquePointer

  init(context: OpaquePointer) {
    self.context = context
    g_main_context_ref(context)
  }

  deinit { g_main_context_unref(context) }

  /// Runs `work` on the loop's thread, later, also when called from that thread.
  public func enter(_ work: @escaping @Sendable () -> Void) {
    // An idle source and not g_main_context_invoke, which runs at once on the loop's own thread
    // and so would let a later piece of work overtake an earlier one.
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Parcel>.fromOpaque(data).takeUnretainedValue().open() }
        return G_SOURCE_REMOVE
      }, Unmanaged.passRetained(Parcel(work)).toOpaque(),
      { data in
        if let data { Unmanaged<Parcel>.fromOpaque(data).release() }
      })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}

/// A piece of work on its way through C. GLib hands it over under a lock of its own, which the thread
/// sanitizer does not see; the flag is a handover that it does see.
private final class Parcel: Sendable {
  private let work: @Sendable () -> Void
  private let isPacked = Atomic(false)

  init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
    isPacked.store(true, ordering: .releasing)
  }

  /// Runs the work.
  func open() {
    precondition(isPacked.load(ordering: .acquiring))
    work()
  }
}
