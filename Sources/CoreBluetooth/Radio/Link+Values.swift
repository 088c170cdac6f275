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
      self?.heldBack[path] = []
      remote.readValue { result in
        let notified = self?.heldBack.removeValue(forKey: path) ?? []
        guard done() else { return }
        switch result {
        case .success(let bytes):
          self?.updated(characteristic, afterRead: bytes, notified)
        case .failure(let error):
          for value in notified { self?.updated(characteristic, value) }
          self?.failed(characteristic, requestError(error))
        }
      }
    }
  }

  private func failed(_ characteristic: CBCharacteristic, _ error: any Error) {
    deliver { _, peripheral in
      peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic, error: error)
    }
  }

  /// A value that was read and those that were notified meanwhile. bluetoothd tells a subscriber of a
  /// value that was read as of any other, just before it answers: that one is not told twice.
  private func updated(
    _ characteristic: CBCharacteristic, afterRead bytes: [UInt8], _ notified: [[UInt8]]
  ) {
    var others = notified
    if let echo = others.lastIndex(of: bytes) { others.remove(at: echo) }
    for value in others { updated(characteristic, value) }
    updated(characteristic, bytes)
  }

  private func notified(_ characteristic: CBCharacteristic, _ path: String, _ bytes: [UInt8]) {
    alert(options.notifiesOnNotification, "has notified")
    if heldBack[path] != nil {
      heldBack[path]?.append(bytes)
    } else {
      updated(characteristic, bytes)
    }
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
        guard done() else { return }
        self?.wrote(characteristic, result.error.map(requestError))
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
        if !isOn { streams.removeValue(forKey: path)?.close() }
        if done() { notifying(isOn, characteristic, nil) }
        return
      }
      // Not by AcquireNotify: when the device refuses the subscription or never answers it,
      // bluetoothd 5.66 crashes or never answers either.
      remote.startNotify(
        onValue: { [weak self] in self?.notified(characteristic, path, $0) },
        onClosed: { [weak self] in self?.streams[path] = nil }
      ) { [weak self] result in
        guard done() else { return }
        switch result {
        case .success(let stream):
          self?.streams[path] = stream
          self?.notifying(true, characteristic, nil)
        case .failure(let error): self?.notifying(false, characteristic, requestError(error))
        }
      }
    }
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

extension Result where Success == Void {
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
