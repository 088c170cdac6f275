// One peripheral of one manager on the radio thread: its connection, its table, its requests.

import BlueZ
import EventLoop
import Foundation

/// What lies between a `CBPeripheral` and bluetoothd's object for it. Confined to the radio thread.
final class Link: @unchecked Sendable {
  let device: Device
  private weak var session: CentralSession?
  private weak var owner: CBPeripheral?
  let radio: Radio
  private var machine: ConnectionMachine?
  private let requests = RequestQueue()
  private var awaitedServices: [[CBUUID]?] = []
  private var streams: [String: NotificationStream] = [:]
  /// What was notified of a characteristic while it is being read, by its path.
  private var heldBack: [String: [[UInt8]]] = [:]
  /// Whether the device must be heard before it can be connected to.
  private(set) var isSought = false

  init(device: Device, radio: Radio, session: CentralSession) {
    self.device = device
    self.radio = radio
    self.session = session
    machine = ConnectionMachine(
      scheduler: radio.loop,
      calls: ConnectionMachine.Calls(
        exists: { device.exists }, isConnected: { device.isConnected },
        seek: { [weak self] in self?.seek($0) },
        whenSettled: { [unowned radio] work in
          if let discovery = radio.discovery { discovery.whenSettled(work) } else { work() }
        },
        connect: { device.connect($0) }, disconnect: { device.disconnect($0) })
    ) { [weak self] in self?.took($0) }
  }

  /// The object that stands for the device, while somebody holds it.
  var peripheral: CBPeripheral? { owner }
  /// Whether nobody holds the peripheral any more and its connection has ended.
  var isUnused: Bool { owner == nil && machine?.isIdle != false }

  func adopt(_ peripheral: CBPeripheral) { owner = peripheral }

  /// Connects with the limit that is set now.
  func connect() {
    guard radio.state == .poweredOn else { return }
    machine?.connect(limit: BluetoothHost.connectTimeout)
  }

  /// Ends the connection, or the attempt at one.
  func cancel() { machine?.cancel() }

  /// The adapter or bluetoothd is gone.
  func reset() {
    machine?.reset()
    release()
  }

  func changed(_ change: BlueZChange) {
    switch change {
    case .added(device.path, Device.interface): machine?.objectAppeared()
    case .removed(device.path, Device.interface): machine?.connectedChanged(to: false)
    case .changed(device.path, Device.interface, let values, _): changed(values)
    default: break
    }
  }

  private func changed(_ values: [String: BusValue]) {
    if let isConnected = values["Connected"]?.bool { machine?.connectedChanged(to: isConnected) }
    if values["ServicesResolved"]?.bool == true, isConnected {
      let awaited = awaitedServices
      awaitedServices = []
      for filter in awaited { answer(filter) }
    }
    if let name = values["Name"]?.string {
      deliver { _, peripheral in
        if peripheral.show(name: name) { peripheral.delegate?.peripheralDidUpdateName(peripheral) }
      }
    }
  }

  private var isConnected: Bool { machine?.isConnected ?? false }

  private func seek(_ isSought: Bool) {
    self.isSought = isSought
    session?.updateDiscovery()
  }

  /// Lets go of all that belonged to the connection; nothing of it is reported later.
  private func release() {
    requests.clear()
    awaitedServices = []
    for stream in streams.values { stream.close() }
    streams = [:]
  }

  private func took(_ report: ConnectionMachine.Report) {
    switch report {
    case .connecting: deliver { $1.show(.connecting) }
    case .connected:
      deliver { manager, peripheral in
        peripheral.show(.connected)
        manager.delegate?.centralManager(manager, didConnect: peripheral)
      }
    case .failed(let error):
      release()
      deliver { manager, peripheral in
        peripheral.show(.disconnected)
        manager.delegate?.centralManager(manager, didFailToConnect: peripheral, error: error)
      }
    case .disconnected(let error):
      release()
      deliver { manager, peripheral in
        peripheral.show(.disconnected)
        manager.delegate?.centralManager(
          manager, didDisconnectPeripheral: peripheral, timestamp: CFAbsoluteTimeGetCurrent(),
          isReconnecting: false, error: error)
      }
    }
  }

