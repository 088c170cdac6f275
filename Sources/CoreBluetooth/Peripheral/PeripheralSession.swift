// What one peripheral manager has under way.

import BlueZ
import Foundation

/// One manager's services, advertising and requests. Confined to the radio thread.
final class PeripheralSession: RadioSession, @unchecked Sendable {
  let queue: DispatchQueue
  private var manager = Weak<CBPeripheralManager>()
  private(set) var radio: Radio?
  /// Registrations, one after the other.
  let changes = RequestQueue()
  /// What bluetoothd offers.
  var offers: [ServiceOffer] = [] {
    didSet { keep() }
  }
  /// Numbers the applications and advertisements of the process, whose paths must differ.
  nonisolated(unsafe) static var numbersUsed = 0
  var advertising = AdvertisingState.off {
    didSet { keep() }
  }
  private let identifier: String?
  private(set) var store: StateStore<PeripheralRestorationState>?
  var restored: Restored?
  /// The device paths of those subscribed, by characteristic.
  var subscribers: [ObjectIdentifier: [String]] = [:]
  /// Bonded devices that were subscribed when their link ended: bluetoothd keeps their subscriptions.
  var absentSubscribers: [ObjectIdentifier: Set<String>] = [:]
  var centrals: [String: Weak<CBCentral>] = [:]
  var pending: [Int: PendingRequest] = [:]
  var ticketsUsed = 0
  var listeners: [CBL2CAPPSM: ChannelListener] = [:]

  init(queue: DispatchQueue, identifier: String?) {
    self.queue = queue
    self.identifier = identifier
  }

  /// How far advertising has come.
  enum AdvertisingState {
    case off
    case starting(Advertisement, AdvertisingContent)
    case on(Advertisement, AdvertisingContent)
  }

  func open(for manager: Weak<CBPeripheralManager>, on radio: Radio) {
    self.manager = manager
    self.radio = radio
    store = identifier.flatMap { identifier in
      radio.stateFolder.map { StateStore(folder: $0, identifier: identifier) }
    }
    restore()
    radio.add(self)
  }

  func close() {
    restored = nil
    stopAdvertising()
    unpublishAllChannels()
    removeAllServices()
    // Lasts until bluetoothd has taken them back.
    changes.add { [self] done in withExtendedLifetime(self) { done {} } }
    radio?.remove(self)
  }

  /// A peripheral discovers nothing.
  var needs: [Scan] { [] }

  /// The state of Bluetooth, of which the delegate is told. While it is off, services stay and
  /// advertising pauses; without a Bluetooth system all is gone without a further word, as on Apple's.
  var radioState = CBManagerState.unknown {
    didSet {
      guard radioState != oldValue else { return }
      if radioState != .poweredOn, radioState != .poweredOff { forget() }
      let state = radioState
      if state == .poweredOn { resume() }
      deliver { $0.tell(state) }
    }
  }

  private func forget() {
    changes.clear()
    unpublishAllChannels()
    let characteristics = offeredCharacteristics
    deliver { _ in
      for characteristic in characteristics { characteristic.show(subscribedCentrals: []) }
    }
    subscribers = [:]
    absentSubscribers = [:]
    offers = []
    advertising = .off
    for request in pending.values { request.timer?.cancel() }
    pending = [:]
  }

  /// Runs `body` on the manager's queue, unless the manager has gone by then.
  func deliver(_ body: @escaping @Sendable (CBPeripheralManager) -> Void) {
    let manager = Handover(manager)
    queue.async {
      if let manager = manager.value.object { body(manager) }
    }
  }

  func changed(_ change: BlueZChange) {
    switch change {
    case .changed(let path, Device.interface, let values, _):
      if let isConnected = values["Connected"]?.bool { linkChanged(path, isConnected) }
    case .removed(let path, Device.interface): linkChanged(path, false)
    default: break
    }
  }

  /// The object that stands for a central: the same for as long as somebody holds it.
  func central(_ path: String, mtu: Int? = nil) -> CBCentral? {
    let known = centrals[path]?.object ?? makeCentral(path)
    if let mtu { known?.show(mtu: mtu) }
    return known
  }

  private func makeCentral(_ path: String) -> CBCentral? {
    guard let client = radio?.client, let host = radio?.adapterAddress,
      let address = client.object(path, as: Device.self)?.address
    else { return nil }
    let central = CBCentral(identifier: UUID(device: address, host: host))
    centrals = centrals.filter { $0.value.object != nil }
    centrals[path] = Weak(object: central)
    return central
  }

  static func nextPath(_ kind: String) -> String {
    numbersUsed += 1
    return "/org/meterloop/CoreBluetooth/\(kind)\(numbersUsed)"
  }
}
