// The app's side of Core Bluetooth: requests go straight through, callbacks become events.

import CoreBluetooth

/// A `MeterRadio` over `CBCentralManager`.
public final class BluetoothRadio: NSObject, MeterRadio {
  /// Where events go.
  public weak var listener: (any MeterRadioListener)?
  private let manager: CBCentralManager
  /// Held here because Core Bluetooth cancels the connection of a peripheral that nobody holds.
  private var peripherals: [UUID: CBPeripheral] = [:]

  /// A radio whose callbacks come on `queue`.
  public init(queue: DispatchQueue) {
    manager = CBCentralManager(delegate: nil, queue: queue)
    super.init()
    manager.delegate = self
  }

  /// Whether Bluetooth is on.
  public var isPoweredOn: Bool { manager.state == .poweredOn }
  /// Whether a scan runs.
  public var isScanning: Bool { manager.isScanning }

  /// Scans for devices that advertise one of the services.
  public func startScan(for services: [CBUUID]) {
    manager.scanForPeripherals(withServices: services, options: nil)
  }

  /// Ends the scan.
  public func stopScan() { manager.stopScan() }

  /// Connects to a device that was seen.
  public func connect(_ device: UUID) {
    guard let peripheral = peripherals[device] else { return }
    manager.connect(peripheral, options: nil)
  }

  /// Ends a connection, or an attempt at one.
  public func cancelConnection(_ device: UUID) {
    guard let peripheral = peripherals[device] else { return }
    manager.cancelPeripheralConnection(peripheral)
  }

  /// Looks for these services of a connected device.
  public func discoverServices(_ services: [CBUUID], of device: UUID) {
    peripherals[device]?.discoverServices(services)
  }

  /// Looks for these characteristics of a service that was found.
  public func discoverCharacteristics(_ wanted: [CBUUID], of service: CBUUID, on device: UUID) {
    guard let peripheral = peripherals[device],
      let found = peripheral.services?.first(where: { $0.uuid == service })
    else { return }
    peripheral.discoverCharacteristics(wanted, for: found)
  }

  /// Subscribes to a characteristic that was found.
  public func subscribe(to characteristic: CBUUID, on device: UUID) {
    guard let (peripheral, found) = find(characteristic, on: device) else { return }
    peripheral.setNotifyValue(true, for: found)
  }

  /// Writes to a characteristic that was found. Only a write with response is acknowledged.
  public func write(
    _ bytes: [UInt8], to characteristic: CBUUID, on device: UUID,
    _ type: CBCharacteristicWriteType
  ) {
    guard let (peripheral, found) = find(characteristic, on: device) else { return }
    peripheral.writeValue(Data(bytes), for: found, type: type)
  }

  /// Holds on to a peripheral in place of an earlier object of the same device.
  private func adopt(_ peripheral: CBPeripheral) {
    guard peripherals[peripheral.identifier] !== peripheral else { return }
    peripherals[peripheral.identifier] = peripheral
    peripheral.delegate = self
  }

  private func find(
    _ characteristic: CBUUID, on device: UUID
  ) -> (CBPeripheral, CBCharacteristic)? {
    guard let peripheral = peripherals[device] else { return nil }
    let all = (peripheral.services ?? []).flatMap { $0.characteristics ?? [] }
    return all.first { $0.uuid == characteristic }.map { (peripheral, $0) }
  }

  private func tell(_ event: RadioEvent) { listener?.radio(self, did: event) }

  private func result<Value>(_ value: Value, _ error: (any Error)?) -> Result<Value, any Error> {
    error.map { .failure($0) } ?? .success(value)
  }
}

extension BluetoothRadio: CBCentralManagerDelegate {
  /// Bluetooth went on or off.
  public func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn {
      // A reset voids all objects: the devices have to be retrieved again.
      let known = Array(peripherals.keys)
      for peripheral in central.retrievePeripherals(withIdentifiers: known) { adopt(peripheral) }
    }
    let description =
      switch central.state {
      case .poweredOn: "Bluetooth is on"
      case .poweredOff: "Bluetooth is off"
      case .unauthorized: "Bluetooth may not be used by this app"
      case .unsupported: "there is no Bluetooth here"
      default: "Bluetooth unavailable"
      }
    tell(.power(isOn: central.state == .poweredOn, description: description))
  }

  /// A device was heard.
  public func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    adopt(peripheral)
    let advertised = advertisementData[CBAdvertisementDataLocalNameKey] as? String
    let services = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID]
    tell(
      .sighted(
        Sighting(
          device: peripheral.identifier, name: advertised ?? peripheral.name,
          services: services ?? [],
          manufacturerData: advertisementData[CBAdvertisementDataManufacturerDataKey] as? Data,
          rssi: RSSI.intValue)))
  }

  /// The link stands.
  public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    tell(.connected(peripheral.identifier))
  }

  /// The link could not be made.
  public func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    tell(.failedToConnect(peripheral.identifier, error))
  }

  /// The link ended.
  public func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    tell(.disconnected(peripheral.identifier, error))
  }
}

extension BluetoothRadio: CBPeripheralDelegate {
  /// The services that were looked for.
  public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    let found = (peripheral.services ?? []).map(\.uuid)
    tell(.services(peripheral.identifier, result(found, error)))
  }

  /// The characteristics that were looked for.
  public func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    let found = (service.characteristics ?? []).map {
      FoundCharacteristic(uuid: $0.uuid, properties: $0.properties)
    }
    tell(.characteristics(peripheral.identifier, result(found, error)))
  }

  /// The subscription stands, or failed.
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    tell(.subscribed(peripheral.identifier, error))
  }

  /// A notification came. The app reads nothing, so a value is always one.
  public func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard error == nil, let value = characteristic.value else { return }
    tell(.received(peripheral.identifier, [UInt8](value)))
  }

  /// A request was acknowledged, or failed.
  public func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    tell(.wrote(peripheral.identifier, error))
  }
}
