// Being told of signals on the loop, where anything may be done about them.

import CGLib
import Glibc

/// A signal being watched. It keeps itself alive until it is cancelled.
public final class SignalWatch {
  private var source: UnsafeMutablePointer<GSource>?
  private let body: () -> Void

  /// Calls `body` on the loop each time the process gets the signal (SIGINT, SIGTERM, SIGHUP).
  public init(_ signal: Int32, on loop: EventLoop, _ body: @escaping () -> Void) {
    self.body = body
    // Whoever started this process may have had the signal blocked, and that is inherited.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let source = g_unix_signal_source_new(signal)
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<SignalWatch>.fromOpaque(data).takeUnretainedValue().body() }
        return 1
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data { Unmanaged<SignalWatch>.fromOpaque(data).release() }
      })
    g_source_attach(source, loop.context)
    self.source = source
  }

  /// Stops watching.
  public func cancel() {
    guard let source else { return }
    self.source = nil
    g_source_destroy(source)
    g_source_unref(source)
  }
}
