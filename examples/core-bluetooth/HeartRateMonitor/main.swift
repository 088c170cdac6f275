// A heart-rate monitor: finds a sensor, asks where it is worn, prints its beats, and lets go.
//
//   HeartRateMonitor [COUNT]      how many measurements to print

import CoreBluetooth
import GattValues

final class Monitor: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private static let service = CBUUID(string: "180D")
  private static let measurement = CBUUID(string: "2A37")
  private static let location = CBUUID(string: "2A38")
  private var manager: CBCentralManager?
  private var sensor: CBPeripheral?
  private var left: Int

  init(count: Int) {
    left = count
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return print("Bluetooth is \(central.state)") }
    central.scanForPeripherals(withServices: [Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    // Without a reference of ours the peripheral would go, and its connection with it.
    sensor = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
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

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    print("disconnected\(error.map { ": \($0.localizedDescription)" } ?? "")")
    exit(left == 0 ? 0 : 1)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics([Self.measurement, Self.location], for: service)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    for characteristic in service.characteristics ?? [] {
      if characteristic.properties.contains(.read) { peripheral.readValue(for: characteristic) }
      if characteristic.properties.contains(.notify) {
        peripheral.setNotifyValue(true, for: characteristic)
      }
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    let value = characteristic.value ?? Data()
    switch characteristic.uuid {
    case Self.location: print("worn at \(value.first.map(String.init) ?? "?")")
    case Self.measurement where left > 0:
      guard let measurement = HeartRateMeasurement(value) else { return }
      print("\(measurement.beatsPerMinute) beats a minute")
      left -= 1
      if left == 0 { manager?.cancelPeripheralConnection(peripheral) }
    default: break
    }
  }
}

let monitor = Monitor(count: CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 3)
withExtendedLifetime(monitor) { dispatchMain() }
