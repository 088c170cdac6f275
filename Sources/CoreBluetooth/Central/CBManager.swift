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
