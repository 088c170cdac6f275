// What central and peripheral managers have in common.

import Foundation
import Synchronization

/// A manager of the Bluetooth system.
open class CBManager: NSObject, @unchecked Sendable {
  private let shownState: Mutex<CBManagerState>

  init(in state: CBManagerState) {
    shownState = Mutex(state)
    super.init()
  }

  /// The state of the Bluetooth system, as last told to the delegate.
  open var state: CBManagerState { shownState.withLock { $0 } }

  /// Whether this process may use Bluetooth: not determined until the first manager knows, for nobody
  /// is asked on Linux but bluetoothd's D-Bus policy.
  open class var authorization: CBManagerAuthorization { knownAuthorization.withLock { $0 } }

  /// The same, as iOS 13.0 had it.
  @available(*, deprecated, message: "Use the class property")
  open var authorization: CBManagerAuthorization { Self.authorization }

  private static let knownAuthorization = Mutex(CBManagerAuthorization.notDetermined)

  /// What the radio has found out.
  static func show(_ authorization: CBManagerAuthorization) {
    knownAuthorization.withLock { $0 = authorization }
  }

  /// Shows another state; whether it is another.
  func show(_ state: CBManagerState) -> Bool {
    shownState.withLock { shown in
      defer { shown = state }
      return shown != state
    }
  }
}

/// A reference that does not keep its object. What may be done with the object on which thread is the
/// holder's business.
struct Weak<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
}

/// Takes a value that is no longer used on this thread to another one.
struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
