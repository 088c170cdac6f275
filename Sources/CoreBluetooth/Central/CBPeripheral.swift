// A peripheral as a central sees it.

import Foundation
import Synchronization

/// A peripheral that was found. Keep it: when nobody holds it any more, its connection is cancelled.
///
/// What belongs to it (services, characteristics, descriptors) is dead once it is disconnected; what
/// is asked of dead ones fails with `CBError.invalidHandle`.
open class CBPeripheral: CBPeer, @unchecked Sendable {
  /// What the app sees, changed on its queue alone.
  let shown: Mutex<Shown>
  /// What the radio's thread knows of it.
  let link: Link

  struct Shown: @unchecked Sendable {
    var delegate = Weak<AnyObject>()
    var name: String?
    var rssi: NSNumber?
    var state = CBPeripheralState.disconnected
    var isVoid = false
    var services: [CBService]?
    /// Services that were only found as included in others.
    var included: [CBService] = []
    var mtu = 23
    var writesUnderWay = 0
  }

  /// Writes without response on their way to bluetoothd at one time. The bus lets a connection have
  /// 128 calls unanswered.
  static let roomForWrites = 32
  /// Seen with bluetoothd 5.66, which seems to count the handle's two bytes in.
  private static let longestCommandByteCount = 510

  init(identifier: UUID, name: String?, link: Link) {
    shown = Mutex(Shown(name: name))
    self.link = link
    super.init(identifier: identifier)
  }

  deinit {
    let link = link
    if state != .disconnected {
      complain(
        "the connection of a peripheral that nobody holds is cancelled; keep a reference to it")
    }
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
  /// The name that it gave itself when it was connected last, or the first that it advertised. The
  /// name that it advertises now is in the advertisement's dictionary.
  open var name: String? { shown.withLock { $0.name } }
  /// The strength that `readRSSI` has read last, in dBm; nil before.
  @available(*, deprecated, message: "Use peripheral(_:didReadRSSI:error:)")
  open var rssi: NSNumber? { shown.withLock { Handover($0.rssi) }.value }
  /// The state of its connection.
  open var state: CBPeripheralState { shown.withLock { $0.state } }
  /// The services that were discovered; nil before, and again after a disconnect.
  open var services: [CBService]? { shown.withLock { $0.services } }
  /// Whether it may see iOS's notifications. Linux has none: false.
  open var ancsAuthorized: Bool { false }
  /// Whether a write without response would be queued now.
  open var canSendWriteWithoutResponse: Bool {
    shown.withLock { $0.state == .connected && $0.writesUnderWay < Self.roomForWrites }
  }

  /// Reads the strength of the connection: from the controller where this process may use the
  /// management channel (CAP_NET_ADMIN), else as the peripheral was heard last.
  open func readRSSI() {
    act("read the RSSI") { $0.readRSSI() }
  }

  /// Looks for services, nil for all. The delegate is told when bluetoothd has read the whole table,
  /// which it does by itself after each connect.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    act("discover services") { $0.discoverServices(serviceUUIDs) }
  }

  /// Looks for services that a service includes, nil for all.
  open func discoverIncludedServices(
    _ includedServiceUUIDs: [CBUUID]?, for service: CBService
  ) {
    act("discover included services") {
      $0.discoverIncludedServices(includedServiceUUIDs, of: service)
    }
  }

  /// Looks for characteristics of a service, nil for all.
  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    act("discover characteristics") {
      $0.discoverCharacteristics(characteristicUUIDs, of: service)
    }
  }

  /// Looks for a characteristic's descriptors.
  open func discoverDescriptors(for characteristic: CBCharacteristic) {
    act("discover descriptors") { $0.discoverDescriptors(of: characteristic) }
  }

  /// Reads a characteristic's value from the device, never from a cache.
  open func readValue(for characteristic: CBCharacteristic) {
    act("read a value") { $0.read(characteristic) }
  }

  /// Reads a descriptor's value from the device.
  open func readValue(for descriptor: CBDescriptor) {
    act("read a value") { $0.read(descriptor) }
  }

  /// The longest value, in bytes, that one write of the kind takes. With response that is the
  /// attribute protocol's limit of 512; without, what fits into one packet, and 510 at most: a
  /// bluetoothd that is the peripheral drops longer ones without a word.
  @discardableResult
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    type == .withResponse
      ? CBAttribute.longestValueByteCount
      : min(shown.withLock { $0.mtu } - 3, Self.longestCommandByteCount)
  }

  /// Writes a value. Only a write with response is reported to the delegate.
  open func writeValue(
    _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
  ) {
    if type == .withoutResponse, state == .connected {
      // Dropped without a word when there is no room, as on Apple's systems.
      let hasRoom = shown.withLock { shown in
        guard shown.writesUnderWay < Self.roomForWrites else { return false }
        shown.writesUnderWay += 1
        return true
      }
      guard hasRoom else { return }
    }
    act("write a value") { $0.write(data, to: characteristic, type) }
  }

  /// Writes a descriptor's value. The client characteristic configuration is refused: that one is set
  /// by `setNotifyValue`.
  open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
    act("write a value") { $0.write(data, to: descriptor) }
  }

  /// Switches notifications on or off, or indications where there are none.
  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    act("switch notifications") { $0.setNotify(enabled, of: characteristic) }
  }

  /// Has the radio's thread do something with the connection that stands.
  private func act(_ what: String, _ work: @escaping @Sendable (Link) -> Void) {
    guard state == .connected else {
      return complain("a peripheral can \(what) only while it is connected")
    }
    let link = link
    RadioThread.shared.enter { _ in work(link) }
  }
}
