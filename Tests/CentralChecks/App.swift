// The app: a central manager whose every callback is noted, in order.

import CoreBluetooth

/// Notes callbacks as lines of text, and hands them out one by one.
final class App: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  let queue: DispatchQueue
  private var made: CBCentralManager?
  private let condition = NSCondition()
  private var noted: [String] = []
  private var found: [CBPeripheral] = []
  private var heard: [[String: Any]] = []
  private var kept: [CBPeripheral] = []
  /// Whether peripherals are held from their discovery on.
  var keeps = true

  /// An app that is called on a queue of its own, or on the main one.
  init(queue: DispatchQueue = DispatchQueue(label: "app")) {
    self.queue = queue
    super.init()
  }

  /// An app whose Bluetooth is on.
  static func poweredOn(options: [String: Any]? = nil) throws -> App {
    let app = App()
    app.start(options: options)
    try app.expect("state poweredOn")
    return app
  }

  /// The manager, once started.
  var manager: CBCentralManager {
    guard let made else { preconditionFailure("the app has not been started") }
    return made
  }

  func start(options: [String: Any]? = nil) {
    made = CBCentralManager(
      delegate: self, queue: queue === DispatchQueue.main ? nil : queue, options: options)
  }

  private func note(_ what: String) {
    dispatchPrecondition(condition: .onQueue(queue))
    condition.withLock {
      noted.append(what)
      condition.signal()
    }
  }

  /// The next callback; fails when none comes for so many seconds.
  func next(within seconds: Double = 300) throws -> String {
    let limit = Date(timeIntervalSinceNow: seconds)
    return try condition.withLock {
      while noted.isEmpty {
        guard condition.wait(until: limit) else {
          throw Mismatch("nothing was told for \(seconds) s")
        }
      }
      return noted.removeFirst()
    }
  }

  /// Fails unless these are the next callbacks.
  func expect(_ expected: String..., within seconds: Double = 300) throws {
    for line in expected {
      let told: String
      do { told = try next(within: seconds) } catch {
        throw Mismatch("\(error), expected '\(line)'")
      }
      try check(told == line, "told '\(told)', expected '\(line)'")
    }
  }

  /// Leaves out callbacks until this one.
  func wait(for line: String) throws {
    while try next() != line {}
  }

  /// Fails if anything is told for so many seconds.
  func expectNothing(for seconds: Double) throws {
    if let told = try? next(within: seconds) {
      throw Mismatch("told '\(told)', expected nothing for \(seconds) s")
    }
  }

  /// The callbacks of so many seconds.
  func all(for seconds: Double) -> [String] {
    let limit = Date(timeIntervalSinceNow: seconds)
    condition.withLock {
      while condition.wait(until: limit) {}
    }
    return condition.withLock {
      defer { noted = [] }
      return noted
    }
  }

  /// The advertisement that was heard last.
  var advertisement: [String: Any] { condition.withLock { heard.last ?? [:] } }
  /// The peripherals that were restored.
  var restored: [CBPeripheral] { condition.withLock { kept } }

  /// The peripheral that was discovered last, let go of here.
  func takeFound() throws -> CBPeripheral {
    try condition.withLock {
      guard let last = found.popLast() else { throw Mismatch("no peripheral was found") }
      found = []
      return last
    }
  }

  /// Finds so many devices.
  func find(_ count: Int) throws -> [CBPeripheral] {
    manager.scanForPeripherals(withServices: [CBUUID(string: "FFF0")])
    var all: [UUID: CBPeripheral] = [:]
    while all.count < count {
      try wait(for: "discovered")
      for peripheral in condition.withLock({ found }) { all[peripheral.identifier] = peripheral }
    }
    manager.stopScan()
    _ = self.all(for: 0.5)
    return Array(all.values)
  }

  /// Finds the test's device.
  func find() throws -> CBPeripheral {
    manager.scanForPeripherals(withServices: [CBUUID(string: "FFF0")])
    try wait(for: "discovered")
    manager.stopScan()
    // A report that was on its way.
    _ = all(for: 0.5)
    return try takeFound()
  }

  /// Finds the test's device and connects to it.
  func connect(options: [String: Any]? = nil) throws -> CBPeripheral {
    let peripheral = try find()
    peripheral.delegate = self
    manager.connect(peripheral, options: options)
    try expect("connected")
    // The name of its Generic Access service may follow.
    _ = all(for: 1)
    return peripheral
  }

  /// Connects and discovers FFF0 with all its characteristics, by their UUIDs.
  func discover() throws -> (CBPeripheral, [String: CBCharacteristic]) {
    let peripheral = try connect()
    return (peripheral, try discover(peripheral))
  }

  /// Discovers FFF0 with all its characteristics, by their UUIDs.
  func discover(_ peripheral: CBPeripheral) throws -> [String: CBCharacteristic] {
    peripheral.discoverServices([CBUUID(string: "FFF0")])
    try expect("services FFF0")
    guard let service = peripheral.services?.first else { throw Mismatch("no service") }
    peripheral.discoverCharacteristics(nil, for: service)
    try expect("characteristics FFF1 FFF2 FFF3 FFF4 FFF5 FFF6 FFF7 FFF8")
    return Dictionary(
      uniqueKeysWithValues: (service.characteristics ?? []).map { ($0.uuid.uuidString, $0) })
  }

  /// Discovers FFA1 of the device's other service.
  func discoverMore(_ peripheral: CBPeripheral) throws -> CBCharacteristic {
    peripheral.discoverServices([CBUUID(string: "FFA0")])
    try expect("services FFA0")
    guard let service = peripheral.services?.first else { throw Mismatch("no service") }
    peripheral.discoverCharacteristics(nil, for: service)
    try expect("characteristics FFA1")
    guard let found = service.characteristics?.first else { throw Mismatch("no characteristic") }
    return found
  }

  // CBCentralManagerDelegate.

  func centralManagerDidUpdateState(_ central: CBCentralManager) { note("state \(central.state)") }
  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    let peripherals = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
    let services = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
    let options = dict[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
    let duplicates = options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber
    condition.withLock { kept = peripherals }
    for peripheral in peripherals { peripheral.delegate = self }
    note(
      "restored \(peripherals.map { "\($0.state)" }) scan \(services?.map(\.uuidString) ?? []) "
        + "duplicates \(duplicates?.boolValue ?? false) scanning \(central.isScanning)")
  }
  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    condition.withLock {
      heard.append(advertisementData)
      if keeps { found.append(peripheral) }
    }
    note("discovered")
  }
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    note("connected")
  }
  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    if let error { FileHandle.standardError.write(Data("\(error.localizedDescription)\n".utf8)) }
    note("failed \(text(error))")
  }
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
  ) {
    let isNow = abs(timestamp - CFAbsoluteTimeGetCurrent()) < 5
    note(
      "disconnected \(text(error))" + (isReconnecting ? " reconnecting" : "")
        + (isNow ? "" : " at another time") + (peripheral.services == nil ? "" : " with services"))
  }
  func centralManager(
    _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
    for peripheral: CBPeripheral
  ) {
    condition.withLock { kept.append(peripheral) }
    note("event \(event)")
  }

  // CBPeripheralDelegate.

  func peripheralDidUpdateName(_ peripheral: CBPeripheral) { note("name \(peripheral.name ?? "")") }
  func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
    note("modified \(invalidatedServices.map(\.uuid.uuidString))")
  }
  func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
    note("rssi \(RSSI)\(error.map { " \(text($0))" } ?? "")")
  }
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    note("services " + list(peripheral.services, error))
  }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
    error: (any Error)?
  ) {
    note("included " + list(service.includedServices, error))
  }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    note("characteristics " + list(service.characteristics, error))
  }
  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note("descriptors " + list(characteristic.descriptors, error))
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    let value = [UInt8](characteristic.value ?? Data())
    let shown = value.count > 8 ? "\(value.count) bytes" : "\(value)"
    note("value \(characteristic.uuid) \(error.map { text($0) } ?? shown)")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note("wrote \(characteristic.uuid) \(text(error))")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {
    let value = descriptor.value.map { "\($0)" } ?? "-"
    note("descriptor \(descriptor.uuid) \(error.map { text($0) } ?? value)")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
  ) {
    note("wrote descriptor \(descriptor.uuid) \(text(error))")
  }
  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    note(
      "notifying \(characteristic.uuid) \(error.map { text($0) } ?? "\(characteristic.isNotifying)")"
    )
  }
  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { note("ready") }

  private func list(_ attributes: [CBAttribute]?, _ error: (any Error)?) -> String {
    error.map { text($0) }
      ?? (attributes ?? []).map(\.uuid.uuidString).sorted().joined(separator: " ")
  }

  private func text(_ error: (any Error)?) -> String {
    switch error {
    case nil: "nil"
    case let error as CBError: "CBError.\(error.code)"
    case let error as CBATTError: "CBATTError \(error.errorCode)"
    case let error?: "\(error)"
    }
  }
}