  /// Runs `body` on the manager's queue with the peripheral, which is held until then.
  func deliver(_ body: @escaping @Sendable (CBCentralManager, CBPeripheral) -> Void) {
    guard let peripheral = owner else { return }
    session?.deliver { body($0, peripheral) }
  }
}

// Services and characteristics.
extension Link {
  /// Answers with the services once bluetoothd has read the whole table.
  func discoverServices(_ filter: [CBUUID]?) {
    guard isConnected else { return }
    if device.servicesAreResolved { answer(filter) } else { awaitedServices.append(filter) }
  }

  private func answer(_ filter: [CBUUID]?) {
    let all = device.services.compactMap(FoundService.init)
    // bluetoothd says that services are resolved, with none at all, when the device never answered.
    let error =
      all.isEmpty ? CBError(.connectionTimeout, "the peripheral did not answer discovery") : nil
    let found = all.filter { !$0.isSystem && filter?.contains($0.uuid) != false }
    deliver { _, peripheral in
      if error == nil { peripheral.show(found) }
      peripheral.delegate?.peripheral(peripheral, didDiscoverServices: error)
    }
  }

  func discoverCharacteristics(_ filter: [CBUUID]?, of service: CBService) {
    guard isConnected, let client = radio.client, let path = service.path else { return }
    let all = RemoteService(client: client, path: path).characteristics
    let found = all.compactMap(FoundGattCharacteristic.init)
      .filter { filter?.contains($0.uuid) != false }
    let mtu = all.lazy.compactMap(\.mtuBytes).first
    deliver { _, peripheral in
      if let mtu { peripheral.show(mtu: mtu) }
      service.show(found)
      peripheral.delegate?.peripheral(
        peripheral, didDiscoverCharacteristicsFor: service, error: nil)
    }
  }
}

// Values. The attribute protocol knows one request at a time, and bluetoothd refuses a second one, so
// requests wait for each other here.
extension Link {
  private func remote(_ characteristic: CBCharacteristic) -> RemoteCharacteristic? {
    guard isConnected, let path = characteristic.path else { return nil }
    return radio.client.map { RemoteCharacteristic(client: $0, path: path) }
  }

  func read(_ characteristic: CBCharacteristic) {
    guard let remote = remote(characteristic) else { return }
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
          let error = translated(error)
          self?.deliver { _, peripheral in
            peripheral.delegate?.peripheral(
              peripheral, didUpdateValueFor: characteristic, error: error)
          }
        }
      }
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

  private func notified(_ characteristic: CBCharacteristic, _ bytes: [UInt8]) {
    if let path = characteristic.path, heldBack[path] != nil {
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
    guard let remote = remote(characteristic) else { return }
    guard type == .withResponse else {
      return remote.writeValue([UInt8](data), type: .command) { [weak self] result in
        if case .failure(let error) = result { warn("a write without response was lost: \(error)") }
        self?.deliver { _, peripheral in peripheral.tookWriteWithoutResponse() }
      }
    }
    requests.add { [weak self] done in
      remote.writeValue([UInt8](data), type: .request) { result in
        guard done() else { return }
        let error = result.error.map(translated)
        self?.deliver { _, peripheral in
          peripheral.delegate?.peripheral(
            peripheral, didWriteValueFor: characteristic, error: error)
        }
      }
    }
  }

  func setNotify(_ isOn: Bool, of characteristic: CBCharacteristic) {
    guard let remote = remote(characteristic) else { return }
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
        onValue: { [weak self] in self?.notified(characteristic, $0) },
        onClosed: { [weak self] in self?.streams[path] = nil }
      ) { [weak self] result in
        guard done() else { return }
        switch result {
        case .success(let stream):
          self?.streams[path] = stream
          self?.notifying(true, characteristic, nil)
        case .failure(let error): self?.notifying(false, characteristic, translated(error))
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
}

extension Result where Success == Void {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
