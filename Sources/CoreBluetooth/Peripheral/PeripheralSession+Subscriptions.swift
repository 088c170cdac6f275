// Who is subscribed to what, and what they are sent.

import BlueZ
import Foundation

extension PeripheralSession {
  /// Notifies all subscribed centrals. When bluetoothd has answered the call after it, it has taken
  /// the value.
  func update(_ characteristic: CBMutableCharacteristic, _ value: [UInt8]) {
    guard let local = offered(characteristic), let bus = radio?.client?.bus else {
      return deliver { $0.tookUpdate() }
    }
    do throws(BusError) {
      guard try local.notify(value) else { return deliver { $0.tookUpdate() } }
    } catch {
      warn("a notification was lost: \(error)")
      return deliver { $0.tookUpdate() }
    }
    bus.call(
      MethodCall(
        destination: BlueZClient.serviceName, path: "/", interface: "org.freedesktop.DBus.Peer",
        member: "Ping")
    ) { [weak self] _ in self?.deliver { $0.tookUpdate() } }
  }

  /// A central subscribed; where bluetoothd does not say which, the only one connected.
  func subscribed(_ subscriber: Subscriber?, to characteristic: CBMutableCharacteristic) {
    guard let path = subscriber?.device ?? onlyCentral,
      let central = central(path, mtu: subscriber?.mtuBytes)
    else {
      return warn("bluetoothd did not tell which central subscribed to \(characteristic.uuid)")
    }
    let key = ObjectIdentifier(characteristic)
    guard subscribers[key]?.contains(path) != true else { return }
    subscribers[key, default: []].append(path)
    show(characteristic) { manager in
      manager.delegate?.peripheralManager(
        manager, central: central, didSubscribeTo: characteristic)
    }
  }

  private var onlyCentral: String? {
    guard let radio else { return nil }
    let connected = radio.client?.all(Device.self).filter {
      $0.adapterPath == radio.adapterPath && $0.isConnected
    }
    return connected?.count == 1 ? connected?.first?.path : nil
  }

  /// The last central unsubscribed.
  func allUnsubscribed(from characteristic: CBMutableCharacteristic) {
    let key = ObjectIdentifier(characteristic)
    absentSubscribers[key] = nil
    for path in subscribers[key] ?? [] { unsubscribe(path, from: characteristic) }
  }

  private func unsubscribe(_ path: String, from characteristic: CBMutableCharacteristic) {
    let central = central(path)
    let left = (subscribers[ObjectIdentifier(characteristic)] ?? []).filter { $0 != path }
    subscribers[ObjectIdentifier(characteristic)] = left.isEmpty ? nil : left
    show(characteristic) { manager in
      guard let central else { return }
      manager.delegate?.peripheralManager(
        manager, central: central, didUnsubscribeFrom: characteristic)
    }
  }

  /// Shows who is subscribed, and then tells.
  private func show(
    _ characteristic: CBMutableCharacteristic,
    _ tell: @escaping @Sendable (CBPeripheralManager) -> Void
  ) {
    let paths = subscribers[ObjectIdentifier(characteristic)] ?? []
    let centrals = paths.compactMap { central($0) }
    deliver { manager in
      characteristic.show(subscribedCentrals: centrals)
      tell(manager)
    }
  }

  /// A central's link came or went. A subscription ends with the link, and bluetoothd takes it up
  /// again for a device that is paired, without telling.
  func linkChanged(_ path: String, _ isConnected: Bool) {
    let isBonded = radio?.client?.object(path, as: Device.self)?.isBonded ?? false
    for characteristic in offeredCharacteristics {
      let key = ObjectIdentifier(characteristic)
      if isConnected {
        guard absentSubscribers[key]?.remove(path) != nil else { continue }
        subscribed(Subscriber(device: path, mtuBytes: nil), to: characteristic)
      } else if subscribers[key]?.contains(path) == true {
        if isBonded { absentSubscribers[key, default: []].insert(path) }
        unsubscribe(path, from: characteristic)
      }
    }
  }

  var offeredCharacteristics: [CBMutableCharacteristic] {
    offers.flatMap(\.services).flatMap { $0.characteristics ?? [] }
      .compactMap { $0 as? CBMutableCharacteristic }
  }
}
