// What we offer: applications, advertisements and the agent, as bluetoothd sees them.

import BusTestSupport
import Testing

@testable import BlueZ

@Suite(.needsBus) struct ServerTests {
  private let test: PrivateBus
  private let bus: Bus
  private let daemon: FakeBlueZ
  private let adapter = "/org/bluez/hci1"
  private let characteristicPath = "/org/meterloop/gatt/service0/char0"

  init() throws {
    test = try PrivateBus()
    bus = try test.connect()
    daemon = try FakeBlueZ(test)
    try daemon.add(
      adapter, "org.bluez.GattManager1", [:],
      methods: ["RegisterApplication", "UnregisterApplication"])
  }

  private func ask(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws -> Result<[BusValue], BusError> {
    try test.wait {
      daemon.bus.call(
        MethodCall(
          destination: bus.uniqueName, path: path, interface: interface, member: member,
          arguments: arguments), $0)
    }
  }

  private func askCharacteristic(
    _ member: String, _ arguments: [BusValue] = []
  ) throws -> Result<[BusValue], BusError> {
    try ask(characteristicPath, "org.bluez.GattCharacteristic1", member, arguments)
  }

  @Test("bluetoothd finds the services while it registers them, and not after") func register()
    throws
  {
    let application = GattApplication(bus: bus)
    let service = application.addService(uuid: "fff0")
    _ = service.addCharacteristic(uuid: "fff1", flags: [.notify, .read])
    _ = service.addCharacteristic(uuid: "fff2", flags: [.write], handle: 0x25)
    var content: [BusValue]?
    daemon.methods["org.bluez.GattManager1.RegisterApplication"] = { [unowned daemon] call in
      // As bluetoothd does: the answer waits for the list of objects.
      daemon.bus.call(
        MethodCall(
          destination: call.sender, path: call.arguments.first?.path ?? "",
          interface: objectManagerInterface, member: "GetManagedObjects")
      ) {
        content = try? $0.get()
        call.reply()
      }
    }
    try test.wait { application.register(adapter: adapter, $0) }.get()
    let root = "/org/meterloop/gatt"
    func entry(_ path: String, _ interface: String, _ values: [String: BusValue]) -> BusEntry {
      BusEntry(
        .objectPath(path),
        .dictionary(
          key: "s", value: "a{sv}", [BusEntry(.string(interface), .properties(values))]))
    }
    let expected = BusValue.dictionary(
      key: "o", value: "a{sa{sv}}",
      [
        entry(
          root + "/service0", "org.bluez.GattService1",
          ["UUID": .string("fff0"), "Primary": .bool(true)]),
        entry(
          root + "/service0/char0", "org.bluez.GattCharacteristic1",
          [
            "UUID": .string("fff1"), "Service": .objectPath(root + "/service0"),
            "Flags": .strings(["read", "notify"]), "Notifying": .bool(false),
          ]),
        entry(
          root + "/service0/char1", "org.bluez.GattCharacteristic1",
          [
            "UUID": .string("fff2"), "Service": .objectPath(root + "/service0"),
            "Flags": .strings(["write"]), "Handle": .uint16(0x25),
          ]),
      ])
    #expect(content == [expected])
    // Registering once more, after bluetoothd was away, must leave the objects on the bus.
    try test.wait { application.register(adapter: adapter, $0) }.get()
    #expect(content == [expected])
    try test.wait { application.unregister(adapter: adapter, $0) }.get()
    #expect(
      try ask(root, objectManagerInterface, "GetManagedObjects").failure?.name
        == "org.freedesktop.DBus.Error.UnknownObject")
    #expect(try askCharacteristic("StartNotify").failure != nil)
  }

