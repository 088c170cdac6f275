// Services of a connected peripheral.

import Foundation
import Synchronization

/// A service that was discovered. It is dead once its peripheral is disconnected, and what is asked of
/// it then fails with `CBError.invalidHandle`.
open class CBService: CBAttribute, @unchecked Sendable {
  private let primary: Bool
  private let shown: Mutex<Shown>

  private struct Shown {
    weak var peripheral: CBPeripheral?
    var includedServices: [CBService]?
    var characteristics: [CBCharacteristic]?
  }

  init(_ found: FoundService, of peripheral: CBPeripheral) {
    primary = found.isPrimary
    shown = Mutex(Shown(peripheral: peripheral))
    super.init(uuid: found.uuid, path: found.path)
  }

  /// A service of this host, made by the app.
  init(uuid: CBUUID, isPrimary: Bool) {
    primary = isPrimary
    shown = Mutex(Shown())
    super.init(uuid: uuid)
  }

  /// The peripheral that it belongs to; nil for one that the app has made.
  open weak var peripheral: CBPeripheral? { shown.withLock { $0.peripheral } }
  /// Whether it is a primary service.
  open var isPrimary: Bool { primary }
  /// The services that it includes and that were discovered so far; nil before.
  open var includedServices: [CBService]? { shown.withLock { $0.includedServices } }
  /// Its characteristics that were discovered so far; nil before.
  open var characteristics: [CBCharacteristic]? { shown.withLock { $0.characteristics } }

  override func die() {
    super.die()
    let parts = shown.withLock { ($0.includedServices ?? [], $0.characteristics ?? []) }
    for service in parts.0 where !service.isDead { service.die() }
    for characteristic in parts.1 { characteristic.die() }
  }

  /// Shows the included services.
  func show(includedServices: [CBService]) {
    shown.withLock { $0.includedServices = includedServices }
  }

  /// Shows the characteristics that were found, the same objects for those known before.
  func show(_ found: [FoundGattCharacteristic]) {
    shown.withLock { shown in
      let known = shown.characteristics ?? []
      let fresh = found.filter { new in !known.contains { $0.path == new.path } }
      shown.characteristics = known + fresh.map { CBCharacteristic($0, of: self) }
    }
  }
}
