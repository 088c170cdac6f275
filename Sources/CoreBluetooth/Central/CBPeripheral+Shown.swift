// What a peripheral shows to the app, brought up to date on the manager's queue, right before the
// delegate is told.

import Foundation

extension CBPeripheral {
  /// Whether it is of a time before bluetoothd was lost.
  var isVoid: Bool { shown.withLock { $0.isVoid } }

  /// bluetoothd was lost: the app has to get the peripheral anew.
  func void() { shown.withLock { $0.isVoid = true } }

  func show(_ state: CBPeripheralState) {
    let dead = shown.withLock { shown -> [CBService] in
      shown.state = state
      guard state == .disconnected else { return [] }
      defer {
        shown.services = nil
        shown.included = []
        shown.mtu = 23
        shown.writesUnderWay = 0
      }
      return (shown.services ?? []) + shown.included
    }
    for service in dead { service.die() }
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

  /// Takes a name, which it gave itself over a connection or advertises; whether the one shown is
  /// another now. An advertised name only counts while there is none.
  func show(name: String, isOwn: Bool) -> Bool {
    shown.withLock { shown in
      guard isOwn || shown.name == nil else { return false }
      defer { shown.name = name }
      return shown.name != name
    }
  }

  func show(rssi: NSNumber) {
    let rssi = Handover(rssi)
    shown.withLock { $0.rssi = rssi.value }
  }

  func show(mtu: Int) { shown.withLock { $0.mtu = mtu } }

  /// Shows the services that were found, the same objects for those known before.
  func show(_ found: [FoundService]) {
    shown.withLock { shown in
      let known = (shown.services ?? []) + shown.included
      shown.services = found.map { object(for: $0, among: known) }
    }
  }

  /// Shows the services that one includes, the same objects for those known before.
  func show(_ found: [FoundService], includedBy service: CBService) {
    let objects = shown.withLock { shown -> [CBService] in
      let known = (shown.services ?? []) + shown.included
      let objects = found.map { object(for: $0, among: known) }
      shown.included += objects.filter { new in !known.contains { $0 === new } }
      return objects
    }
    service.show(includedServices: objects)
  }

  private func object(for found: FoundService, among known: [CBService]) -> CBService {
    known.first { $0.path == found.path } ?? CBService(found, of: self)
  }

  /// Forgets services that the peripheral has taken away; gives those that the app knew.
  func lose(_ paths: [String]) -> [CBService] {
    let lost = shown.withLock { shown -> [CBService] in
      func isLost(_ service: CBService) -> Bool { paths.contains { $0 == service.path } }
      let all = (shown.services ?? []) + shown.included
      shown.services?.removeAll(where: isLost)
      shown.included.removeAll(where: isLost)
      return all.filter(isLost)
    }
    for service in lost { service.die() }
    return lost
  }
}
