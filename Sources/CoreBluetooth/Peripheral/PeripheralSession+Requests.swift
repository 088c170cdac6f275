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
