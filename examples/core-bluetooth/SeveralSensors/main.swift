// Several peripherals at once: connects to as many heart-rate sensors as wanted, and prints what each
// of them measures.
//
//   SeveralSensors [SENSORS [MEASUREMENTS]]

import CoreBluetooth

final class Ward: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private static let service = CBUUID(string: "180D")
  private static let measurement = CBUUID(string: "2A37")
  private let wanted: Int
  private let measurements: Int
  private var manager: CBCentralManager?
  private var sensors: [UUID: Sensor] = [:]

  private struct Sensor {
    /// Kept, or its connection would go.
    let peripheral: CBPeripheral
    let name: String
    var rates: [Int] = []
    var hasLeft = false
  }

  init(sensors: Int, measurements: Int) {
    wanted = sensors
    self.measurements = measurements
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { central.scanForPeripherals(withServices: [Self.service]) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    // The name comes with the scan response, which may be later than the first report.
    guard sensors.count < wanted, sensors[peripheral.identifier] == nil,
      let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String
    else { return }
    sensors[peripheral.identifier] = Sensor(peripheral: peripheral, name: name)
    peripheral.delegate = self
    if sensors.count == wanted {
      central.stopScan()
      for sensor in sensors.values { central.connect(sensor.peripheral) }
    }
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices([Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    print("not connected: \(error?.localizedDescription ?? "no reason")")
    exit(1)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([Self.measurement], for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for characteristic in service.characteristics ?? [] {
      peripheral.setNotifyValue(true, for: characteristic)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let value = characteristic.value, value.count >= 2,
      let count = sensors[peripheral.identifier]?.rates.count, count < measurements
    else { return }
    sensors[peripheral.identifier]?.rates.append(Int(value[1]))
    if sensors.values.allSatisfy({ $0.rates.count == measurements }) { leave() }
  }

  private func leave() {
    for sensor in sensors.values.sorted(by: { $0.name < $1.name }) {
      print("\(sensor.name): \(sensor.rates.map(String.init).joined(separator: " "))")
      manager?.cancelPeripheralConnection(sensor.peripheral)
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    if let error { print("lost: \(error.localizedDescription)") }
    sensors[peripheral.identifier]?.hasLeft = true
    if sensors.values.allSatisfy(\.hasLeft) { exit(error == nil ? 0 : 1) }
  }
}

let words = CommandLine.arguments.dropFirst().map { Int($0) ?? 1 }
let ward = Ward(sensors: words.first ?? 2, measurements: words.dropFirst().first ?? 3)
withExtendedLifetime(ward) { dispatchMain() }
