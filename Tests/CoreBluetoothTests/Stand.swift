// An app on Core Bluetooth, and a stand-in for bluetoothd that does what the test says.

import BlueZ
import BusTestSupport
import CLinux
import EventLoop
import Glibc
import Synchronization
import Testing

@testable import CoreBluetooth

/// The app: notes every callback. Its queue is not the test's thread.
final class App: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private let noted = Mutex<[String]>([])
  private let found = Mutex<CBPeripheral?>(nil)
  private let door: LoopDoor
  let queue = DispatchQueue(label: "app")

  init(door: LoopDoor) { self.door = door }

  var peripheral: CBPeripheral? { found.withLock { $0 } }

  /// What was noted since the last call.
  func take() -> [String] {
    noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
  }

  var count: Int { noted.withLock { $0.count } }

  private func note(_ what: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    noted.withLock { $0.append(what) }
    // The test's loop looks at its condition after each thing that happens on it.
    door.enter {}
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) { note("\(central.state)") }
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    found.withLock { $0 = peripheral }
    peripheral.delegate = self
    let keys = advertisementData.keys.sorted().joined(separator: " ")
    note("discovered \(peripheral.name ?? "-") \(RSSI) \(keys)")
  }
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    note("didConnect \(peripheral.state)")
  }
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    note("didFailToConnect \((error as? CBError)?.code as Any) \(peripheral.state)")
  }
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    let code = (error as? CBError).map { "\($0.code)" } ?? "-"
    note("didDisconnect \(code) \(peripheral.state) \(peripheral.services == nil)")
  }
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    let uuids = (peripheral.services ?? []).map(\.uuid.uuidString)
    note("services \(uuids) \((error as? CBError).map { "\($0.code)" } ?? "-")")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    let found = (service.characteristics ?? []).map { "\($0.uuid) \($0.properties.rawValue)" }
    note("characteristics \(found)")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note("value \(characteristic.uuid) \([UInt8](characteristic.value ?? Data()))")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note("wrote \(characteristic.uuid) \((error as? CBATTError).map { "\($0.code)" } ?? "-")")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note("notifying \(characteristic.uuid) \(characteristic.isNotifying) \(error == nil)")
  }
}

/// bluetoothd with one adapter, and one device for the asking.
final class Stand {
  let test: PrivateBus
  let daemon: FakeBlueZ
  static let adapter = "/org/bluez/hci0"
  static let device = adapter + "/dev_1"
  static let service = device + "/service0001"

  init(_ test: PrivateBus) throws {
    self.test = test
    daemon = try FakeBlueZ(test)
    try daemon.add(
      Self.adapter, Adapter.interface,
      ["Address": .string("00:AA:01:00:00:42"), "Powered": .bool(true)],
      methods: ["SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"])
  }

  func addDevice() throws {
    try daemon.add(
      Self.device, Device.interface,
      [
        "Adapter": .objectPath(Self.adapter), "Address": .string("00:AA:01:00:00:43"),
        "Name": .string("UM25C-7F3A"), "RSSI": .int16(-60), "Connected": .bool(false),
        "UUIDs": .strings(["0000fff0-0000-1000-8000-00805f9b34fb"]),
      ], methods: ["Connect", "Disconnect"])
  }

  func addServices() throws {
    func uuid(_ short: String) -> BusValue { .string("0000\(short)-0000-1000-8000-00805f9b34fb") }
    for (path, short) in [(Self.device + "/service0009", "1801"), (Self.service, "fff0")] {
      try daemon.add(
        path, RemoteService.interface,
        ["UUID": uuid(short), "Primary": .bool(true), "Device": .objectPath(Self.device)])
    }
    for (short, flags) in [("fff1", ["read", "notify"]), ("fff2", ["write"]), ("fff3", ["read"])] {
      try daemon.add(
        Self.service + "/char" + short, RemoteCharacteristic.interface,
        [
          "UUID": uuid(short), "Service": .objectPath(Self.service), "Flags": .strings(flags),
          "MTU": .uint16(185),
        ], methods: ["AcquireNotify", "ReadValue", "WriteValue"])
    }
  }

  func set(_ values: [String: BusValue], lost: [String] = []) throws {
    try daemon.change(Self.device, Device.interface, values, lost: lost)
  }

  /// Connect and Disconnect succeed at once.
  func obey() {
    daemon.methods["\(Device.interface).Connect"] = { [unowned self] call in
      #expect(throws: Never.self) { try set(["Connected": .bool(true)], lost: ["RSSI"]) }
      call.reply()
    }
    daemon.methods["\(Device.interface).Disconnect"] = { [unowned self] call in
      #expect(throws: Never.self) {
        try set(["Connected": .bool(false), "ServicesResolved": .bool(false)])
      }
      call.reply()
    }
  }
}
