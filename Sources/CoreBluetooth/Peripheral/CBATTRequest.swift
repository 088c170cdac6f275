// What a central asks of the app.

import Foundation
import Synchronization

/// A read or write to be answered by `CBPeripheralManager.respond(to:withResult:)`.
open class CBATTRequest: NSObject, @unchecked Sendable {
  private let asking: CBCentral
  private let asked: CBCharacteristic
  private let start: Int
  private let shown: Mutex<Data?>
  /// What the session knows it by.
  let ticket: Int

  init(
    central: CBCentral, characteristic: CBCharacteristic, offset: Int, value: Data?, ticket: Int
  ) {
    asking = central
    asked = characteristic
    start = offset
    shown = Mutex(value)
    self.ticket = ticket
  }

  /// Who asks.
  open var central: CBCentral { asking }
  /// What is to be read or written.
  open var characteristic: CBCharacteristic { asked }
  /// Where in the value to begin, in bytes.
  open var offset: Int { start }
  /// What is written; for a read, what the app has from `offset` on.
  open var value: Data? {
    get { shown.withLock { $0 } }
    set { shown.withLock { $0 = newValue } }
  }
}
