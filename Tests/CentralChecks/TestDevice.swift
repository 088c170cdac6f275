// The peripheral of the checks, on hci1 or another adapter: bluetoothd's server with services of our own.

import BlueZ
import EventLoop
import Foundation
import Synchronization

/// A peripheral that advertises, answers and notifies as a check wants. It has a thread of its own.
final class TestDevice: @unchecked Sendable {
  static let services = ["/checks/service0", "/checks/service1"]

  private let adapter: String
  private let door: LoopDoor
  private nonisolated(unsafe) var bus: Bus
  private nonisolated(unsafe) var client: BlueZClient
  private nonisolated(unsafe) var managers: [String: ObjectManager] = [:]
  private nonisolated(unsafe) var subscribed: Set<String> = []
  private let log = Mutex(Log())

  struct Log {
    var writes: [[UInt8]] = []
    var reads = 0
    var subscriptions: [String] = []
  }

  /// Has bluetoothd offer its services, and advertises them unless told not to.
  init(
    name: String = "Checked", ownName: String? = nil, advertises: Bool = true,
    on adapterName: String = "hci1"
  ) throws {
    adapter = "/org/bluez/" + adapterName
    let started = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var made: (EventLoop, Bus, BlueZClient)?
    let thread = Thread {
      let loop = EventLoop()
      if let bus = try? Bus(loop: loop, address: .system) {
        let client = BlueZClient(bus: bus)
        made = (loop, bus, client)
        client.observe { change in
          if change == .arrived { started.signal() }
        }
        loop.run()
      }
      started.signal()
    }
    thread.start()
    started.wait()
    guard let made else { throw Mismatch("there is no bus") }
    (bus, client) = (made.1, made.2)
    door = made.0.door
    try set(["Alias": .string(ownName ?? name)])
    try offer("/checks", TestDevice.table(self))
    if advertises { try advertise(name: name) }
  }

  /// What has come from the central so far.
  var seen: Log { log.withLock { $0 } }

  /// Runs on its thread, and waits for `done` to be called.
  private func ask(_ work: @escaping (@escaping (Result<Void, BusError>) -> Void) -> Void) throws {
    let answered = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Void, BusError>?>(nil)
    nonisolated(unsafe) let work = work
    door.enter {
      work { answer in
        result.withLock { $0 = answer }
        answered.signal()
      }
    }
    guard answered.wait(timeout: .now() + 60) == .success else {
      throw Mismatch("bluetoothd did not answer the test's device")
    }
    try result.withLock { $0 }?.get()
  }

