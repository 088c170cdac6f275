// The mirror of bluetoothd's objects, and the typed views on it.

import BusTestSupport
import Glibc
import Testing

@testable import BlueZ

@Suite(.needsBus) struct BlueZClientTests {
  private let test: PrivateBus
  private let bus: Bus
  private let client: BlueZClient
  private let device = "/org/bluez/hci0/dev_1"
  private let characteristic = "/org/bluez/hci0/dev_1/service0001/char0002"

  init() throws {
    test = try PrivateBus()
    bus = try test.connect()
    client = BlueZClient(bus: bus)
  }

  /// bluetoothd with an adapter, and a client that knows it.
  private func arrive() throws -> FakeBlueZ {
    let daemon = try FakeBlueZ(test)
    try daemon.add(
      "/org/bluez/hci0", Adapter.interface, ["Address": .string("00:11"), "Powered": .bool(true)],
      methods: ["SetDiscoveryFilter", "StartDiscovery", "RemoveDevice"])
    try test.run(until: { client.isPresent })
    try test.settle(daemon.bus, bus)
    return daemon
  }

  @Test("The mirror follows objects, properties and bluetoothd itself") func mirror() throws {
    var changes: [BlueZChange] = []
    client.observe { changes.append($0) }
    var daemon: FakeBlueZ? = try arrive()
    #expect(client.adapters.map(\.path) == ["/org/bluez/hci0"])
    #expect(client.adapters.first?.isPowered == true)
    #expect(changes.contains(.arrived))
    changes = []
    let view = Device(client: client, path: device)
    #expect(!view.exists)
    try daemon?.add(device, Device.interface, ["Name": .string("UM25C"), "RSSI": .int16(-60)])
    try daemon?.change(device, Device.interface, ["RSSI": .int16(-60)])
    try daemon?.change(device, Device.interface, ["RSSI": .int16(-60)])
    try daemon?.change(device, Device.interface, ["Connected": .bool(true)], lost: ["RSSI"])
    try test.settle(try #require(daemon).bus, bus)
    #expect(
      changes == [
        .added(path: device, interface: Device.interface),
        .changed(
          path: device, interface: Device.interface, values: ["RSSI": .int16(-60)], lost: []),
        .changed(
          path: device, interface: Device.interface, values: ["RSSI": .int16(-60)], lost: []),
        .changed(
          path: device, interface: Device.interface, values: ["Connected": .bool(true)],
          lost: ["RSSI"]),
      ])
    #expect(view.name == "UM25C" && view.isConnected && view.rssi == nil)
    try daemon?.manager.remove(device)
    try test.settle(try #require(daemon).bus, bus)
    #expect(changes.last == .removed(path: device, interface: Device.interface))
    #expect(!view.exists && client.objects[device] == nil)

    changes = []
    daemon = nil
    try test.run(until: { changes.last == .left })
    #expect(
      changes == [.removed(path: "/org/bluez/hci0", interface: Adapter.interface), .left])
    #expect(!client.isPresent && client.objects.isEmpty)
    changes = []
    let second = try arrive()
    #expect(client.adapters.count == 1)
    #expect(changes.contains(.arrived))
    second.bus.close()
  }

