// State restoration of the peripheral role: what a manager offers and advertises, kept for a process
// that comes after this one. bluetoothd forgets both with the process that registered them.

import Foundation

/// What a peripheral manager with a restore identifier has under way.
struct PeripheralRestorationState: Restorable, Equatable {
  struct Service: Codable, Equatable {
    var uuid: String
    var isPrimary: Bool
    /// Where in the list the included services are, all before this one.
    var included: [Int]
    var characteristics: [Characteristic]
  }

  struct Characteristic: Codable, Equatable {
    var uuid: String
    var properties: UInt
    var permissions: UInt
    var value: Data?
    var descriptors: [Descriptor]
  }

  /// One of the two values is there.
  struct Descriptor: Codable, Equatable {
    var uuid: String
    var text: String?
    var data: Data?
  }

  struct Advertising: Codable, Equatable {
    var name: String?
    var services: [String]
  }

  static let folder = "restore-peripheral"
  var services: [Service]
  var advertising: Advertising?

  /// Whether there is nothing to restore.
  var isEmpty: Bool { services.isEmpty && advertising == nil }
}

extension PeripheralRestorationState {
  /// What is offered, in the order in which it was added, and what is advertised.
  init(offering services: [CBMutableService], advertising content: AdvertisingContent?) {
    self.services = services.map { service in
      Service(
        uuid: service.uuid.uuidString, isPrimary: service.isPrimary,
        included: (service.includedServices ?? []).compactMap { included in
          services.firstIndex { $0 === included }
        },
        characteristics: (service.characteristics ?? []).compactMap {
          ($0 as? CBMutableCharacteristic).map(Characteristic.init)
        })
    }
    advertising = content.map {
      Advertising(name: $0.localName, services: $0.services.map(\.uuidString))
    }
  }

  /// The services anew; what is no UUID any more is left out.
  func makeServices() -> [CBMutableService] {
    var made: [CBMutableService] = []
    for kept in services {
      guard let uuid = CBUUID(shortest: kept.uuid) else { continue }
      let service = CBMutableService(type: uuid, primary: kept.isPrimary)
      service.characteristics = kept.characteristics.compactMap { $0.make() }
      let included = kept.included.filter(made.indices.contains).map { made[$0] }
      if !included.isEmpty { service.includedServices = included }
      made.append(service)
    }
    return made
  }

  /// What was advertised.
  var content: AdvertisingContent? {
    advertising.map { kept in
      var content = AdvertisingContent(nil)
      content.localName = kept.name
      content.services = kept.services.compactMap(CBUUID.init(shortest:))
      return content
    }
  }
}

extension PeripheralRestorationState.Characteristic {
  fileprivate init(_ characteristic: CBMutableCharacteristic) {
    uuid = characteristic.uuid.uuidString
    properties = characteristic.properties.rawValue
    permissions = characteristic.permissions.rawValue
    value = characteristic.value
    descriptors = (characteristic.descriptors ?? []).map {
      PeripheralRestorationState.Descriptor(
        uuid: $0.uuid.uuidString, text: $0.value as? String, data: $0.value as? Data)
    }
  }

  fileprivate func make() -> CBMutableCharacteristic? {
    guard let uuid = CBUUID(shortest: uuid) else { return nil }
    let characteristic = CBMutableCharacteristic(
      type: uuid, properties: CBCharacteristicProperties(rawValue: properties), value: value,
      permissions: CBAttributePermissions(rawValue: permissions))
    let descriptors = descriptors.compactMap { kept in
      CBUUID(shortest: kept.uuid).map {
        CBMutableDescriptor(type: $0, value: kept.text ?? kept.data)
      }
    }
    if !descriptors.isEmpty { characteristic.descriptors = descriptors }
    return characteristic
  }
}

extension PeripheralSession {
  /// Tells the delegate what an earlier process left behind, before it hears of anything else.
  func restore() {
    guard let state = store?.load() else { return }
    let services = state.makeServices()
    restored = Restored(services: services, content: state.content)
    var dictionary: [String: Any] = [
      CBPeripheralManagerRestoredStateServicesKey: services
    ]
    dictionary[CBPeripheralManagerRestoredStateAdvertisementDataKey] = state.content?.dictionary
    let told = Handover(dictionary)
    let isAdvertising = state.content != nil
    deliver { manager in
      manager.show(isAdvertising: isAdvertising)
      manager.delegate?.peripheralManager(manager, willRestoreState: told.value)
    }
  }

  /// Offers and advertises again what was restored.
  func resume() {
    guard let resumed = restored else { return }
    changes.add { [weak self] done in
      guard let self else { return }
      replace([], by: resumed.services) { [weak self] error in
        done {
          if let error { warn("restored services are not on offer: \(error)") }
          self?.restored = nil
          self?.keep()
        }
      }
    }
    if let content = resumed.content { startAdvertising(content, isTold: false) }
  }

  /// Keeps what is offered and advertised; not while an earlier process's is being taken up.
  func keep() {
    guard let store, restored == nil else { return }
    let state = PeripheralRestorationState(
      offering: offers.flatMap(\.services), advertising: advertisedContent)
    store.save(state)
  }

  /// What an earlier process left behind and is not on offer again yet.
  struct Restored {
    let services: [CBMutableService]
    let content: AdvertisingContent?
  }
}
