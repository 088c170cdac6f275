// What one central manager has under way.

import BlueZ
import Foundation

/// One manager's scan and links. Confined to the radio thread.
final class CentralSession: RadioSession, @unchecked Sendable {
  private let queue: DispatchQueue
  private let showsPowerAlert: Bool
  private let restoreIdentifier: String?
  private(set) var store: RestorationStore?
  var hasRestored = false
  private var manager = Weak<CBCentralManager>()
  private(set) var radio: Radio?
  var scan: Scan?
  private var reported: [String: Advertised] = [:]
  private(set) var links: [Link] = []
  var match: ConnectionEventMatch?
  var toldConnected: Set<String> = []

  init(queue: DispatchQueue, restoreIdentifier: String?, showsPowerAlert: Bool) {
    self.queue = queue
    self.restoreIdentifier = restoreIdentifier
    self.showsPowerAlert = showsPowerAlert
  }

  func open(for manager: Weak<CBCentralManager>, on radio: Radio) {
    self.manager = manager
    self.radio = radio
    store = restoreIdentifier.flatMap { identifier in
      radio.stateFolder.map { RestorationStore(folder: $0, identifier: identifier) }
    }
    radio.add(self)
  }

  func close() {
    scan = nil
    for link in links { link.cancel() }
    keep()
    radio?.remove(self)
  }

  /// What the adapter must discover for this manager.
  var needs: [Scan] {
    let sought = links.contains(where: \.isSought) ? [Scan.everything] : []
    return sought + (effectiveScan.map { [$0] } ?? [])
  }

  private var effectiveScan: Scan? { BluetoothHost.isInBackground ? scan?.inBackground : scan }

  /// The state of Bluetooth, of which the delegate is told. With anything but on, links and scans are
  /// gone without a further word, as on Apple's systems.
  var radioState = CBManagerState.unknown {
    didSet {
      guard radioState != oldValue else { return }
      let lost = radioState == .poweredOn ? [] : loseAll(isVoid: radioState != .poweredOff)
      let isVoid = radioState != .poweredOff
      if radioState == .poweredOff, showsPowerAlert {
        warn("Bluetooth is off; `bluetoothctl power on` switches it on")
      }
      let restored = restoreOnce()
      deliver { [state = radioState] manager in
        for peripheral in lost {
          peripheral.show(.disconnected)
          if isVoid { peripheral.void() }
        }
        restored?.tell(manager)
        manager.tell(state)
      }
      restored?.resume()
      if scan != nil { radio?.updateDiscovery() }
      keep()
    }
  }

  private func loseAll(isVoid: Bool) -> [CBPeripheral] {
    scan = nil
    toldConnected = []
    for link in links { link.reset(isVoid: isVoid) }
    let lost = links.compactMap(\.peripheral)
    if isVoid { links = [] }
    return lost
  }

  /// Scans, or ends the scan.
  func scan(_ scan: Scan?) {
    guard radioState == .poweredOn else { return }
    self.scan = scan
    reported = [:]
    radio?.updateDiscovery()
    keep()
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
    case .added(let path, Device.interface):
      sighted(path)
      checkConnection(path)
    case .changed(let path, Device.interface, let values, _):
      if values["RSSI"] != nil || reported[path] != nil { sighted(path) }
      if values["Connected"] != nil || values["UUIDs"] != nil { checkConnection(path) }
    case .removed(let path, Device.interface):
      reported[path] = nil
      checkConnection(path)
    default: break
    }
  }

  /// Reports a device that is looked for and heard, if there is something new to say.
  private func sighted(_ path: String) {
    guard let scan = effectiveScan, let radio,
      let device = radio.client?.object(path, as: Device.self), let rssi = device.rssi,
      let known = radio.known(device)
    else { return }
    let advertised = Advertised(device, radio.report(of: known.address))
    guard scan.wants(advertised.services, soliciting: advertised.solicited),
      scan.allowsDuplicates || reported[path] != advertised
    else { return }
    reported[path] = advertised
    guard let peripheral = peripheral(for: known) else { return }
    let data = Handover(advertised.dictionary(at: CFAbsoluteTimeGetCurrent()))
    let strength = Handover(NSNumber(value: rssi))
    deliver { manager in
      manager.delegate?.centralManager(
        manager, didDiscover: peripheral, advertisementData: data.value, rssi: strength.value)
    }
  }

  /// The object that stands for a device: the same for as long as somebody holds it.
  func peripheral(for known: KnownDevice) -> CBPeripheral? {
    let held = links.lazy.filter { $0.known.identifier == known.identifier }
      .compactMap(\.peripheral).first
    if let held { return held }
    guard let radio, let client = radio.client else { return nil }
    radio.remember(known)
    let link = Link(known: known, client: client, radio: radio, session: self)
    let peripheral = CBPeripheral(identifier: known.identifier, name: known.name, link: link)
    link.adopt(peripheral)
    links.append(link)
    return peripheral
  }
}
