// A characteristic that the app offers, and its descriptors.

import Foundation
import Synchronization

/// A characteristic made by the app.
open class CBMutableCharacteristic: CBCharacteristic, @unchecked Sendable {
  private let parts: Mutex<Parts>

  private struct Parts {
    var properties: CBCharacteristicProperties
    var value: Data?
    var permissions: CBAttributePermissions
    var descriptors: [CBDescriptor]?
    var subscribedCentrals: [CBCentral] = []
  }

  /// A characteristic. With a value, that is what every read gives, without the app being asked; it
  /// can then only be readable. Without one the app answers the reads.
  public init(
    type UUID: CBUUID, properties: CBCharacteristicProperties, value: Data?,
    permissions: CBAttributePermissions
  ) {
    parts = Mutex(Parts(properties: properties, value: value, permissions: permissions))
    super.init(uuid: UUID, properties: properties)
  }

  /// What centrals are told that it permits.
  open override var properties: CBCharacteristicProperties {
    get { parts.withLock { $0.properties } }
    set { parts.withLock { $0.properties = newValue } }
  }
  /// The value as it was when the service was added is what reads give; later ones are the app's own
  /// note.
  open override var value: Data? {
    get { parts.withLock { $0.value } }
    set { parts.withLock { $0.value = newValue } }
  }
  /// What centrals may do.
  open var permissions: CBAttributePermissions {
    get { parts.withLock { $0.permissions } }
    set { parts.withLock { $0.permissions = newValue } }
  }
  /// Its descriptors, each a `CBMutableDescriptor`. bluetoothd adds the client configuration itself.
  open override var descriptors: [CBDescriptor]? {
    get { parts.withLock { $0.descriptors } }
    set {
      let before = parts.withLock { parts in
        defer { parts.descriptors = newValue }
        return parts.descriptors ?? []
      }
      for descriptor in before { descriptor.join(nil) }
      for descriptor in newValue ?? [] { descriptor.join(self) }
    }
  }
  /// The centrals that are notified. One that unsubscribes and stays connected while another is
  /// subscribed remains in the list: bluetoothd tells only of the last.
  open var subscribedCentrals: [CBCentral]? { parts.withLock { $0.subscribedCentrals } }

  func show(subscribedCentrals: [CBCentral]) {
    parts.withLock { $0.subscribedCentrals = subscribedCentrals }
  }
}

/// A descriptor made by the app: a user description (2901) or a presentation format (2904), as on
/// Apple's systems.
open class CBMutableDescriptor: CBDescriptor, @unchecked Sendable {
  /// A descriptor with a value that stays: a String for 2901, Data for 2904.
  public init(type UUID: CBUUID, value: Any?) {
    super.init(uuid: UUID, value: value)
  }
}
