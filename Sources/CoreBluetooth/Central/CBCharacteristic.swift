// Characteristics of a connected peripheral.

import Foundation
import Synchronization

/// A characteristic that was discovered. It is dead once its peripheral is disconnected.
open class CBCharacteristic: CBAttribute, @unchecked Sendable {
  private let permitted: CBCharacteristicProperties
  private let shown: Mutex<Shown>

  private struct Shown {
    weak var service: CBService?
    var value: Data?
    var isNotifying = false
  }

  init(_ found: FoundGattCharacteristic, of service: CBService) {
    permitted = found.properties
    shown = Mutex(Shown(service: service))
    super.init(uuid: found.uuid, path: found.path)
  }

  /// The service that it belongs to.
  open weak var service: CBService? { shown.withLock { $0.service } }
  /// What it permits.
  open var properties: CBCharacteristicProperties { permitted }
  /// The value that was read or notified last.
  open var value: Data? { shown.withLock { $0.value } }
  /// Whether notifications are on.
  open var isNotifying: Bool { shown.withLock { $0.isNotifying } }

  func show(value: Data) { shown.withLock { $0.value = value } }
  func show(isNotifying: Bool) { shown.withLock { $0.isNotifying = isNotifying } }
}