  @Test("A client that comes later finds what is there") func lateClient() throws {
    let daemon = try arrive()
    try daemon.add(device, Device.interface, ["Name": .string("UM25C")])
    let late = BlueZClient(bus: bus)
    var changes: [BlueZChange] = []
    late.observe { changes.append($0) }
    try test.run(until: { late.isPresent })
    #expect(
      changes == [
        .added(path: "/org/bluez/hci0", interface: Adapter.interface),
        .added(path: device, interface: Device.interface), .arrived,
      ])
  }

  @Test("Signals of anybody but bluetoothd change nothing") func stranger() throws {
    let daemon = try arrive()
    let stranger = try test.connect()
    // Something else in the process listens to the stranger, so its signals do come in.
    var heard = 0
    bus.onSignal(SignalRule(sender: stranger.uniqueName)) { _ in heard += 1 }
    try test.settle(bus, stranger)
    let forged = ObjectManager(bus: stranger, root: "/")
    try forged.add(
      ExportedObject(path: device, interfaces: [ExportedInterface(Device.interface)]))
    try stranger.emitPropertiesChanged(
      "/org/bluez/hci0", Adapter.interface, ["Powered": .bool(false)])
    try test.settle(stranger, bus)
    #expect(heard == 2)
    #expect(client.objects[device] == nil)
    #expect(client.adapters.first?.isPowered == true)
    daemon.bus.close()
  }

  @Test("Signals of the wrong form are passed over", arguments: 0..<6) func malformed(
    index: Int
  ) throws {
    let daemon = try arrive()
    let before = client.objects
    let arguments: [[BusValue]] = [
      [], [.string("/x")], [.objectPath("/x"), .byte(1)], [.string("a"), .string("b"), .byte(0)],
      [
        .objectPath("/x"),
        .dictionary(key: "s", value: "s", [BusEntry(.string("a"), .string("b"))]),
      ],
      [.string(Adapter.interface), .dictionary(key: "s", value: "s", []), .bytes([1])],
    ]
    for member in ["InterfacesAdded", "InterfacesRemoved"] {
      try daemon.bus.emit(
        Signal(
          path: "/", interface: objectManagerInterface, member: member, arguments: arguments[index])
      )
    }
    try daemon.bus.emit(
      Signal(
        path: "/org/bluez/hci0", interface: propertiesInterface, member: "PropertiesChanged",
        arguments: arguments[index]))
    try test.settle(daemon.bus, bus)
    #expect(client.objects == before)
  }

  @Test("An adapter is told what it is asked to do") func adapter() throws {
    let daemon = try arrive()
    let adapter = client.adapter(named: "hci0")
    var received: [[BusValue]] = []
    for member in ["SetDiscoveryFilter", "RemoveDevice"] {
      daemon.methods["org.bluez.Adapter1.\(member)"] = {
        received.append($0.arguments)
        $0.reply()
      }
    }
    daemon.methods["org.bluez.Adapter1.StartDiscovery"] = {
      $0.fail(BusError(.notReady, message: "Resource Not Ready"))
    }
    let filter = DiscoveryFilter(uuids: ["fff0"], minimumRSSI: -90)
    try test.wait { adapter.setDiscoveryFilter(filter, $0) }.get()
    try test.wait { adapter.removeDevice(device, $0) }.get()
    #expect(
      received == [
        [
          .properties([
            "Transport": .string("le"), "DuplicateData": .bool(true), "UUIDs": .strings(["fff0"]),
            "RSSI": .int16(-90),
          ])
        ], [.objectPath(device)],
      ])
    #expect(try test.wait { adapter.startDiscovery($0) }.failure?.bluez == .notReady)
    // Read-only in the stand-in, but it shows where Set goes.
    #expect(
      try test.wait { adapter.setPowered(false, $0) }.failure?.message
        == "Powered cannot be set")
  }

  @Test("A device's properties, hostile ones included") func deviceProperties() throws {
    let daemon = try arrive()
    try daemon.add(
      device, Device.interface,
      [
        "Adapter": .objectPath("/org/bluez/hci0"), "Name": .byte(1), "RSSI": .int16(-71),
        "UUIDs": .strings(["0000fff0-0000-1000-8000-00805f9b34fb"]),
        "ManufacturerData": .dictionary(
          key: "q", value: "v",
          [
            BusEntry(.uint16(0x0A12), .variant(.bytes([1, 2]))),
            BusEntry(.uint16(1), .variant(.string("not bytes"))),
          ]), "ServiceData": .properties(["ffe0": .bytes([3]), "ffe1": .byte(0)]),
      ])
    try test.settle(daemon.bus, bus)
    let view = try #require(client.adapter(named: "hci0").devices.first)
    #expect(view.name == nil && view.rssi == -71)
    #expect(view.uuids == ["0000fff0-0000-1000-8000-00805f9b34fb"])
    #expect(view.manufacturerData == [0x0A12: [1, 2]])
    #expect(view.serviceData == ["ffe0": [3]])
  }
}

