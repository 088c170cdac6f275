// What centrals ask, and what they are told.

import BlueZ
import Foundation
import Records

/// A request that the app has not answered yet.
struct PendingRequest {
  enum Kind {
    case read(ReadRequest)
    case write(WriteRequest)
  }
  let kind: Kind
  /// Forgets it when nobody waits any more.
  let timer: (any ScheduledWork)?
}

extension PeripheralSession {
  /// A central gives a request up after 30 s (Core Specification Vol 3 Part F 3.3.3), and bluetoothd
  /// does so before.
  private static let patience = Duration.seconds(30)

  /// Hands a read to the app.
  func ask(_ characteristic: CBMutableCharacteristic, _ read: ReadRequest) {
    guard let central = sender(read.device, read.mtuBytes, characteristic) else { return }
    let request = CBATTRequest(
      central: central, characteristic: characteristic, offset: read.offset, value: nil,
      ticket: keep(.read(read)))
    deliver { manager in
      guard let delegate = manager.delegate else {
        return manager.respond(to: request, withResult: .requestNotSupported)
      }
      delegate.peripheralManager(manager, didReceiveRead: request)
    }
  }

  /// Hands a write to the app. bluetoothd hands over one at a time, and the next after the answer; a
  /// long one comes whole.
  func ask(_ characteristic: CBMutableCharacteristic, _ write: WriteRequest) {
    guard let central = sender(write.device, write.mtuBytes, characteristic) else { return }
    let request = CBATTRequest(
      central: central, characteristic: characteristic, offset: write.offset,
      value: Data(write.value), ticket: keep(.write(write)))
    deliver { manager in
      guard let delegate = manager.delegate else {
        return manager.respond(to: request, withResult: .requestNotSupported)
      }
      delegate.peripheralManager(manager, didReceiveWrite: [request])
    }
  }

  private func sender(
    _ device: String?, _ mtu: Int?, _ characteristic: CBMutableCharacteristic
  ) -> CBCentral? {
    let found = device.flatMap { central($0, mtu: mtu) }
    if found == nil {
      warn("a request for \(characteristic.uuid) came from nobody that bluetoothd knows")
    }
    return found
  }

  /// Keeps a request until the app has answered it; its number.
  private func keep(_ kind: PendingRequest.Kind) -> Int {
    ticketsUsed += 1
    let ticket = ticketsUsed
    let timer = radio?.loop.after(Self.patience) { [weak self] in self?.pending[ticket] = nil }
    pending[ticket] = PendingRequest(kind: kind, timer: timer)
    return ticket
  }

  /// The app's answer.
  func respond(to ticket: Int, _ value: Data?, _ result: CBATTError.Code) {
    guard let request = pending.removeValue(forKey: ticket) else {
      return complain("a request was answered that was answered before, or is too old")
    }
    request.timer?.cancel()
    switch request.kind {
    case .read(let read):
      let failure = result.failure(ofRead: true)
      note(result, failure)
      read.answer(failure.map { .failure($0) } ?? .success([UInt8](value ?? Data())))
    case .write(let write):
      let failure = result.failure(ofRead: false)
      note(result, failure)
      write.answer(failure.map { .failure($0) } ?? .success(()))
    }
  }

  private func note(_ result: CBATTError.Code, _ failure: GattFailure?) {
    guard failure == .unlikely, result != .unlikelyError else { return }
    warn("the central gets unlikelyError, for bluetoothd cannot pass on \(result)")
  }
}

// Subscriptions.
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
    subscribers[ObjectIdentifier(characteristic)]?.removeAll { $0 == path }
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
