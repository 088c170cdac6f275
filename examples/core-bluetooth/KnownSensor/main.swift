// Reconnects to a sensor that it knows: the first run looks for one and notes its identifier in a file,
// every later run connects to that one without a scan.
//
//   KnownSensor FILE

import CoreBluetooth

final class Companion: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
  private let file: URL
  private var manager: CBCentralManager?
  private var sensor: CBPeripheral?

  init(file: URL) {
    self.file = file
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
  }

  private var noted: UUID? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      let text = try String(contentsOf: file, encoding: .utf8)
      return UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
    } catch {
      print("\(file.path): \(error.localizedDescription)")
      return nil
    }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    guard central.state == .poweredOn else { return }
    if let noted, let known = central.retrievePeripherals(withIdentifiers: [noted]).first {
      print("known")
      connect(known)
    } else {
      print("looking")
      central.scanForPeripherals(withServices: [CBUUID(string: "180D")])
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    do {
      try peripheral.identifier.uuidString.write(to: file, atomically: true, encoding: .utf8)
    } catch { print("\(file.path): \(error.localizedDescription)") }
    connect(peripheral)
  }

  /// Lasts until the sensor is there, be it hours.
  private func connect(_ peripheral: CBPeripheral) {
    sensor = peripheral
    manager?.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    print("connected")
    central.cancelPeripheralConnection(peripheral)
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
  ) { exit(error == nil ? 0 : 1) }
}

guard let path = CommandLine.arguments.dropFirst().first else {
  print("KnownSensor FILE")
  exit(1)
}
let companion = Companion(file: URL(fileURLWithPath: path))
withExtendedLifetime(companion) { dispatchMain() }