@Suite(.needsBus) struct RemoteCharacteristicTests {
  private let test: PrivateBus
  private let bus: Bus
  private let client: BlueZClient
  private let daemon: FakeBlueZ
  private let path = "/org/bluez/hci0/dev_1/service0001/char0002"
  private var characteristic: RemoteCharacteristic {
    RemoteCharacteristic(client: client, path: path)
  }

  init() throws {
    test = try PrivateBus()
    bus = try test.connect()
    client = BlueZClient(bus: bus)
    daemon = try FakeBlueZ(test)
    try daemon.add(
      path, RemoteCharacteristic.interface,
      [
        "UUID": .string("fff1"), "Service": .objectPath("/org/bluez/hci0/dev_1/service0001"),
        "Flags": .strings(["read", "write-without-response", "notify", "new-flag"]),
      ], methods: ["ReadValue", "WriteValue", "AcquireNotify", "StartNotify", "StopNotify"])
    try test.run(until: { client.isPresent })
    try test.settle(daemon.bus, bus)
  }

  private func on(_ member: String, _ method: @escaping (IncomingCall) -> Void) {
    daemon.methods["org.bluez.GattCharacteristic1.\(member)"] = method
  }

  @Test("Reading and writing") func readAndWrite() throws {
    #expect(characteristic.flags == [.read, .writeWithoutResponse, .notify])
    var received: [[BusValue]] = []
    on("ReadValue") {
      received.append($0.arguments)
      $0.reply([.bytes([9, 8])])
    }
    on("WriteValue") {
      received.append($0.arguments)
      $0.reply()
    }
    #expect(try test.wait { characteristic.readValue($0) }.get() == [9, 8])
    try test.wait { characteristic.writeValue([0xF0], type: .command, $0) }.get()
    try test.wait { characteristic.writeValue([], type: .request, $0) }.get()
    #expect(
      received == [
        [.properties([:])], [.bytes([0xF0]), .properties(["type": .string("command")])],
        [.bytes([]), .properties(["type": .string("request")])],
      ])
    on("ReadValue") { $0.reply([.string("no bytes")]) }
    #expect(try test.wait { characteristic.readValue($0) }.failure != nil)
  }

  @Test("Notifications on a descriptor come one by one, until the other side closes")
  func acquireNotify() throws {
    var ends: [CInt] = [-1, -1]
    try #require(packetPair(&ends) == 0)
    on("AcquireNotify") { call in
      call.reply([.unixDescriptor(BusDescriptor(adopting: ends[1])), .uint16(185)])
    }
    var values: [[UInt8]] = []
    var closed = 0
    let stream = try test.wait {
      characteristic.acquireNotify(
        onValue: { values.append($0) }, onClosed: { closed += 1 }, $0)
    }.get()
    #expect(stream.mtuBytes == 185)
    let sent: [[UInt8]] = [[1, 2, 3], [], [4], [4], Array(repeating: 5, count: 512)]
    for packet in sent { #expect(send(ends[0], packet, packet.count, 0) == packet.count) }
    try test.run(until: { values.count == sent.count })
    #expect(values == sent && closed == 0)
    close(ends[0])
    try test.run(until: { closed > 0 })
    #expect(values == sent && closed == 1)
    stream.close()
    #expect(closed == 1)
  }

  @Test("Closing the stream, or letting it go, closes the descriptor", arguments: [true, false])
  func closes(byHand: Bool) throws {
    var ends: [CInt] = [-1, -1]
    try #require(packetPair(&ends) == 0)
    defer { close(ends[0]) }
    on("AcquireNotify") { call in
      call.reply([.unixDescriptor(BusDescriptor(adopting: ends[1])), .uint16(23)])
    }
    var stream: NotificationStream? = try test.wait {
      characteristic.acquireNotify(
        onValue: { _ in }, onClosed: { Issue.record("closed by itself") }, $0)
    }.get()
    if byHand { stream?.close() } else { stream = nil }
    try test.settle(bus, daemon.bus)
    var state = pollfd(fd: ends[0], events: 0, revents: 0)
    #expect(poll(&state, 1, 5000) == 1)
    withExtendedLifetime(stream) {}
  }

  @Test("A stream closed by its handler says no more") func closesInHandler() throws {
    var ends: [CInt] = [-1, -1]
    try #require(packetPair(&ends) == 0)
    on("AcquireNotify") { call in
      call.reply([.unixDescriptor(BusDescriptor(adopting: ends[1])), .uint16(23)])
    }
    var values = 0
    var stream: NotificationStream?
    stream = try test.wait {
      characteristic.acquireNotify(
        onValue: { _ in
          values += 1
          stream?.close()
          stream = nil
        }, onClosed: { Issue.record("closed by itself") }, $0)
    }.get()
    for _ in 0..<3 { #expect(send(ends[0], [1], 1, 0) == 1) }
    close(ends[0])
    try test.run(until: { values > 0 })
    try test.settle(bus, daemon.bus)
    #expect(values == 1)
  }

  @Test("Where AcquireNotify is not supported, StartNotify serves; equal values all come")
  func startNotify() throws {
    // The first value overtakes the answer.
    let interface = RemoteCharacteristic.interface
    on("StartNotify") { [unowned daemon, path] call in
      #expect(throws: Never.self) {
        try daemon.change(path, interface, ["Value": .bytes([1])])
      }
      call.reply()
    }
    var values: [[UInt8]] = []
    var closed = 0
    let stream = try test.wait {
      characteristic.startNotify(onValue: { values.append($0) }, onClosed: { closed += 1 }, $0)
    }.get()
    try daemon.change(path, interface, ["Value": .bytes([2])])
    try daemon.change(path, interface, ["Value": .bytes([2])])
    try daemon.change(path, interface, ["Value": .string("no bytes")])
    try test.settle(daemon.bus, bus)
    #expect(values == [[1], [2], [2]])
    stream.close()
    try test.settle(bus, daemon.bus)
    try daemon.change(path, interface, ["Value": .bytes([3])])
    try test.settle(daemon.bus, bus)
    #expect(values.count == 3 && closed == 0)
    #expect(daemon.called.last?.hasSuffix("StopNotify") == true)
  }

  @Test("A subscription ends with its characteristic") func removed() throws {
    var closed = 0
    let stream = try test.wait {
      characteristic.startNotify(onValue: { _ in }, onClosed: { closed += 1 }, $0)
    }.get()
    try daemon.manager.remove(path)
    try test.settle(daemon.bus, bus)
    #expect(closed == 1)
    stream.close()
    #expect(closed == 1)
  }

  @Test("A refused subscription keeps nothing") func refused() throws {
    on("AcquireNotify") { $0.fail(BusError(.notPermitted, message: "Notify acquired")) }
    let refused = try test.wait {
      characteristic.acquireNotify(onValue: { _ in }, onClosed: {}, $0)
    }
    #expect(refused.failure?.bluez == .notPermitted)
    on("AcquireNotify") { $0.reply([.uint16(1), .uint16(1)]) }
    let malformed = try test.wait {
      characteristic.acquireNotify(onValue: { _ in }, onClosed: {}, $0)
    }
    #expect(malformed.failure?.name == "org.freedesktop.DBus.Error.InconsistentMessage")
  }
}
