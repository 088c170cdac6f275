// A file descriptor that travelled over the bus and has exactly one owner.

import Glibc
import Synchronization

/// Owns a file descriptor: closes it when it goes out of use, unless somebody took it over. So a
/// descriptor that a peer sends along unasked cannot leak.
public final class BusDescriptor: Sendable, Equatable {
  private let held: Mutex<CInt?>

  /// Takes the descriptor over.
  public init(adopting descriptor: CInt) {
    held = Mutex(descriptor)
  }

  deinit {
    if let descriptor = take() { close(descriptor) }
  }

  /// Gives the descriptor to the caller, who closes it from now on; nil when it was taken before.
  public func take() -> CInt? {
    held.withLock { held in
      defer { held = nil }
      return held
    }
  }

  /// The descriptor for as long as it is owned here.
  var descriptor: CInt? { held.withLock { $0 } }

  /// The same descriptor, not merely the same number.
  public static func == (a: BusDescriptor, b: BusDescriptor) -> Bool { a === b }
}
