// Each part of the central's surface that apps use, against a real table.

import BlueZ
import CoreBluetooth

extension Check {
  static let surface: [Check] = [
    Check("included-services") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      peripheral.discoverServices([CBUUID(string: "FFF0")])
      try app.expect("services FFF0")
      guard let service = peripheral.services?.first else { throw Mismatch("no service") }
      try check(service.includedServices == nil, "there are included services before")
      peripheral.discoverIncludedServices([CBUUID(string: "180D")], for: service)
      try app.expect("included ")
      peripheral.discoverIncludedServices(nil, for: service)
      try app.expect("included 180F")
      try check(peripheral.services?.count ?? 0, is: 1, "the services")
      let included = service.includedServices?.first
      try check(included?.peripheral === peripheral && service.isPrimary, "the included service")
      peripheral.discoverServices(nil)
      try app.expect("services 180F FFF0")
      try check(
        peripheral.services?.contains { $0 === included } == true, "another object for 180F")
      _ = device
    },

    Check("descriptors") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, characteristics) = try app.discover()
      let target = try found("FFF1", characteristics)
      try check(
        target.service === peripheral.services?.first, "of another service or of none")
      try check(target.descriptors == nil, "there are descriptors before")
      peripheral.discoverDescriptors(for: target)
      try app.expect("descriptors 2901 2902 FFD0")
      let descriptors = Dictionary(
        uniqueKeysWithValues: (target.descriptors ?? []).map { ($0.uuid.uuidString, $0) })
      guard let text = descriptors["2901"], let configuration = descriptors["2902"],
        let own = descriptors["FFD0"]
      else { throw Mismatch("\(descriptors)") }
      try check(own.characteristic === target, "of another characteristic")
      peripheral.readValue(for: text)
      try app.expect("descriptor 2901 Zähler")
      peripheral.readValue(for: configuration)
      try app.expect("descriptor 2902 0")
      peripheral.setNotifyValue(true, for: target)
      peripheral.readValue(for: configuration)
      try app.expect("notifying FFF1 true", "descriptor 2902 1")
      peripheral.readValue(for: own)
      try app.expect("descriptor FFD0 1 bytes")
      peripheral.writeValue(Data([5, 6]), for: own)
      peripheral.readValue(for: own)
      try app.expect("wrote descriptor FFD0 nil", "descriptor FFD0 2 bytes")
      peripheral.writeValue(Data([1, 0]), for: configuration)
      try app.expect("wrote descriptor 2902 CBATTError 3")
      peripheral.writeValue(Data([1]), for: text)
      try app.expect("wrote descriptor 2901 CBATTError 3")
      _ = device
    },

    Check("values") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, characteristics) = try app.discover()
      // Never cached.
      for count in 1...3 {
        peripheral.readValue(for: try found("FFF8", characteristics))
        try app.expect("value FFF8 [\(count)]")
      }
      // Long values whole.
      let long = try found("FFF4", characteristics)
      peripheral.readValue(for: long)
      try app.expect("value FFF4 500 bytes")
      try check(long.value, is: Data(TestDevice.longValue), "the long value")
      try check(peripheral.maximumWriteValueLength(for: .withResponse), is: 512, "with response")
      let room = peripheral.maximumWriteValueLength(for: .withoutResponse)
      // The MTU is 517, but a bluetoothd that is the peripheral drops more.
      try check(room, is: 510, "without response")
      let written = [UInt8](repeating: 7, count: 500)
      peripheral.writeValue(
        Data(written), for: try found("FFF2", characteristics), type: .withResponse)
      try app.expect("wrote FFF2 nil")
      try check(device.seen.writes, is: [written], "what arrived")
      // Errors.
      peripheral.readValue(for: try found("FFF6", characteristics))
      try app.expect("value FFF6 CBATTError 129")
      peripheral.readValue(for: try found("FFF7", characteristics))
      try app.expect("value FFF7 CBATTError 8")
      peripheral.readValue(for: try found("FFF2", characteristics))
      try app.expect("value FFF2 CBATTError 2")
      peripheral.setNotifyValue(true, for: try found("FFF8", characteristics))
      try app.expect("notifying FFF8 CBATTError 6")
    },

    Check("a-value-longer-than-the-protocol-has") {
      let device = try TestDevice()
      try device.offerMore(valueByteCount: 600)
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      let target = try app.discoverMore(peripheral)
      peripheral.readValue(for: target)
      try app.expect("value FFA1 512 bytes")
      try app.expectNothing(for: 5)
    },

    Check("services-that-change-while-they-are-discovered") {
      let device = try TestDevice()
      try device.offerMore(valueByteCount: 3)
      let app = try App.poweredOn()
      let peripheral = try app.find()
      peripheral.delegate = app
      app.manager.connect(peripheral)
      try app.expect("connected")
      peripheral.discoverServices(nil)
      for _ in 1...3 {
        try device.withdraw("/more")
        try device.offerMore(valueByteCount: 3)
      }
      // One answer, and of whatever changed after it the app is told.
      let told = app.all(for: 20).filter { !$0.hasPrefix("name ") }
      try check(told.count { $0.hasPrefix("services ") }, is: 1, "the answers in \(told)")
      try check(
        told.allSatisfy { $0.hasPrefix("services ") || $0.hasPrefix("modified ") }, "told \(told)")
      peripheral.readValue(for: try app.discoverMore(peripheral))
      try app.expect("value FFA1 [7, 7, 7]")
    },

    Check("indications") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, characteristics) = try app.discover()
      let target = try found("FFF5", characteristics)
      try check(target.properties, is: .indicate, "the properties")
      peripheral.setNotifyValue(true, for: target)
      try app.expect("notifying FFF5 true")
      for value in UInt8(1)...5 { try device.notify("fff5", [value]) }
      for value in UInt8(1)...5 { try app.expect("value FFF5 [\(value)]") }
      peripheral.setNotifyValue(false, for: target)
      try app.expect("notifying FFF5 false")
      _ = app.all(for: 2)
      try check(device.seen.subscriptions, is: ["on", "off"], "the subscriptions")
    },

    // bluetoothd takes all managers of a process for one program, with one subscription.
    Check("several-managers") {
      let device = try TestDevice()
      let (app, other) = (try App.poweredOn(), try App.poweredOn())
      let (peripheral, characteristics) = try app.discover()
      let target = try found("FFF1", characteristics)
      let (held, ofOther) = try other.discover()
      let others = try found("FFF1", ofOther)
      peripheral.setNotifyValue(true, for: target)
      try app.expect("notifying FFF1 true")
      held.setNotifyValue(true, for: others)
      try other.expect("notifying FFF1 true")
      try device.notify("fff1", [100])
      try app.expect("value FFF1 [100]")
      try other.expect("value FFF1 [100]")
      peripheral.readValue(for: target)
      try app.expect("value FFF1 [1]")
      try other.expectNothing(for: 5)
      peripheral.setNotifyValue(false, for: target)
      try app.expect("notifying FFF1 false")
      try device.notify("fff1", [101])
      try other.expect("value FFF1 [101]")
      try app.expectNothing(for: 5)
      try check(others.isNotifying, "the other's subscription has ended")
    },

    Check("requests-are-told-in-their-order") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let (peripheral, characteristics) = try app.discover()
      let target = try found("FFF1", characteristics)
      for isOn in [true, true, false] { peripheral.setNotifyValue(isOn, for: target) }
      try app.expect("notifying FFF1 true", "notifying FFF1 true", "notifying FFF1 false")
      try check(!target.isNotifying, "the last wish was off")
      peripheral.readValue(for: target)
      peripheral.setNotifyValue(true, for: target)
      peripheral.readValue(for: target)
      peripheral.setNotifyValue(false, for: target)
      try app.expect(
        "value FFF1 [1]", "notifying FFF1 true", "value FFF1 [2]", "notifying FFF1 false")
      _ = device
    },

    Check("rssi") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      peripheral.readRSSI()
      let told = try app.next()
      guard told.hasPrefix("rssi -"), let value = Int(told.dropFirst(5)),
        (-120 ... -20).contains(value)
      else { throw Mismatch("told '\(told)'") }
      _ = device
    },

    Check("advertisement") {
      let device = try TestDevice(advertises: false)
      try device.advertise(extra: [
        "ManufacturerData": .dictionary(
          key: "q", value: "v", [BusEntry(.uint16(0x1234), .variant(.bytes([1, 2, 3])))]),
        "ServiceData": .properties(["fff0": .bytes([4, 5])]),
        "SolicitUUIDs": .strings(["180d"]), "Includes": .strings(["tx-power"]),
      ])
      let app = try App.poweredOn()
      app.manager.scanForPeripherals(
        withServices: [CBUUID(string: "FFA0")],
        options: [CBCentralManagerScanOptionSolicitedServiceUUIDsKey: [CBUUID(string: "180D")]])
      try app.expect("discovered")
      _ = app.all(for: 3)
      let told = app.advertisement
      try check(told[CBAdvertisementDataLocalNameKey] as? String, is: "Checked", "the name")
      try check(
        told[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID], is: [CBUUID(string: "FFF0")],
        "the services")
      try check(
        told[CBAdvertisementDataManufacturerDataKey] as? Data, is: Data([0x34, 0x12, 1, 2, 3]),
        "the manufacturer data")
      try check(
        told[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data],
        is: [CBUUID(string: "FFF0"): Data([4, 5])], "the service data")
      try check(
        told[CBAdvertisementDataSolicitedServiceUUIDsKey] as? [CBUUID],
        is: [CBUUID(string: "180D")], "the solicited services")
      try check(
        (told[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue, is: true, "connectable")
      try check(told[CBAdvertisementDataTxPowerLevelKey] is NSNumber, "no transmit power")
      let time = (told["kCBAdvDataTimestamp"] as? NSNumber)?.doubleValue ?? 0
      try check(abs(time - CFAbsoluteTimeGetCurrent()) < 60, "the timestamp \(time)")
      try check((told["kCBAdvDataRxPrimaryPHY"] as? NSNumber)?.intValue, is: 1, "the PHY")
    },

    Check("not-connectable") {
      let device = try TestDevice(advertises: false)
      try device.advertise(extra: ["Type": .string("broadcast"), "Discoverable": .bool(false)])
      let app = try App.poweredOn()
      app.manager.scanForPeripherals(withServices: [CBUUID(string: "FFF0")])
      try app.expect("discovered")
      try check(
        (app.advertisement[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue, is: false,
        "connectable")
      _ = device
    },

    Check("retrieval") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.find()
      let identifiers = [UUID(), peripheral.identifier]
      let same = app.manager.retrievePeripherals(withIdentifiers: identifiers)
      try check(same.count == 1 && same.first === peripheral, "retrieved \(same)")
      try check(
        app.manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "FFF0")]).isEmpty,
        "connected before")
      // Another manager connects, and this one hears of it and finds the peripheral.
      app.manager.registerForConnectionEvents(
        options: [.serviceUUIDs: [CBUUID(string: "FFF0")]])
      let other = try App.poweredOn()
      let theirs = try other.connect()
      try app.expect("event peerConnected")
      try check(theirs !== peripheral && theirs.identifier == peripheral.identifier, "two managers")
      let connected = app.manager.retrieveConnectedPeripherals(withServices: [
        CBUUID(string: "FFF0")
      ])
      try check(connected.first === peripheral, "connected \(connected)")
      try check(
        app.manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]).isEmpty,
        "connected, of another service")
      try check(peripheral.state, is: .disconnected, "the state before connecting")
      app.manager.connect(peripheral)
      try app.expect("connected")
      try device.disconnect()
      let told = [try app.next(), try app.next()].sorted()
      try check(
        told, is: ["disconnected CBError.peripheralDisconnected", "event peerDisconnected"],
        "the end")
      try other.wait(for: "disconnected CBError.peripheralDisconnected")
    },

    Check("forgotten-devices") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let identifier = try app.find().identifier
      try device.stopAdvertising()
      // bluetoothd forgets a device 30 s after it was heard last; this process does not.
      _ = app.all(for: 60)
      guard let again = app.manager.retrievePeripherals(withIdentifiers: [identifier]).first else {
        throw Mismatch("not retrieved")
      }
      app.manager.connect(again)
      try app.expectNothing(for: 60)
      try device.advertise()
      try app.expect("connected")
    },

    Check("connect-options") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.find()
      app.manager.connect(
        peripheral,
        options: [
          CBConnectPeripheralOptionStartDelayKey: 10,
          CBConnectPeripheralOptionEnableAutoReconnect: true,
        ])
      try app.expectNothing(for: 9)
      try app.expect("connected", within: 5)
      _ = app.all(for: 1)
      try device.disconnect()
      try app.expect("disconnected CBError.peripheralDisconnected reconnecting", "connected")
      app.manager.cancelPeripheralConnection(peripheral)
      try app.wait(for: "disconnected nil")
      try app.expectNothing(for: 60)
    },

    Check("connect-timeout") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.find()
      try device.stopAdvertising()
      BluetoothHost.connectTimeout = .seconds(30)
      defer { BluetoothHost.connectTimeout = nil }
      app.manager.connect(peripheral)
      try app.expectNothing(for: 29)
      try app.expect("failed CBError.connectionTimeout", within: 5)
    },

    Check("several-peripherals") {
      let devices = [try TestDevice(name: "First"), try TestDevice(name: "Second", on: "hci2")]
      let app = try App.poweredOn()
      let peripherals = try app.find(2).sorted { ($0.name ?? "") < ($1.name ?? "") }
      for peripheral in peripherals {
        peripheral.delegate = app
        app.manager.connect(peripheral)
      }
      try check(app.all(for: 3).filter { $0 == "connected" }.count, is: 2, "the connections")
      let tables = try peripherals.map { try app.discover($0) }
      for (index, peripheral) in peripherals.enumerated() {
        peripheral.writeValue(
          Data([UInt8(index)]), for: try found("FFF2", tables[index]), type: .withResponse)
      }
      try app.expect("wrote FFF2 nil", "wrote FFF2 nil")
      try check(devices.map(\.seen.writes), is: [[[0]], [[1]]], "what arrived at each")
      app.manager.cancelPeripheralConnection(peripherals[0])
      try app.expect("disconnected nil")
      try check(peripherals[1].state, is: .connected, "the other's state")
      peripherals[1].readValue(for: try found("FFF8", tables[1]))
      try app.expect("value FFF8 [1]")
      // A characteristic of another peripheral is none of this one's.
      peripherals[1].readValue(for: try found("FFF8", tables[0]))
      try app.expect("value FFF8 CBError.invalidHandle")
    },

    Check("many-reconnects") {
      let device = try TestDevice()
      let app = try App.poweredOn()
      let peripheral = try app.connect()
      var descriptors = 0
      for round in 1...30 {
        let target = try found("FFF1", try app.discover(peripheral))
        peripheral.setNotifyValue(true, for: target)
        try app.expect("notifying FFF1 true")
        for value in UInt8(1)...5 { try device.notify("fff1", [value]) }
        for value in UInt8(1)...5 { try app.expect("value FFF1 [\(value)]") }
        try device.disconnect()
        try app.expect("disconnected CBError.peripheralDisconnected")
        app.manager.connect(peripheral)
        try app.expect("connected")
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        if round == 5 { descriptors = open }
        if round > 5 { try check(open, is: descriptors, "the open files of round \(round)") }
      }
    },

    Check("without-a-queue-the-main-one-is-used") {
      let told = try Relaunched.output(of: ["main"])
      try check(told, is: "state poweredOn\n", "on the main queue")
    },
  ]
}