  private func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
  ) throws {
    try ask { [self] done in
      bus.call(
        MethodCall(
          destination: "org.bluez", path: path, interface: interface, member: member,
          arguments: arguments)
      ) { done($0.map { _ in }) }
    }
  }

  /// Sets properties of its adapter, or of another.
  func set(_ properties: [String: BusValue], of other: String? = nil) throws {
    for (name, value) in properties {
      try call(
        other ?? adapter, "org.freedesktop.DBus.Properties", "Set",
        [.string(Adapter.interface), .string(name), .variant(value)])
    }
  }

  /// Hangs up.
  func disconnect() throws {
    try ask { [self] done in
      let central = Adapter(client: client, path: adapter).devices.first { $0.isConnected }
      guard let central else { return done(.failure(.unknownObject("no central is connected"))) }
      central.disconnect(done)
    }
  }

  /// How many objects bluetoothd has.
  func objectCount() throws -> Int {
    let answer = Mutex(0)
    try ask { [self] done in
      let count = client.objects.count
      answer.withLock { $0 = count }
      done(.success(()))
    }
    return answer.withLock { $0 }
  }

  /// Whether a central is connected.
  func isConnected() throws -> Bool {
    let answer = Mutex(false)
    try ask { [self] done in
      let isConnected = Adapter(client: client, path: adapter).devices.contains { $0.isConnected }
      answer.withLock { $0 = isConnected }
      done(.success(()))
    }
    return answer.withLock { $0 }
  }

  /// Waits until what has come from the central is as wanted.
  func waitUntil(_ isThere: (Log) -> Bool) throws {
    for _ in 0..<600 {
      if isThere(seen) { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw Mismatch("after 60 s only this has come: \(seen)")
  }

  /// Waits until a central is connected, or none is.
  func waitUntil(isConnected: Bool) throws {
    for _ in 0..<600 {
      if try self.isConnected() == isConnected { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw Mismatch("the device is \(isConnected ? "not" : "still") connected after 60 s")
  }

  // Advertising.

  func advertise(
    name: String = "Checked", path: String = "/checks/advertisement",
    extra: [String: BusValue] = [:]
  ) throws {
    let properties: [String: BusValue] = [
      "Type": .string("peripheral"), "Discoverable": .bool(true), "LocalName": .string(name),
      "ServiceUUIDs": .strings(["fff0"]),
    ].merging(extra) { $1 }
    try ask { [self] done in
      bus.export(
        ExportedObject(
          path: path,
          interfaces: [
            ExportedInterface(
              "org.bluez.LEAdvertisement1", properties: { properties },
              methods: ["Release": { $0.reply() }])
          ]))
      done(.success(()))
    }
    try call(
      adapter, "org.bluez.LEAdvertisingManager1", "RegisterAdvertisement",
      [.objectPath(path), .properties([:])])
  }

  func stopAdvertising(path: String = "/checks/advertisement") throws {
    try call(
      adapter, "org.bluez.LEAdvertisingManager1", "UnregisterAdvertisement",
      [.objectPath(path)])
  }

  // Services.

  /// Offers objects as an application at `root`.
  func offer(_ root: String, _ objects: [ExportedObject]) throws {
    nonisolated(unsafe) let objects = objects
    try ask { [self] done in
      do throws(BusError) {
        let manager = ObjectManager(bus: bus, root: root)
        for object in objects { try manager.add(object) }
        managers[root] = manager
        done(.success(()))
      } catch { done(.failure(error)) }
    }
    try call(
      adapter, "org.bluez.GattManager1", "RegisterApplication",
      [.objectPath(root), .properties([:])])
  }

  /// Offers FFA0, whose FFA1 has a value of so many bytes, as an application of its own.
  func offerMore(valueByteCount: Int) throws {
    let value = [UInt8](repeating: 7, count: valueByteCount)
    try offer(
      "/more",
      [
        Self.service("/more/service0", "ffa0"),
        Self.characteristic(
          "ffa1", ["read"], ["ReadValue": Self.giving(value)], of: "/more/service0"),
      ])
  }

  /// Takes an application back.
  func withdraw(_ root: String) throws {
    try call(
      adapter, "org.bluez.GattManager1", "UnregisterApplication", [.objectPath(root)])
    try ask { [self] done in
      managers[root] = nil
      done(.success(()))
    }
  }

  /// Notifies or indicates; fails unless somebody has subscribed.
  func notify(_ characteristic: String, _ value: [UInt8]) throws {
    try ask { [self] done in
      let path = "\(Self.services[0])/\(characteristic)"
      guard subscribed.contains(path) else {
        return done(.failure(.unknownObject("nobody has subscribed to \(characteristic)")))
      }
      do throws(BusError) {
        try bus.emitPropertiesChanged(
          path, RemoteCharacteristic.interface, ["Value": .bytes(value)])
        done(.success(()))
      } catch { done(.failure(error)) }
    }
  }

  static func service(
    _ path: String, _ uuid: String, includes: [String] = []
  ) -> ExportedObject {
    var properties: [String: BusValue] = ["UUID": .string(uuid), "Primary": .bool(true)]
    if !includes.isEmpty {
      properties["Includes"] = .array(of: "o", includes.map { .objectPath($0) })
    }
    return ExportedObject(
      path: path,
      interfaces: [ExportedInterface(RemoteService.interface, properties: { properties })])
  }

  private static func characteristic(
    _ uuid: String, _ flags: [String], _ methods: [String: (IncomingCall) -> Void],
    of service: String = services[0]
  ) -> ExportedObject {
    let properties: [String: BusValue] = [
      "UUID": .string(uuid), "Service": .objectPath(service), "Flags": .strings(flags),
    ]
    return ExportedObject(
      path: "\(service)/\(uuid)",
      interfaces: [
        ExportedInterface(
          RemoteCharacteristic.interface, properties: { properties }, methods: methods)
      ])
  }

  private static func descriptor(
    _ uuid: String, _ flags: [String], _ methods: [String: (IncomingCall) -> Void]
  ) -> ExportedObject {
    let characteristic = "\(services[0])/fff1"
    let properties: [String: BusValue] = [
      "UUID": .string(uuid), "Characteristic": .objectPath(characteristic),
      "Flags": .strings(flags),
    ]
    return ExportedObject(
      path: "\(characteristic)/\(uuid)",
      interfaces: [
        ExportedInterface(RemoteDescriptor.interface, properties: { properties }, methods: methods)
      ])
  }

  /// Answers reads with a value, from the offset that is asked for.
  private static func giving(_ value: [UInt8]) -> (IncomingCall) -> Void {
    { call in
      let offset = call.arguments.first?.properties?["offset"]?.integer ?? 0
      call.reply([.bytes(Array(value.dropFirst(offset)))])
    }
  }

  private static func subscribing(_ device: TestDevice) -> [String: (IncomingCall) -> Void] {
    [
      "StartNotify": { [unowned device] call in
        device.subscribed.insert(call.path)
        device.log.withLock { $0.subscriptions.append("on") }
        call.reply()
      },
      "StopNotify": { [unowned device] call in
        device.subscribed.remove(call.path)
        device.log.withLock { $0.subscriptions.append("off") }
        call.reply()
      },
      "Confirm": { $0.reply() },
    ]
  }

  /// FFF0 with one characteristic of each kind, and the battery service that it includes.
  private static func table(_ device: TestDevice) -> [ExportedObject] {
    let count: (IncomingCall) -> Void = { [unowned device] call in
      call.reply([
        .bytes([
          device.log.withLock { log in
            log.reads += 1
            return UInt8(log.reads)
          }
        ])
      ])
    }
    let take: (IncomingCall) -> Void = { [unowned device] call in
      device.log.withLock { $0.writes.append(call.arguments.first?.bytes ?? []) }
      call.reply()
    }
    let stored = Stored()
    return [
      service(services[1], "180f"), service(services[0], "fff0", includes: [services[1]]),
      characteristic(
        "fff1", ["read", "notify"],
        subscribing(device).merging(["ReadValue": count]) { $1 }),
      descriptor("2901", ["read"], ["ReadValue": { $0.reply([.bytes(Array("Zähler".utf8))]) }]),
      descriptor(
        "ffd0", ["read", "write"],
        [
          "ReadValue": { call in call.reply([.bytes(stored.value)]) },
          "WriteValue": { call in
            stored.value = call.arguments.first?.bytes ?? []
            call.reply()
          },
        ]),
      characteristic("fff2", ["write"], ["WriteValue": take]),
      characteristic("fff3", ["write-without-response"], ["WriteValue": take]),
      characteristic("fff4", ["read"], ["ReadValue": giving(longValue)]),
      characteristic("fff5", ["indicate"], subscribing(device)),
      characteristic(
        "fff6", ["read"],
        ["ReadValue": { $0.fail(BusError(.failed, message: "0x81")) }]),
      characteristic(
        "fff7", ["read"], ["ReadValue": { $0.fail(BusError(.notAuthorized, message: "")) }]),
      characteristic("fff8", ["read"], ["ReadValue": count]),
    ]
  }

  /// The value of FFF4, longer than any packet that carries it.
  static let longValue = (0..<500).map { UInt8(truncatingIfNeeded: $0) }
}

/// A value that two closures share, on one thread.
private final class Stored {
  var value: [UInt8] = [1]
}
