// Services of a connected peripheral.

import Foundation
import Synchronization

/// Something in a peripheral's table that has a UUID.
open class CBAttribute: NSObject, @unchecked Sendable {
  /// Its UUID.
  open var uuid: CBUUID { attributeUUID }
  private let attributeUUID: CBUUID
  /// BlueZ's object for it.
  let path: String

  init(uuid: CBUUID, path: String) {
    attributeUUID = uuid
    self.path = path
  }
}

/// A service that was discovered. It is dead once its peripheral is disconnected.
open class CBService: CBAttribute, @unchecked Sendable {
  private let primary: Bool
  private let shown: Mutex<Shown>

  private struct Shown {
    weak var peripheral: CBPeripheral?
    var characteristics: [CBCharacteristic]?
  }

  init(_ found: FoundService, of peripheral: CBPeripheral) {
    primary = found.isPrimary
    shown = Mutex(Shown(peripheral: peripheral))
    super.init(uuid: found.uuid, path: found.path)
  }

  /// The peripheral that it belongs to.
  open weak var peripheral: CBPeripheral? { shown.withLock { $0.peripheral } }
  /// Whether it is a primary service.
  open var isPrimary: Bool { primary }
  /// Its characteristics that were discovered so far; nil before.
  open var characteristics: [CBCharacteristic]? { shown.withLock { $0.characteristics } }

  /// Shows the characteristics that were found, the same objects for those known before.
  func show(_ found: [FoundGattCharacteristic]) {
    shown.withLock { shown in
      let known = shown.characteristics ?? []
      let fresh = found.filter { new in !known.contains { $0.path == new.path } }
      shown.characteristics = known + fresh.map { CBCharacteristic($0, of: self) }
    }
  }
}
