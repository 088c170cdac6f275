// A peripheral's services, characteristics and descriptors. bluetoothd reads them all by itself after
// each connect; to discover is to be told of them.

import BlueZ
import Foundation

/// What has happened to a peripheral's table during a connection.
struct TableModification {
  /// The services that were taken away.
  var lost: [String] = []
  /// Whether there are new ones.
  var hasNew = false
  /// Whether the app is going to be told.
  var isDue = false
}

/// What belongs to an earlier connection, to another peripheral, or to this host.
let deadError = CBError(.invalidHandle, "the attribute is of no use any more: discover it again")

extension Link {
  /// Answers with the services once bluetoothd has read the whole table.
  func discoverServices(_ filter: [CBUUID]?) {
    guard isConnected else { return }
    if device.servicesAreResolved { answer(filter) } else { awaitedServices.append(filter) }
  }

  /// bluetoothd has read the whole table.
  func resolved() {
    let awaited = awaitedServices
    awaitedServices = []
    for filter in awaited { answer(filter) }
  }

  private func answer(_ filter: [CBUUID]?) {
    let all = device.services.compactMap(FoundService.init)
    // bluetoothd says that services are resolved, with none at all, when the device never answered.
    let error =
      all.isEmpty ? CBError(.connectionTimeout, "the peripheral did not answer discovery") : nil
    let found = all.filter {
      $0.isPrimary && !$0.isSystem && filter?.contains($0.uuid) != false
    }
    let mtu = device.services.lazy.flatMap(\.characteristics).compactMap(\.mtuBytes).first
    deliver { _, peripheral in
      if let mtu { peripheral.show(mtu: mtu) }
      if error == nil { peripheral.show(found) }
      peripheral.delegate?.peripheral(peripheral, didDiscoverServices: error)
    }
  }

  func discoverIncludedServices(_ filter: [CBUUID]?, of service: CBService) {
    guard isConnected, let client = radio.client else { return }
    guard let path = live(service) else {
      return deliver { _, peripheral in
        peripheral.delegate?.peripheral(
          peripheral, didDiscoverIncludedServicesFor: service, error: deadError)
      }
    }
    let found = RemoteService(client: client, path: path).includedPaths
      .compactMap { FoundService(RemoteService(client: client, path: $0)) }
      .filter { filter?.contains($0.uuid) != false }
    deliver { _, peripheral in
      peripheral.show(found, includedBy: service)
      peripheral.delegate?.peripheral(
        peripheral, didDiscoverIncludedServicesFor: service, error: nil)
    }
  }

  func discoverCharacteristics(_ filter: [CBUUID]?, of service: CBService) {
    guard isConnected, let client = radio.client else { return }
    guard let path = live(service) else {
      return deliver { _, peripheral in
        peripheral.delegate?.peripheral(
          peripheral, didDiscoverCharacteristicsFor: service, error: deadError)
      }
    }
    let found = RemoteService(client: client, path: path).characteristics
      .compactMap(FoundGattCharacteristic.init).filter { filter?.contains($0.uuid) != false }
    deliver { _, peripheral in
      service.show(found)
      peripheral.delegate?.peripheral(
        peripheral, didDiscoverCharacteristicsFor: service, error: nil)
    }
  }

  func discoverDescriptors(of characteristic: CBCharacteristic) {
    guard isConnected, let client = radio.client else { return }
    guard let path = live(characteristic) else {
      return deliver { _, peripheral in
        peripheral.delegate?.peripheral(
          peripheral, didDiscoverDescriptorsFor: characteristic, error: deadError)
      }
    }
    let found = RemoteCharacteristic(client: client, path: path).descriptors
      .compactMap(FoundDescriptor.init)
    deliver { _, peripheral in
      characteristic.show(found)
      peripheral.delegate?.peripheral(
        peripheral, didDiscoverDescriptorsFor: characteristic, error: nil)
    }
  }

  /// bluetoothd's object for an attribute; nil if there is none any more.
  func live(_ attribute: CBAttribute) -> String? {
    guard !attribute.isDead, let path = attribute.path, path.hasPrefix(device.path + "/"),
      radio.client?.objects[path] != nil
    else { return nil }
    return path
  }

  /// How long the table must be quiet before the app is told of its changes: bluetoothd tells of them
  /// service by service.
  private static let quiet = Duration.milliseconds(50)

  func tableChanged(_ change: BlueZChange) {
    let prefix = device.path + "/"
    switch change {
    case .removed(let path, RemoteService.interface) where path.hasPrefix(prefix):
      guard isConnected else { return }
      modification.lost.append(path)
    case .added(let path, RemoteService.interface) where path.hasPrefix(prefix):
      guard isConnected, device.servicesAreResolved, let client = radio.client,
        FoundService(RemoteService(client: client, path: path))?.isSystem == false
      else { return }
      modification.hasNew = true
    case .changed(let path, RemoteCharacteristic.interface, let values, _)
    where path.hasPrefix(prefix):
      guard let mtu = values["MTU"]?.integer else { return }
      return deliver { _, peripheral in peripheral.show(mtu: mtu) }
    default: return
    }
    guard !modification.isDue else { return }
    modification.isDue = true
    radio.loop.after(Self.quiet) { [weak self] in self?.tellModification() }
  }

  private func tellModification() {
    // Nothing is due any more when the link went meanwhile, and the table with it.
    guard modification.isDue, isConnected else { return }
    let happened = modification
    modification = TableModification()
    deliver { _, peripheral in
      let invalidated = peripheral.lose(happened.lost)
      guard !invalidated.isEmpty || happened.hasNew else { return }
      peripheral.delegate?.peripheral(peripheral, didModifyServices: invalidated)
    }
  }
}
