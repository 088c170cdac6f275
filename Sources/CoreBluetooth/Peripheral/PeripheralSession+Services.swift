// The services that a peripheral manager offers.

import BlueZ
import Foundation

/// Services that bluetoothd knows as one application. A service that includes others is in one with
/// them, because bluetoothd looks for them there.
final class ServiceOffer {
  let application: GattApplication
  let services: [CBMutableService]
  /// What bluetoothd knows each characteristic by.
  private(set) var local: [ObjectIdentifier: LocalCharacteristic] = [:]

  init(_ services: [CBMutableService], bus: Bus, root: String, session: PeripheralSession) {
    self.services = services
    application = GattApplication(bus: bus, root: root)
    var offered: [ObjectIdentifier: LocalService] = [:]
    for service in services {
      let own = application.addService(uuid: service.uuid.fullText, isPrimary: service.isPrimary)
      offered[ObjectIdentifier(service)] = own
      own.includes = (service.includedServices ?? []).compactMap { offered[ObjectIdentifier($0)] }
      for case let characteristic as CBMutableCharacteristic in service.characteristics ?? [] {
        let offered = own.addCharacteristic(
          uuid: characteristic.uuid.fullText, flags: characteristic.flags)
        for descriptor in characteristic.descriptors ?? [] {
          offered.addDescriptor(
            uuid: descriptor.uuid.fullText, value: descriptor.localValue ?? [])
        }
        session.answer(for: characteristic, at: offered)
        local[ObjectIdentifier(characteristic)] = offered
      }
    }
  }
}

extension PeripheralSession {
  func add(_ service: CBMutableService) {
    changes.add { [weak self] done in
      guard let self else { return }
      let added = offers.flatMap(\.services)
      if let problem = ServiceRules.problem(with: service, added: added) {
        return done { self.toldAdding(service, problem) }
      }
      let included = service.includedServices ?? []
      let merged = offers.filter { offer in
        offer.services.contains { own in included.contains { $0 === own } }
      }
      replace(merged, by: merged.flatMap(\.services) + [service]) { [weak self] error in
        done { self?.toldAdding(service, error.map { CBError(.unknown, "\($0)") }) }
      }
    }
  }

  private func toldAdding(_ service: CBMutableService, _ error: CBError?) {
    deliver { manager in
      manager.delegate?.peripheralManager(manager, didAdd: service, error: error)
    }
  }

  func remove(_ service: CBMutableService) {
    changes.add { [weak self] done in
      guard let self else { return }
      guard let offer = offers.first(where: { $0.services.contains { $0 === service } }) else {
        return done {
          complain("the service \(service.uuid) was not added, and cannot be removed")
        }
      }
      replace([offer], by: offer.services.filter { $0 !== service }) { error in
        done { if let error { warn("the service \(service.uuid) was not removed: \(error)") } }
      }
    }
  }

  func removeAllServices() {
    changes.add { [weak self] done in
      guard let self else { return }
      replace(offers, by: []) { error in
        done { if let error { warn("services were not removed: \(error)") } }
      }
    }
  }

  /// Takes offers back and makes one of the services in their place, if there are any.
  func replace(
    _ old: [ServiceOffer], by services: [CBMutableService],
    _ done: @escaping (BusError?) -> Void
  ) {
    guard let radio, let bus = radio.client?.bus, let adapter = radio.adapterPath else {
      return done(.disconnected)
    }
    if let first = old.first {
      return first.application.unregister(adapter: adapter) { [weak self] result in
        if case .failure(let error) = result { return done(error) }
        self?.offers.removeAll { $0 === first }
        self?.replace(Array(old.dropFirst()), by: services, done)
      }
    }
    guard !services.isEmpty else { return done(nil) }
    let offer = ServiceOffer(services, bus: bus, root: Self.nextPath("gatt"), session: self)
    offer.application.register(adapter: adapter) { [weak self] result in
      switch result {
      case .success:
        self?.offers.append(offer)
        done(nil)
      case .failure(let error): done(error)
      }
    }
  }

  /// What an offer's characteristic does when a central asks.
  fileprivate func answer(
    for characteristic: CBMutableCharacteristic, at offered: LocalCharacteristic
  ) {
    let permissions = characteristic.permissions
    let constant = characteristic.value.map { [UInt8]($0) }
    offered.onRead = { [weak self] request in
      guard !permissions.isDisjoint(with: [.readable, .readEncryptionRequired]) else {
        return request.answer(.failure(.notPermitted))
      }
      if let constant { return request.answer(from: constant) }
      self?.ask(characteristic, request)
    }
    offered.onWrite = { [weak self] request in
      guard !permissions.isDisjoint(with: [.writeable, .writeEncryptionRequired]) else {
        return request.answer(.failure(.notPermitted))
      }
      self?.ask(characteristic, request)
    }
    offered.onSubscriber = { [weak self] in self?.subscribed($0, to: characteristic) }
    offered.onUnsubscribed = { [weak self] in self?.allUnsubscribed(from: characteristic) }
  }

  /// What bluetoothd knows a characteristic by, if it is on offer.
  func offered(_ characteristic: CBMutableCharacteristic) -> LocalCharacteristic? {
    offers.lazy.compactMap { $0.local[ObjectIdentifier(characteristic)] }.first
  }
}
