// What apps rely on and ports get wrong, one check for each, by its number. Number 12 is the
// peripheral manager's.

import BlueZ
import CoreBluetooth
import Glibc

extension Check {
  static let behaviours: [Check] = [
    Check("1-own-cancel-has-no-error-and-a-loss-has-one") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      try device.disconnect()
      try app.expect("disconnected CBError.peripheralDisconnected")
      app.manager.connect(peripheral)
      try app.expect("connected")
      app.manager.cancelPeripheralConnection(peripheral)
      try app.wait(for: "disconnected nil")
      try check(peripheral.state, is: .disconnected, "the state")
    },

    Check("2-cancelling-a-pending-connect-is-a-disconnect") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.find()
      try device.stopAdvertising()
      app.manager.connect(peripheral)
      try app.expectNothing(for: 5)
      try check(peripheral.state, is: .connecting, "the state")
      app.manager.cancelPeripheralConnection(peripheral)
      try app.expect("disconnected nil")
      try app.expectNothing(for: 60)
    },

    Check("3-connect-never-times-out") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.find()
      try device.stopAdvertising()
      app.manager.connect(peripheral)
      try app.expectNothing(for: 3600)
      try check(peripheral.state, is: .connecting, "the state")
      try device.advertise()
      try app.expect("connected", within: 60)
    },

    Check("4-a-peripheral-that-nobody-holds-is-disconnected") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      var held: CBPeripheral? = try app.connect()
      try check(held?.state == .connected, "not connected")
      try device.waitUntil(isConnected: true)
      held = nil
      try device.waitUntil(isConnected: false)
    },

    Check("5-commands-before-powered-on-are-dropped") {
      let device = try TestDevice()
      let app = App()
      app.queue.suspend()
      app.start()
      try check(app.manager.state, is: .unknown, "the state at first")
      app.manager.scanForPeripherals(withServices: nil)
      try check(!app.manager.isScanning, "a scan began before the state was known")
      try check(app.manager.retrieveConnectedPeripherals(withServices: []).isEmpty, "retrieved")
      app.queue.resume()
      try app.expect("state poweredOn")
      try app.expectNothing(for: 10)
      try check(device.seen.reads == 0, "read")
    },

    Check("6-switched-off-tells-the-state-alone") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, old) = try app.discover()
      peripheral.setNotifyValue(true, for: try found("FFF1", old))
      try app.expect("notifying FFF1 true")
      try device.set(["Powered": .bool(false)], of: "/org/bluez/hci0")
      try app.expect("state poweredOff")
      try check(peripheral.state, is: .disconnected, "the state of the peripheral")
      try check(peripheral.services == nil, "there are services")
      app.manager.cancelPeripheralConnection(peripheral)
      try app.expectNothing(for: 60)
      try device.set(["Powered": .bool(true)], of: "/org/bluez/hci0")
      try app.expect("state poweredOn")
      app.manager.connect(peripheral)
      try app.expect("connected")
      // bluetoothd may still hold the earlier subscription; nothing comes twice for it.
      let new = try app.discover(peripheral)
      peripheral.setNotifyValue(true, for: try found("FFF1", new))
      try app.expect("notifying FFF1 true")
      for value in UInt8(1)...5 { try device.notify("fff1", [value]) }
      for value in UInt8(1)...5 { try app.expect("value FFF1 [\(value)]") }
      try app.expectNothing(for: 5)
    },

    Check("6-bluetoothd-restarting-voids-peripherals") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let old = try app.connect()
      try Daemon.restart()
      try app.expect("state resetting", "state poweredOn")
      try check(old.state, is: .disconnected, "the state of the peripheral")
      app.manager.connect(old)
      try app.expectNothing(for: 60)
      _ = device
      let again = try TestDevice()
      let new = try app.connect()
      try check(
        new !== old && new.identifier == old.identifier, "the same object, or another device")
      try check(again.isConnected(), "not connected")
    },

    Check("7-the-name-is-kept-and-the-advertised-name-is-live") {
      let device = try TestDevice(name: "Advertised", ownName: "Its Own")
      let app = try App.poweredOn()
      let peripheral = try app.find()
      try check(peripheral.name, is: "Advertised", "the name before a connection")
      peripheral.delegate = app
      app.manager.connect(peripheral)
      try app.expect("connected", "name Its Own")
      try check(peripheral.name, is: "Its Own", "the name after a connection")
      app.manager.cancelPeripheralConnection(peripheral)
      try app.expect("disconnected nil")
      try device.stopAdvertising()
      try device.advertise(name: "Another")
      app.manager.scanForPeripherals(
        withServices: nil, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
      for _ in 0..<5 { try app.wait(for: "discovered") }
      try check(
        app.advertisement[CBAdvertisementDataLocalNameKey] as? String, is: "Another",
        "the advertised name")
      try check(peripheral.name, is: "Its Own", "the name while it advertises another")
    },

    Check("8-writes-without-response-are-under-flow-control") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, characteristics) = try app.discover()
      let target = try found("FFF3", characteristics)
      try check(peripheral.canSendWriteWithoutResponse, "no room at first")
      var sent = 0
      // Dropped without a word: what is written against the advice.
      while peripheral.canSendWriteWithoutResponse {
        peripheral.writeValue(Data([UInt8(sent)]), for: target, type: .withoutResponse)
        sent += 1
      }
      for _ in 0..<10 { peripheral.writeValue(Data([255]), for: target, type: .withoutResponse) }
      try app.expect("ready")
      while sent < 200 {
        while sent < 200, peripheral.canSendWriteWithoutResponse {
          peripheral.writeValue(Data([UInt8(sent)]), for: target, type: .withoutResponse)
          sent += 1
        }
        if sent < 200 { try app.expect("ready") }
      }
      let rest = app.all(for: 10)
      try check(rest.allSatisfy { $0 == "ready" }, "told \(rest)")
      try check(
        device.seen.writes.filter { $0 != [255] }, is: (0..<200).map { [UInt8($0)] },
        "what arrived")
      try check(!device.seen.writes.contains([255]), "a write arrived that there was no room for")
    },

    Check("9-after-a-disconnect-everything-is-discovered-anew") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, old) = try app.discover()
      peripheral.setNotifyValue(true, for: try found("FFF1", old))
      try app.expect("notifying FFF1 true")
      try device.disconnect()
      try app.expect("disconnected CBError.peripheralDisconnected")
      try check(peripheral.services == nil, "there are services after the end")
      try check(!(try found("FFF1", old)).isNotifying, "still notifying")
      app.manager.connect(peripheral)
      try app.expect("connected")
      let new = try app.discover(peripheral)
      peripheral.readValue(for: try found("FFF8", old))
      try app.expect("value FFF8 CBError.invalidHandle")
      peripheral.writeValue(Data([1]), for: try found("FFF2", old), type: .withResponse)
      try app.expect("wrote FFF2 CBError.invalidHandle")
      // No notification without a subscription of this connection, and each one once with it.
      try check(
        (try? device.notify("fff1", [7])) == nil, "the subscription outlived the connection")
      peripheral.setNotifyValue(true, for: try found("FFF1", new))
      try app.expect("notifying FFF1 true")
      for value in UInt8(1)...20 { try device.notify("fff1", [value]) }
      for value in UInt8(1)...20 { try app.expect("value FFF1 [\(value)]") }
      try app.expectNothing(for: 5)
    },

    Check("10-identifiers-are-stable-and-tell-no-address") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let here = try app.find().identifier.uuidString
      let there = try Relaunched.output(of: ["identifier"])
      try check(there, is: here + "\n", "the identifier in another process")
      let digits = here.filter(\.isHexDigit)
      try check(!digits.contains("00AA01"), "the identifier \(here) holds the address")
      _ = device
    },

    Check("11-reads-and-notifications-come-the-same-way") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, characteristics) = try app.discover()
      let target = try found("FFF1", characteristics)
      peripheral.setNotifyValue(true, for: target)
      try app.expect("notifying FFF1 true")
      try device.notify("fff1", [100])
      try app.expect("value FFF1 [100]")
      peripheral.readValue(for: target)
      try app.expect("value FFF1 [1]")
      peripheral.readValue(for: target)
      try app.expect("value FFF1 [2]")
      try device.notify("fff1", [101])
      try device.notify("fff1", [101])
      try app.expect("value FFF1 [101]", "value FFF1 [101]")
      try check(target.value, is: Data([101]), "the value kept")
      try app.expectNothing(for: 5)
    },

    Check("13-services-that-change-are-told") {
      let device = try TestDevice()
      try device.offer("/more", [TestDevice.service("/more/service0", "ffa0")])
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      peripheral.discoverServices(nil)
      try app.expect("services 180F FFA0 FFF0")
      let lost = peripheral.services?.first { $0.uuid == CBUUID(string: "FFA0") }
      try device.withdraw("/more")
      try app.expect(#"modified ["FFA0"]"#)
      try check(peripheral.services?.count ?? 0, is: 2, "the services left")
      guard let lost else { throw Mismatch("FFA0 was not found") }
      peripheral.discoverCharacteristics(nil, for: lost)
      try app.expect("characteristics CBError.invalidHandle")
      try device.offer("/more", [TestDevice.service("/more/service0", "ffa0")])
      try app.expect("modified []")
      peripheral.discoverServices(nil)
      try app.expect("services 180F FFA0 FFF0")
      try app.expectNothing(for: 5)
    },

    Check("14-a-scan-merges-duplicates-and-a-second-one-replaces-it") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      app.manager.scanForPeripherals(withServices: [CBUUID(string: "FFF0")])
      try app.expect("discovered")
      let merged = 1 + app.all(for: 10).count
      try check((1...3).contains(merged), "\(merged) reports in 10 s without duplicates")
      app.manager.scanForPeripherals(
        withServices: [CBUUID(string: "FFF0")],
        options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
      let many = app.all(for: 10).count
      try check(many > 5, "\(many) reports in 10 s with duplicates")
      app.manager.scanForPeripherals(withServices: [CBUUID(string: "180D")])
      _ = app.all(for: 1)
      try app.expectNothing(for: 10)
      try check(app.manager.isScanning, "not scanning")
      app.manager.stopScan()
      try check(!app.manager.isScanning, "scanning")
      _ = device
    },

    Check("15-characteristics-are-there-once-discovered") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      peripheral.discoverServices([CBUUID(string: "FFF0")])
      try app.expect("services FFF0")
      // Apple may show cached ones already; here there are none before they are asked for.
      guard let service = peripheral.services?.first else { throw Mismatch("no service") }
      try check(service.characteristics == nil, "there are characteristics")
      peripheral.discoverCharacteristics([CBUUID(string: "FFF2")], for: service)
      try app.expect("characteristics FFF2")
      peripheral.discoverCharacteristics([CBUUID(string: "FFF3")], for: service)
      try app.expect("characteristics FFF2 FFF3")
      _ = device
    },

    Check("16-a-disconnect-may-come-without-a-connect") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.find()
      // The attempt is under way when it is cancelled, and the link may stand already.
      app.manager.connect(peripheral)
      usleep(20_000)
      app.manager.cancelPeripheralConnection(peripheral)
      let told = app.all(for: 60)
      try check(
        told == ["disconnected nil"] || told == ["connected", "disconnected nil"], "told \(told)")
      try device.waitUntil(isConnected: false)
    },
  ]

  /// A characteristic of those that were discovered.
  static func found(
    _ uuid: String, _ characteristics: [String: CBCharacteristic]
  ) throws -> CBCharacteristic {
    guard let found = characteristics[uuid] else { throw Mismatch("there is no \(uuid)") }
    return found
  }
}
