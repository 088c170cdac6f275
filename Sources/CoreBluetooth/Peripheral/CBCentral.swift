// A central as a peripheral sees it.

import Foundation
import Synchronization

/// A central that is connected: the same object for as long as somebody holds it.
open class CBCentral: CBPeer, @unchecked Sendable {
  private let mtu = Mutex(23)

  /// The longest value, in bytes, that one notification carries to it; longer ones are cut. 20 until
  /// bluetoothd has told of the link's MTU, which it does with each subscription and each request.
  open var maximumUpdateValueLength: Int {
    min(mtu.withLock { $0 } - 3, CBAttribute.longestValueByteCount)
  }

  func show(mtu bytes: Int) { mtu.withLock { $0 = bytes } }
}
