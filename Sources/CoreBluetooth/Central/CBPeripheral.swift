// A peripheral as a central sees it.

import Foundation
import Synchronization

/// A peripheral that was found. Keep it: when nobody holds it any more, its connection is cancelled.
open class CBPeripheral: CBPeer, @unchecked Sendable {
  private let shown: Mutex<Shown>
  /// What the radio's thread knows of it.
  let link: Link

  private struct Shown {
    var delegate = Weak<AnyObject>()
    var name: String?
    var state = CBPeripheralState.disconnected
    var services: [CBService]?
    var mtu = 23
    var writesUnderWay = 0
  }

  /// Writes without response on their way to bluetoothd at one time. The bus lets a connection have
  /// 128 calls unanswered.
  private static let roomForWrites = 32

  init(identifier: UUID, name: String?, link: Link) {
    shown = Mutex(Shown(name: name))
    self.link = link
    super.init(identifier: identifier)
  }

  deinit {
    let link = link
    RadioThread.shared.enter { _ in link.cancel() }
  }

  /// Who is told what happens.
  open weak var delegate: (any CBPeripheralDelegate)? {
    get { shown.withLock { $0.delegate.object as? any CBPeripheralDelegate } }
    set {
      let held = Weak(object: newValue as AnyObject?)
      shown.withLock { $0.delegate = held }
    }
  }
  /// Its name, as last advertised.
  open var name: String? { shown.withLock { $0.name } }
  /// The state of its connection.
  open var state: CBPeripheralState { shown.withLock { $0.state } }
  /// The services that were discovered; nil before, and again after a disconnect.
  open var services: [CBService]? { shown.withLock { $0.services } }
  /// Whether a write without response would be queued now.
  open var canSendWriteWithoutResponse: Bool {
    shown.withLock { $0.writesUnderWay < Self.roomForWrites }
  }

  /// Looks for services, nil for all. The delegate is told when bluetoothd has read the whole table,
  /// which it does by itself after each connect.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    guard canDo("discover services") else { return }
    let link = link
    RadioThread.shared.enter { _ in link.discoverServices(serviceUUIDs) }
  }

  /// Looks for characteristics of a service, nil for all.
  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    guard canDo("discover characteristics") else { return }
    let link = link
    RadioThread.shared.enter { _ in
      link.discoverCharacteristics(characteristicUUIDs, of: service)
    }
  }

  /// Reads a characteristic's value from the device, never from a cache.
  open func readValue(for characteristic: CBCharacteristic) {
    guard canDo("read a value") else { return }
    let link = link
    RadioThread.shared.enter { _ in link.read(characteristic) }
  }

  /// The longest value, in bytes, that one write of the kind takes. With response that is the
  /// attribute protocol's limit of 512; without, what fits into one packet.
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    type == .withResponse ? 512 : shown.withLock { $0.mtu } - 3
  }

  /// Writes a value. Only a write with response is reported to the delegate.
  open func writeValue(
    _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
  ) {
    guard canDo("write a value") else { return }
    if type == .withoutResponse {
      // Dropped without a word when there is no room, as on Apple's systems.
      let hasRoom = shown.withLock { shown in
        guard shown.writesUnderWay < Self.roomForWrites else { return false }
        shown.writesUnderWay += 1
        return true
      }
      guard hasRoom else { return }
    }
    let link = link
    RadioThread.shared.enter { _ in link.write(data, to: characteristic, type) }
  }

  /// Switches notifications on or off.
  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    guard canDo("switch notifications") else { return }
    let link = link
    RadioThread.shared.enter { _ in link.setNotify(enabled, of: characteristic) }
  }

  private func canDo(_ what: String) -> Bool {
    if state == .connected { return true }
    complain("a peripheral can \(what) only while it is connected")
    return false
  }

  // What follows is called on the manager's queue, right before the delegate is told.

  func show(_ state: CBPeripheralState) {
    shown.withLock { shown in
      shown.state = state
      if state == .disconnected {
        shown.services = nil
        shown.mtu = 23
        shown.writesUnderWay = 0
      }
    }
  }

  /// bluetoothd took a write without response.
  func tookWriteWithoutResponse() {
    let hasRoomAgain = shown.withLock { shown in
      let wasFull = shown.writesUnderWay == Self.roomForWrites
      shown.writesUnderWay = max(shown.writesUnderWay - 1, 0)
      return wasFull
    }
    if hasRoomAgain { delegate?.peripheralIsReady(toSendWriteWithoutResponse: self) }
  }

  /// Whether the name is another.
  func show(name: String?) -> Bool {
    shown.withLock { shown in
      defer { shown.name = name }
      return shown.name != name
    }
  }

  func show(mtu: Int) { shown.withLock { $0.mtu = mtu } }

  /// Shows the services that were found, the same objects for those known before.
  func show(_ found: [FoundService]) {
    shown.withLock { shown in
      let known = shown.services ?? []
      shown.services = found.map { new in
        known.first { $0.path == new.path } ?? CBService(new, of: self)
      }
    }
  }
}
