// Characteristics of a connected peripheral.

import Foundation
import Synchronization

/// A characteristic that was discovered. It is dead once its peripheral is disconnected, and what is
/// asked of it then fails with `CBError.invalidHandle`.
open class CBCharacteristic: CBAttribute, @unchecked Sendable {
  private let permitted: CBCharacteristicProperties
  private let shown: Mutex<Shown>

  private struct Shown {
    weak var service: CBService?
    var value: Data?
    var descriptors: [CBDescriptor]?
    var isNotifying = false
  }

  init(_ found: FoundGattCharacteristic, of service: CBService) {
    permitted = found.properties
    shown = Mutex(Shown(service: service))
    super.init(uuid: found.uuid, path: found.path)
  }

  /// A characteristic of this host, made by the app.
  init(uuid: CBUUID, properties: CBCharacteristicProperties) {
    permitted = properties
    shown = Mutex(Shown())
    super.init(uuid: uuid)
  }

  /// The service that it belongs to.
  open weak var service: CBService? { shown.withLock { $0.service } }
  /// What it permits.
  open var properties: CBCharacteristicProperties { permitted }
  /// The value that was read or notified last.
  open var value: Data? { shown.withLock { $0.value } }
  /// Its descriptors that were discovered; nil before.
  open var descriptors: [CBDescriptor]? { shown.withLock { $0.descriptors } }
  /// Whether notifications or indications are on.
  open var isNotifying: Bool { shown.withLock { $0.isNotifying } }
  /// Whether the peripheral broadcasts the value. No central can switch that on, so it is false.
  @available(*, deprecated, message: "Apple removed broadcasts; it is always false")
  open var isBroadcasted: Bool { false }

  override func die() {
    super.die()
    let descriptors = shown.withLock { shown in
      shown.isNotifying = false
      return shown.descriptors ?? []
    }
    for descriptor in descriptors { descriptor.die() }
  }

  func show(value: Data) { shown.withLock { $0.value = value } }
  func show(isNotifying: Bool) { shown.withLock { $0.isNotifying = isNotifying } }

  /// The service that it is part of from now on.
  func join(_ service: CBService?) { shown.withLock { $0.service = service } }

  /// Shows the descriptors that were found, the same objects for those known before.
  func show(_ found: [FoundDescriptor]) {
    shown.withLock { shown in
      let known = shown.descriptors ?? []
      shown.descriptors = found.map { new in
        known.first { $0.path == new.path } ?? CBDescriptor(new, of: self)
      }
    }
  }
}
