// A service that the app offers.

import Foundation
import Synchronization

/// A service made by the app. Once it was given to `CBPeripheralManager.add`, changes to it have no
/// effect until it is removed and added again.
open class CBMutableService: CBService, @unchecked Sendable {
  private let parts = Mutex(Parts())

  private struct Parts {
    var includedServices: [CBService]?
    var characteristics: [CBCharacteristic]?
  }

  /// An empty service.
  public init(type UUID: CBUUID, primary isPrimary: Bool) {
    super.init(uuid: UUID, isPrimary: isPrimary)
  }

  /// The services that it includes; they have to be added first.
  open override var includedServices: [CBService]? {
    get { parts.withLock { $0.includedServices } }
    set { parts.withLock { $0.includedServices = newValue } }
  }

  /// Its characteristics, each a `CBMutableCharacteristic`.
  open override var characteristics: [CBCharacteristic]? {
    get { parts.withLock { $0.characteristics } }
    set {
      let before = parts.withLock { parts in
        defer { parts.characteristics = newValue }
        return parts.characteristics ?? []
      }
      for characteristic in before { characteristic.join(nil) }
      for characteristic in newValue ?? [] { characteristic.join(self) }
    }
  }
}
