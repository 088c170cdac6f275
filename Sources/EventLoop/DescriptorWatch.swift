// Being told when a file descriptor can be read or written.

import CGLib

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
  /// GLib's condition bits.
  public let rawValue: UInt32

  /// From GLib's condition bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read, or the end of the file.
  public static let readable = Readiness(rawValue: G_IO_IN.rawValue)
  /// There is room to write.
  public static let writable = Readiness(rawValue: G_IO_OUT.rawValue)
  /// The other side has gone. Always reported.
  public static let hangUp = Readiness(rawValue: G_IO_HUP.rawValue)
  /// The descriptor is in error. Always reported.
  public static let failed = Readiness(rawValue: G_IO_ERR.rawValue)
}

/// A descriptor being watched. It keeps itself alive until it is cancelled.
public final class DescriptorWatch {
  private var source: UnsafeMutablePointer<GSource>?
  private unowned let loop: EventLoop
  private let body: (Readiness) -> Void

  init(
    loop: EventLoop, descriptor: CInt, interest: Readiness,
    _ body: @escaping (Readiness) -> Void
  ) {
    self.loop = loop
    self.body = body
    let condition = interest.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue
    let source = g_unix_fd_source_new(descriptor, GIOCondition(rawValue: condition))
    let callback: GUnixFDSourceFunc = { _, condition, data in
      guard let data else { return G_SOURCE_REMOVE }
      let watch = Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue()
      watch.loop.dispatch { watch.body(Readiness(rawValue: condition.rawValue)) }
      return 1
    }
    g_source_set_callback(
      source, unsafeBitCast(callback, to: GSourceFunc.self),
      Unmanaged.passRetained(self).toOpaque(),
      { data in
        if let data { Unmanaged<DescriptorWatch>.fromOpaque(data).release() }
      })
    // Nobody runs a loop within a callback of it. To prevent it nevertheless, GLib would take the
    // descriptor out before each callback and put it back behind, and wake itself for both: four
    // system calls, which are what a guest spends its time on.
    g_source_set_can_recurse(source, 1)
    g_source_attach(source, loop.context)
    self.source = source
  }

  /// Stops watching; `body` is not called again. The descriptor stays open.
  public func cancel() {
    guard let source else { return }
    self.source = nil
    g_source_destroy(source)
    g_source_unref(source)
  }
}
