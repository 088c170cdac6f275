// The other side of a connection, whichever role it has.

import Foundation

/// The other side of a connection: a `CBPeripheral` or a `CBCentral`.
open class CBPeer: NSObject, NSCopying, @unchecked Sendable {
  private let madeUp: UUID

  /// A peer that the app knows by an identifier made of its address and this host's.
  init(identifier: UUID) { madeUp = identifier }

  /// Stands for the device on this host, always the same; it tells nothing of the address.
  open var identifier: UUID { madeUp }

  /// Itself.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
