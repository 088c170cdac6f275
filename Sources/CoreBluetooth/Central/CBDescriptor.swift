// Descriptors of a characteristic.

import Foundation
import Synchronization

/// A descriptor that was discovered. It is dead once its peripheral is disconnected. The client
/// characteristic configuration (2902) can be read, and is written by `setNotifyValue` alone.
open class CBDescriptor: CBAttribute, @unchecked Sendable {
  private let shown: Mutex<Shown>

  private struct Shown: @unchecked Sendable {
    weak var characteristic: CBCharacteristic?
    var value: Any?
  }

  init(_ found: FoundDescriptor, of characteristic: CBCharacteristic) {
    shown = Mutex(Shown(characteristic: characteristic))
    super.init(uuid: found.uuid, path: found.path)
  }

  /// A descriptor of this host, made by the app.
  init(uuid: CBUUID, value: Any?) {
    shown = Mutex(Shown())
    super.init(uuid: uuid)
    show(value: value)
  }

  /// The characteristic that it belongs to.
  open weak var characteristic: CBCharacteristic? { shown.withLock { $0.characteristic } }

  /// The value that was read last, of Apple's type for the UUID: an NSNumber for 2900, 2902, 2903 and
  /// the L2CAP PSM, a String for 2901, Data for all others.
  open var value: Any? { shown.withLock { Handover($0.value) }.value }

  func show(value: Any?) {
    let value = Handover(value)
    shown.withLock { $0.value = value.value }
  }

  /// The characteristic that it is part of from now on.
  func join(_ characteristic: CBCharacteristic?) {
    shown.withLock { $0.characteristic = characteristic }
  }

  /// The client characteristic configuration.
  static let configuration = CBUUID(string: CBUUIDClientCharacteristicConfigurationString)

  /// Bytes as Apple's type for the UUID; numbers are little-endian, and text that is not UTF-8 is
  /// repaired.
  static func value(of bytes: [UInt8], for uuid: CBUUID) -> Any {
    switch uuid.uuidString {
    case CBUUIDCharacteristicUserDescriptionString: String(decoding: bytes, as: UTF8.self)
    case CBUUIDCharacteristicExtendedPropertiesString,
      CBUUIDClientCharacteristicConfigurationString,
      CBUUIDServerCharacteristicConfigurationString, CBUUIDL2CAPPSMCharacteristicString:
      NSNumber(value: bytes.prefix(2).reversed().reduce(UInt16(0)) { $0 << 8 | UInt16($1) })
    default: Data(bytes)
    }
  }
}
