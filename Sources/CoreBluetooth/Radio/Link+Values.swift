// A peripheral's values. The attribute protocol knows one request at a time, and bluetoothd refuses a
// second one, so requests wait for each other here.

import BlueZ
import Foundation

extension Link {
  private func remote(_ characteristic: CBCharacteristic) -> RemoteCharacteristic? {
    guard let path = live(characteristic) else { return nil }
    return radio.client.map { RemoteCharacteristic(client: $0, path: path) }
  }

  func read(_ characteristic: CBCharacteristic) {
    guard isConnected else { return }
    guard let remote = remote(characteristic) else { return failed(characteristic, deadError) }
    let path = remote.path
    requests.add { [weak self] done in
      guard let self else { return }
      let reading = radio.shared.beginReading(path)
      remote.readValue { [weak self] result in
        // Of this link's own subscription the value comes last, as the read's.
        let notified = reading.end(readBy: self.map(ObjectIdentifier.init), value: result.value)
        done {
          for value in notified { self?.updated(characteristic, value) }
          switch result {
          case .success(let bytes): self?.updated(characteristic, bytes)
          case .failure(let error): self?.failed(characteristic, requestError(error))
          }
        }
      }
    }
  }

  private func failed(_ characteristic: CBCharacteristic, _ error: any Error) {
    deliver { _, peripheral in
      peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic, error: error)
    }
  }

  private func notified(_ characteristic: CBCharacteristic, _ path: String, _ bytes: [UInt8]) {
    alert(options.notifiesOnNotification, "has notified")
    let isHeld = radio.shared.hold(bytes, of: path, for: ObjectIdentifier(self)) { [weak self] in
      self?.updated(characteristic, $0)
    }
    if !isHeld { updated(characteristic, bytes) }
  }

  private func updated(_ characteristic: CBCharacteristic, _ bytes: [UInt8]) {
    deliver { _, peripheral in
      characteristic.show(value: Data(bytes))
      peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic, error: nil)
    }
  }

  func write(
    _ data: Data, to characteristic: CBCharacteristic, _ type: CBCharacteristicWriteType
  ) {
    guard isConnected else { return }
    guard let remote = remote(characteristic) else {
      if type == .withResponse { return wrote(characteristic, deadError) }
      warn("a write without response was lost: its characteristic is of no use any more")
      return deliver { _, peripheral in peripheral.tookWriteWithoutResponse() }
    }
    guard type == .withResponse else {
      return remote.writeValue([UInt8](data), type: .command) { [weak self] result in
        if case .failure(let error) = result { warn("a write without response was lost: \(error)") }
        self?.deliver { _, peripheral in peripheral.tookWriteWithoutResponse() }
      }
    }
    requests.add { [weak self] done in
      remote.writeValue([UInt8](data), type: .request) { result in
        done { self?.wrote(characteristic, result.error.map(requestError)) }
      }
    }
  }

  private func wrote(_ characteristic: CBCharacteristic, _ error: (any Error)?) {
    deliver { _, peripheral in
      peripheral.delegate?.peripheral(peripheral, didWriteValueFor: characteristic, error: error)
    }
  }

  func setNotify(_ isOn: Bool, of characteristic: CBCharacteristic) {
    guard isConnected else { return }
    guard let remote = remote(characteristic) else {
      return notifying(false, characteristic, deadError)
    }
    let path = remote.path
    requests.add { [weak self] done in
      guard let self else { return }
      guard isOn, streams[path] == nil else {
        if !isOn { endStream(of: path) }
        return done { self.notifying(isOn, characteristic, nil) }
      }
      // Not by AcquireNotify: when the device refuses the subscription or never answers it,
      // bluetoothd 5.66 crashes or never answers either.
      remote.startNotify(
        onValue: { [weak self] in self?.notified(characteristic, path, $0) },
        onClosed: { [weak self] in self?.endStream(of: path) }
      ) { [weak self] result in
        done {
          switch result {
          case .success(let stream):
            self?.radio.shared.subscribe(to: path)
            self?.streams[path] = stream
            self?.notifying(true, characteristic, nil)
          case .failure(let error): self?.notifying(false, characteristic, requestError(error))
          }
        }
      }
    }
  }

  /// Lets go of a subscription. bluetoothd has one for the whole process, which ends with its last user.
  func endStream(of path: String) {
    guard let stream = streams.removeValue(forKey: path) else { return }
    if radio.shared.unsubscribe(from: path) { stream.close() } else { stream.abandon() }
  }

  private func notifying(
    _ isNotifying: Bool, _ characteristic: CBCharacteristic, _ error: (any Error)?
  ) {
    deliver { _, peripheral in
      characteristic.show(isNotifying: isNotifying)
      peripheral.delegate?.peripheral(
        peripheral, didUpdateNotificationStateFor: characteristic, error: error)
    }
  }

  /// The strength of the connection, by the controller; where this process may not ask for it or the
  /// controller cannot tell, as last advertised.
  func readRSSI() {
    guard isConnected else { return }
    radio.readStrength(of: known.address, isRandom: device.addressType == "random") {
      [weak self] strength in
      guard let self else { return }
      let read = strength ?? radio.lastStrength(of: device.path)
      let error =
        read == nil ? CBError(.operationNotSupported, "nothing tells the connection's RSSI") : nil
      let value = Handover(NSNumber(value: read ?? 127))
      deliver { _, peripheral in
        if read != nil { peripheral.show(rssi: value.value) }
        peripheral.delegate?.peripheral(peripheral, didReadRSSI: value.value, error: error)
      }
    }
  }
}

extension Result {
  fileprivate var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }
}

extension Result where Success == Void {
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
