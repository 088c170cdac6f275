// What services, characteristics and descriptors have in common.

import Foundation
import Synchronization

/// Something in a table of attributes that has a UUID.
open class CBAttribute: NSObject, @unchecked Sendable {
  /// The longest value of an attribute (Core Specification Vol 3 Part F 3.2.9).
  static let longestValueByteCount = 512

  private let attributeUUID: CBUUID
  private let dead = Mutex(false)
  /// bluetoothd's object for it; nil for what an app has made.
  let path: String?

  /// An attribute found in a peripheral, or made by the app and then without a path.
  init(uuid: CBUUID, path: String? = nil) {
    attributeUUID = uuid
    self.path = path
  }

  /// Its UUID.
  open var uuid: CBUUID { attributeUUID }

  /// Whether the connection that it was found on has ended, or the peripheral has taken it away.
  var isDead: Bool { dead.withLock { $0 } }

  /// It is of no use any more, and nor is what belongs to it.
  func die() { dead.withLock { $0 = true } }
}
