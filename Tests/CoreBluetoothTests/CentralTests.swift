// The whole module against a stand-in for bluetoothd: what an app calls, what bluetoothd is asked, what
// the app is told. One test, because a process has one radio thread.

import BlueZ
import BusTestSupport
import CLinux
import Glibc
import Testing

@testable import CoreBluetooth

@Suite(.needsBus) struct CentralTests {
  private let test: PrivateBus
  private let stand: Stand
  private let app: App
  private let manager: CBCentralManager

  init() throws {
    test = try PrivateBus()
    stand = try Stand(test)
    BluetoothHost.configuration = BluetoothHost.Configuration(bus: test.address)
    app = App(door: test.loop.door)
    manager = CBCentralManager(delegate: app, queue: app.queue)
    stand.obey()
  }

  /// Waits until the app was told this, and nothing else.
  private func expect(_ told: [String], _ location: SourceLocation = #_sourceLocation) throws {
    try test.run(until: { app.count >= told.count }, sourceLocation: location)
    #expect(app.take() == told, sourceLocation: location)
  }

  @Test("From the adapter's state to a lost link and back") func story() throws {
    // They hold what holds them, and the bus with it.
    defer { stand.daemon.methods = [:] }
    #expect(manager.state == .unknown)
    manager.scanForPeripherals(withServices: nil)
    #expect(!manager.isScanning, "CBC-1: nothing before the state is known")
    try expect(["poweredOn"])

    manager.scanForPeripherals(withServices: [CBUUID(string: "FFF0")])
    try test.run(until: { stand.daemon.called.contains { $0.hasSuffix("StartDiscovery") } })
    try stand.addDevice()
    try expect([
      "discovered UM25C-7F3A -60 kCBAdvDataIsConnectable kCBAdvDataLocalName "
        + "kCBAdvDataRxPrimaryPHY kCBAdvDataRxSecondaryPHY kCBAdvDataServiceUUIDs kCBAdvDataTimestamp"
    ])
    let peripheral = try #require(app.peripheral)
    #expect(peripheral.identifier == UUID(device: "00:AA:01:00:00:43", host: "00:AA:01:00:00:42"))
    try stand.set(["RSSI": .int16(-61)])
    try stand.set(["Name": .string("UM25C-0001")])
    try test.run(until: { app.count > 0 })
    #expect(app.take().last?.hasPrefix("discovered UM25C") == true, "not for RSSI, but for a name")

    manager.stopScan()
    manager.connect(peripheral)
    #expect(peripheral.state == .connecting)
    try expect(["didConnect connected"])
    #expect(
      stand.daemon.called.suffix(2).map { String($0.split(separator: ".").last ?? "") }
        == ["StopDiscovery", "Connect"], "the scan has ended before the connect begins")

    peripheral.discoverServices([CBUUID(string: "FFF0")])
    try stand.addServices()
    try stand.set(["ServicesResolved": .bool(true)])
    try expect([#"services ["FFF0"] -"#])
    let service = try #require(peripheral.services?.first)
    peripheral.discoverCharacteristics(
      [CBUUID(string: "FFF1"), CBUUID(string: "FFF2")], for: service)
    try expect([#"characteristics ["FFF1 18", "FFF2 8"]"#])
    #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 182)
    try exchangeValues(peripheral, try #require(service.characteristics))

    try stand.set(["Connected": .bool(false), "ServicesResolved": .bool(false)])
    try expect(["didDisconnect peripheralDisconnected disconnected true"])

    manager.connect(peripheral)
    try expect(["didConnect connected"])
    manager.cancelPeripheralConnection(peripheral)
    try expect(["didDisconnect - disconnected true"])

    stand.daemon.methods["\(Device.interface).Connect"] = {
      $0.fail(BusError(.failed, message: "le-connection-abort-by-local"))
    }
    manager.connect(peripheral)
    try expect([
      "didFailToConnect Optional(CoreBluetooth.CBError.Code.connectionFailed) disconnected"
    ])

    try stand.daemon.change(Stand.adapter, Adapter.interface, ["Powered": .bool(false)])
    try expect(["poweredOff"])
  }

  private func exchangeValues(
    _ peripheral: CBPeripheral, _ characteristics: [CBCharacteristic]
  ) throws {
    let path = Stand.service + "/charfff1"
    func tell(_ bytes: [UInt8]) throws {
      try stand.daemon.change(path, RemoteCharacteristic.interface, ["Value": .bytes(bytes)])
    }
    stand.daemon.methods["\(RemoteCharacteristic.interface).StartNotify"] = { $0.reply() }
    var written: [[UInt8]] = []
    stand.daemon.methods["\(RemoteCharacteristic.interface).WriteValue"] = { call in
      written.append(call.arguments.first?.bytes ?? [])
      if written.count == 1 {
        call.reply()
      } else {
        call.fail(BusError(.notPermitted, message: "Write not permitted"))
      }
    }
    // A notification comes in between, and bluetoothd tells subscribers of the value that was read.
    stand.daemon.methods["\(RemoteCharacteristic.interface).ReadValue"] = { call in
      #expect(throws: Never.self) {
        try tell([6])
        try tell([7])
      }
      call.reply([.bytes([7])])
    }
    peripheral.setNotifyValue(true, for: characteristics[0])
    try expect(["notifying FFF1 true true"])
    for byte in UInt8(1)...3 { try tell([byte, byte]) }
    try expect(["value FFF1 [1, 1]", "value FFF1 [2, 2]", "value FFF1 [3, 3]"])
    peripheral.writeValue(Data([1, 2]), for: characteristics[1], type: .withResponse)
    peripheral.writeValue(Data([3]), for: characteristics[1], type: .withResponse)
    peripheral.readValue(for: characteristics[0])
    try expect(["wrote FFF2 -", "wrote FFF2 writeNotPermitted", "value FFF1 [6]", "value FFF1 [7]"])
    #expect(written == [[1, 2], [3]])
    peripheral.setNotifyValue(false, for: characteristics[0])
    try expect(["notifying FFF1 false true"])
  }
}