  @Test("Included services and descriptors are told, and a descriptor read from an offset on")
  func parts() throws {
    let application = GattApplication(bus: bus)
    let included = application.addService(uuid: "fb00", isPrimary: false)
    let service = application.addService(uuid: "fff0")
    service.includes = [included]
    service.addCharacteristic(uuid: "fff1", flags: [.read])
      .addDescriptor(uuid: "2901", value: [1, 2, 3])
    try test.wait { application.register(adapter: adapter, $0) }.get()
    let objects = try ask(application.root, objectManagerInterface, "GetManagedObjects").get()
    let told = Dictionary(
      uniqueKeysWithValues: (objects.first?.entries ?? []).map {
        ($0.key.path ?? "", $0.value.entries?.first?.value.properties ?? [:])
      })
    #expect(
      told[service.path]?["Includes"] == .array(of: "o", [.objectPath(included.path)])
        && told[included.path]?["Includes"] == nil)
    let descriptor = service.path + "/char0/desc0"
    #expect(told[descriptor]?["UUID"] == .string("2901"))
    #expect(told[descriptor]?["Characteristic"] == .objectPath(service.path + "/char0"))
    func read(_ offset: UInt16) throws -> Result<[BusValue], BusError> {
      try ask(
        descriptor, "org.bluez.GattDescriptor1", "ReadValue",
        [.properties(["offset": .uint16(offset)])])
    }
    #expect(try read(1).get() == [.bytes([2, 3])])
    #expect(try read(3).get() == [.bytes([])])
    #expect(try read(4).failure?.bluez == .invalidOffset)
  }

  @Test("Every subscriber is told by its device, where somebody wants to know") func subscribers()
    throws
  {
    let application = GattApplication(bus: bus)
    let service = application.addService(uuid: "fff0")
    let characteristic = service.addCharacteristic(uuid: "fff1", flags: [.notify])
    var seen: [Subscriber?] = []
    characteristic.onSubscriber = { seen.append($0) }
    let silent = service.addCharacteristic(uuid: "fff2", flags: [.notify])
    try test.wait { application.register(adapter: adapter, $0) }.get()
    func acquired(_ path: String) throws -> Bool? {
      try ask(
        path, propertiesInterface, "GetAll", [.string("org.bluez.GattCharacteristic1")]
      ).get().first?.properties?["NotifyAcquired"]?.bool
    }
    #expect(try acquired(characteristic.path) == false)
    #expect(try acquired(silent.path) == nil, "bluetoothd asks nobody else for a socket")
    // As bluetoothd does for each central: it asks for a socket, and takes no for an answer.
    for device in ["/one", "/two"] {
      let options = BusValue.properties(["device": .objectPath(device), "mtu": .uint16(185)])
      #expect(
        try askCharacteristic("AcquireNotify", [options]).failure?.bluez == .notSupported)
      #expect(seen.last??.device != device, "told once it is notified")
      _ = try askCharacteristic("StartNotify").get()
    }
    #expect(
      seen == [
        Subscriber(device: "/one", mtuBytes: 185), Subscriber(device: "/two", mtuBytes: 185),
      ])
    _ = try askCharacteristic("StopNotify").get()
    _ = try askCharacteristic("StartNotify").get()
    #expect(seen.count == 3 && seen.last == .some(nil), "a bluetoothd that does not ask")
  }

  @Test("A refused registration leaves nothing on the bus") func refused() throws {
    daemon.methods["org.bluez.GattManager1.RegisterApplication"] = {
      $0.fail(BusError(.alreadyExists, message: "Already Exists"))
    }
    let application = GattApplication(bus: bus)
    let result = try test.wait { application.register(adapter: adapter, $0) }
    #expect(result.failure?.bluez == .alreadyExists)
    #expect(try ask(application.root, objectManagerInterface, "GetManagedObjects").failure != nil)
    let bad = GattApplication(bus: bus, root: "no path")
    #expect(
      try test.wait { bad.register(adapter: adapter, $0) }.failure?.name
        == "org.freedesktop.DBus.Error.InvalidArgs")
  }

  @Test("Reads and writes are answered by the application, now or later") func requests() throws {
    let application = GattApplication(bus: bus)
    let characteristic = application.addService(uuid: "fff0")
      .addCharacteristic(uuid: "fff1", flags: [.read, .write])
    try test.wait { application.register(adapter: adapter, $0) }.get()
    let options = BusValue.properties([
      "device": .objectPath("/dev"), "offset": .uint16(2), "mtu": .uint16(185),
      "link": .string("LE"),
    ])
    #expect(try askCharacteristic("ReadValue", [options]).failure?.bluez == .notPermitted)
    #expect(
      try askCharacteristic("WriteValue", [.bytes([1]), options]).failure?.bluez == .notPermitted)
    var seen: [String] = []
    characteristic.onRead = { [loop = test.loop] request in
      seen.append("read \(request.offset) \(request.device ?? "") \(request.mtuBytes ?? 0)")
      loop.after(.milliseconds(1)) { request.answer(.success([7])) }
    }
    characteristic.onWrite = { request in
      seen.append("write \(request.value) \(request.offset) \(request.device ?? "")")
      request.answer()
    }
    #expect(try askCharacteristic("ReadValue", [options]).get() == [.bytes([7])])
    #expect(try askCharacteristic("WriteValue", [.bytes([1, 2]), options]).get() == [])
    #expect(seen == ["read 2 /dev 185", "write [1, 2] 2 /dev"])
    for (member, arguments) in [
      ("ReadValue", []), ("ReadValue", [BusValue.byte(1)]), ("WriteValue", [options]),
      ("WriteValue", [.string("x"), options]),
    ] {
      #expect(
        try askCharacteristic(member, arguments).failure?.name
          == "org.freedesktop.DBus.Error.InvalidArgs")
    }
    characteristic.onRead = { _ in }
    #expect(try askCharacteristic("ReadValue", [options]).failure != nil)
  }

  @Test(
    "Refusals have the names that bluetoothd turns into ATT errors",
    arguments: [
      (GattFailure.failed, BlueZError.failed, ""), (.application(0x9F), .failed, "0x9f"),
      (.inProgress, .inProgress, ""), (.notPermitted, .notPermitted, ""),
      (.notAuthorized, .notAuthorized, ""), (.invalidValueLength, .invalidValueLength, ""),
      (.invalidOffset, .invalidOffset, ""), (.notSupported, .notSupported, ""),
      (.unlikely, .failed, "0xe"),
    ])
  func failures(failure: GattFailure, error: BlueZError, message: String) throws {
    let application = GattApplication(bus: bus)
    let characteristic = application.addService(uuid: "fff0")
      .addCharacteristic(uuid: "fff1", flags: [.write])
    characteristic.onWrite = { $0.answer(.failure(failure)) }
    try test.wait { application.register(adapter: adapter, $0) }.get()
    #expect(
      try askCharacteristic("WriteValue", [.bytes([]), .properties([:])]).failure
        == BusError(error, message: message))
  }

  @Test("Notifications go out only while somebody is subscribed") func notify() throws {
    let application = GattApplication(bus: bus)
    let characteristic = application.addService(uuid: "fff0")
      .addCharacteristic(uuid: "fff1", flags: [.notify])
    var events: [String] = []
    characteristic.onSubscribed = { events.append("subscribed") }
    characteristic.onUnsubscribed = { events.append("unsubscribed") }
    daemon.bus.onSignal(SignalRule(sender: bus.uniqueName, path: characteristicPath)) { signal in
      events.append("\(signal.arguments[1].properties?["Value"]?.bytes ?? [])")
    }
    try test.wait { application.register(adapter: adapter, $0) }.get()
    #expect(try characteristic.notify([1]) == false)
    _ = try askCharacteristic("StartNotify").get()
    #expect(try characteristic.notify([2]))
    #expect(try characteristic.notify([2]))
    try test.settle(bus, daemon.bus)
    _ = try askCharacteristic("StopNotify").get()
    #expect(try characteristic.notify([3]) == false)
    _ = try askCharacteristic("StartNotify").get()
    daemon.bus.close()
    try test.run(until: { events.last == "unsubscribed" && !characteristic.isNotifying })
    #expect(
      events == ["subscribed", "[2]", "[2]", "unsubscribed", "subscribed", "unsubscribed"])
  }

  @Test("An advertisement's properties, and its release") func advertisement() throws {
    try daemon.add(
      "/org/bluez/hci2", "org.bluez.LEAdvertisingManager1", [:],
      methods: ["RegisterAdvertisement", "UnregisterAdvertisement"])
    let advertisement = Advertisement(
      bus: bus,
      content: Advertisement.Content(
        localName: "UM25C", serviceUUIDs: ["fff0"], manufacturerData: [2: [9], 1: []]))
    try test.wait { advertisement.register(adapter: "/org/bluez/hci2", $0) }.get()
    let interface = "org.bluez.LEAdvertisement1"
    let properties = try ask(
      advertisement.path, propertiesInterface, "GetAll", [.string(interface)]
    ).get()
    #expect(
      properties == [
        .properties([
          "Type": .string("peripheral"), "LocalName": .string("UM25C"),
          "ServiceUUIDs": .strings(["fff0"]), "Discoverable": .bool(true),
          "ManufacturerData": .dictionary(
            key: "q", value: "v",
            [
              BusEntry(.uint16(1), .variant(.bytes([]))),
              BusEntry(.uint16(2), .variant(.bytes([9]))),
            ]),
        ])
      ])
    #expect(
      try ask(
        advertisement.path, propertiesInterface, "Get", [.string(interface), .string("Type")]
      ).get() == [.variant(.string("peripheral"))])
    for arguments in [
      [], [BusValue.string("no.Such")], [.byte(1)], [.string(interface)],
      [.string(interface), .string("Nope")],
    ] {
      #expect(
        try ask(advertisement.path, propertiesInterface, "Get", arguments).failure != nil)
    }
    var wasReleased = false
    advertisement.onReleased = { wasReleased = true }
    _ = try ask(advertisement.path, interface, "Release").get()
    #expect(wasReleased)
    daemon.methods["org.bluez.LEAdvertisingManager1.UnregisterAdvertisement"] = {
      $0.fail(BusError(.doesNotExist, message: "Does Not Exist"))
    }
    #expect(
      try test.wait { advertisement.unregister(adapter: "/org/bluez/hci2", $0) }.failure?.bluez
        == .doesNotExist)
  }

  @Test("The agent agrees to what needs no hands, and registers again by itself") func agent()
    throws
  {
    let methods = ["RegisterAgent", "RequestDefaultAgent"]
    try daemon.add("/org/bluez", "org.bluez.AgentManager1", [:], methods: methods)
    let client = BlueZClient(bus: bus)
    let agent = PairingAgent(client: client)
    try test.run(until: { client.isPresent })
    try test.wait { agent.register($0) }.get()
    #expect(daemon.called == methods.map { "/org/bluez org.bluez.AgentManager1.\($0)" })
    let device = BusValue.objectPath("/dev")
    _ = try ask(
      "/org/meterloop/agent", "org.bluez.Agent1", "RequestAuthorization", [device]
    ).get()
    #expect(
      try ask("/org/meterloop/agent", "org.bluez.Agent1", "RequestPasskey", [device])
        .failure?.bluez == .rejected)
    daemon.bus.close()
    try test.run(until: { !client.isPresent })
    let second = try FakeBlueZ(test) {
      try $0.add("/org/bluez", "org.bluez.AgentManager1", [:], methods: methods)
    }
    try test.run(until: { second.called.count == 2 })
    withExtendedLifetime(agent) {}
  }
}
