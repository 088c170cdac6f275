// An app and its device, from the state to a lost link and back, in two processes: what bench/record-bus
// records the D-Bus traffic of, and ReplayTests replay the app against.

import CoreBluetooth
import Glibc

/// The story that is recorded, and told again.
enum Story {
  /// What the app writes to have the device hang up.
  private static let hangUp: [UInt8] = [0xBE]

  /// Plays the app, and prints every callback.
  static func tell() throws {
    let app = try App.poweredOn()
    func hear(_ count: Int = 1) throws {
      for _ in 0..<count {
        // Sooner than the test that replays it gives up, so that it can show what was told.
        let line = try app.next(within: 15)
        print(line)
        try check(!line.hasPrefix("state"), "Bluetooth has gone")
      }
    }
    let peripheral = try app.connect()
    print("connected to \(peripheral.name ?? "-")")
    peripheral.discoverServices(nil)
    try hear()
    let table = try app.discover(peripheral)
    func found(_ uuid: String) throws -> CBCharacteristic { try Check.found(uuid, table) }

    peripheral.discoverDescriptors(for: try found("FFF1"))
    try hear()
    for uuid in ["FFF4", "FFF6", "FFF7", "FFF8"] {
      peripheral.readValue(for: try found(uuid))
      try hear()
    }
    if let description = try found("FFF1").descriptors?.first(where: {
      $0.uuid.uuidString == "2901"
    }) {
      peripheral.readValue(for: description)
      try hear()
    }
    peripheral.writeValue(Data([1, 2, 3]), for: try found("FFF2"), type: .withResponse)
    try hear()
    peripheral.setNotifyValue(true, for: try found("FFF5"))
    try hear(2)
    peripheral.setNotifyValue(true, for: try found("FFF1"))
    try hear(21)
    peripheral.writeValue(Data(hangUp), for: try found("FFF2"), type: .withResponse)
    try hear(2)

    app.manager.connect(peripheral)
    try hear()
    peripheral.readValue(for: try Check.found("FFF8", app.discover(peripheral)))
    try hear()
    app.manager.cancelPeripheralConnection(peripheral)
    try hear()
  }

  /// Plays the device until the app has let go of it a second time.
  static func playDevice() throws {
    let device = try TestDevice()
    try device.waitUntil { $0.subscriptions.count == 1 }
    try device.notify("fff5", [42])
    try device.waitUntil { $0.subscriptions.count == 2 }
    for value in UInt8(1)...20 { try device.notify("fff1", [value, 255 - value]) }
    try device.waitUntil { $0.writes.contains(hangUp) }
    try device.disconnect()
    try device.waitUntil(isConnected: false)
    try device.waitUntil(isConnected: true)
    try device.waitUntil(isConnected: false)
  }
}
