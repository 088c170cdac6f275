// Devices that an app knows, and those that other programs connect to.

import BlueZ
import Foundation

extension CentralSession {
  /// The peripherals with these identifiers, as far as anybody knows them.
  func retrieve(_ identifiers: [UUID]) -> [CBPeripheral] {
    guard radioState == .poweredOn, let radio else { return [] }
    let there = radio.devices.compactMap(radio.known)
    return identifiers.compactMap { identifier in
      let device = there.first { $0.identifier == identifier } ?? radio.known[identifier]
      return device.flatMap(peripheral(for:))
    }
  }

  /// The connected peripherals that have one of these services.
  func retrieveConnected(_ services: [CBUUID]) -> [CBPeripheral] {
    guard radioState == .poweredOn, let radio else { return [] }
    return radio.devices.filter { device in
      let own = device.uuids.compactMap(CBUUID.init(shortest:))
      return device.isConnected && !Set(own).isDisjoint(with: services)
    }.compactMap(radio.known).compactMap(peripheral(for:))
  }

  /// Tells of connections that match from now on, or of none.
  func watchConnections(_ match: ConnectionEventMatch?) {
    self.match = match
    toldConnected = []
    guard match != nil, let radio else { return }
    // Those that stand already are no events, but their end will be one.
    for device in radio.devices where device.isConnected && matches(device) {
      toldConnected.insert(device.path)
    }
  }

  private func matches(_ device: Device) -> Bool {
    guard let match, let known = radio?.known(device) else { return false }
    return match.includes(known.identifier, device.uuids.compactMap(CBUUID.init(shortest:)))
  }

  /// Tells of a connection that stands or has ended, if the app wants to hear of it.
  func checkConnection(_ path: String) {
    guard match != nil, let radio, let client = radio.client else { return }
    let device = Device(client: client, path: path)
    let isConnected = device.isConnected && (toldConnected.contains(path) || matches(device))
    guard isConnected != toldConnected.contains(path) else { return }
    if isConnected { toldConnected.insert(path) } else { toldConnected.remove(path) }
    let known = radio.known(device) ?? radio.known.values.first { $0.path == path }
    guard let peripheral = known.flatMap(peripheral(for:)) else { return }
    deliver { manager in
      manager.delegate?.centralManager(
        manager, connectionEventDidOccur: isConnected ? .peerConnected : .peerDisconnected,
        for: peripheral)
    }
  }
}

/// Which connections an app wants to hear of.
struct ConnectionEventMatch: Sendable {
  var services: [CBUUID]
  var identifiers: [UUID]

  /// Whether a peripheral with this identifier and these services is meant.
  func includes(_ identifier: UUID, _ own: [CBUUID]) -> Bool {
    identifiers.contains(identifier) || !Set(services).isDisjoint(with: own)
  }
}
