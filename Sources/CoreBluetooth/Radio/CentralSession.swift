// What one central manager has under way.

import BlueZ
import Foundation

/// One manager's scan and links. Confined to the radio thread.
final class CentralSession: RadioSession, @unchecked Sendable {
  private let queue: DispatchQueue
  private var manager = Weak<CBCentralManager>()
  private var radio: Radio?
  private var scan: Scan?
  private var reported: [String: Advertised] = [:]
  private var links: [Link] = []

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func open(for manager: Weak<CBCentralManager>, on radio: Radio) {
    self.manager = manager
    self.radio = radio
    radio.add(self)
  }

  func close() {
    scan = nil
    for link in links { link.cancel() }
    radio?.remove(self)
  }

  /// What the adapter must discover for this manager.
  var needs: [Scan] {
    let sought = links.contains(where: \.isSought) ? [Scan.everything] : []
    return sought + (scan.map { [$0] } ?? [])
  }

  /// The state of Bluetooth, of which the delegate is told. With anything but on, links and scans are
  /// gone without a further word, as on Apple's systems.
  var radioState = CBManagerState.unknown {
    didSet {
      guard radioState != oldValue else { return }
      var lost: [CBPeripheral] = []
      if radioState != .poweredOn {
        scan = nil
        for link in links {
          link.reset()
          if let peripheral = link.peripheral { lost.append(peripheral) }
        }
      }
      let state = radioState
      deliver { [lost] manager in
        for peripheral in lost { peripheral.show(.disconnected) }
        manager.tell(state)
      }
    }
  }

  /// Scans, or ends the scan.
  func scan(_ scan: Scan?) {
    guard radioState == .poweredOn else { return }
    self.scan = scan
    reported = [:]
    radio?.updateDiscovery()
  }

  func updateDiscovery() { radio?.updateDiscovery() }

  /// Runs `body` on the manager's queue, unless the manager has gone by then.
  func deliver(_ body: @escaping @Sendable (CBCentralManager) -> Void) {
    let manager = Handover(manager)
    queue.async {
      if let manager = manager.value.object { body(manager) }
    }
  }

  func changed(_ change: BlueZChange) {
    for link in links { link.changed(change) }
    links.removeAll { $0.isUnused }
    switch change {
    case .added(let path, Device.interface): sighted(path)
    case .changed(let path, Device.interface, let values, _):
      if values["RSSI"] != nil || reported[path] != nil { sighted(path) }
    case .removed(let path, Device.interface): reported[path] = nil
    default: break
    }
  }

  /// Reports a device that is looked for and heard, if there is something new to say.
  private func sighted(_ path: String) {
    guard let scan, let radio, let device = radio.client?.object(path, as: Device.self),
      device.adapterPath == radio.adapterPath, let rssi = device.rssi
    else { return }
    let advertised = Advertised(device)
    guard scan.wants(advertised.services), scan.allowsDuplicates || reported[path] != advertised
    else { return }
    reported[path] = advertised
    guard let peripheral = peripheral(for: device, on: radio) else { return }
    let data = Handover(advertised.dictionary)
    let strength = Handover(NSNumber(value: rssi))
    deliver { manager in
      manager.delegate?.centralManager(
        manager, didDiscover: peripheral, advertisementData: data.value, rssi: strength.value)
    }
  }

  /// The object that stands for a device: the same for as long as somebody holds it.
  private func peripheral(for device: Device, on radio: Radio) -> CBPeripheral? {
    let known = links.lazy.filter { $0.device.path == device.path }.compactMap(\.peripheral).first
    if let known { return known }
    guard let address = device.address, let host = radio.adapterAddress else { return nil }
    let link = Link(device: device, radio: radio, session: self)
    let peripheral = CBPeripheral(
      identifier: UUID(device: address, host: host), name: device.name, link: link)
    link.adopt(peripheral)
    links.append(link)
    return peripheral
  }
}
