// What the app does: scan, connect, discover, subscribe, ask, decode; and again after a drop.

import CoreBluetooth

/// Reads a UM25C as its documents have it. Everything happens on the main queue.
final class MeterApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable
{
  private static let service = CBUUID(string: "FFF0")
  private static let frames = CBUUID(string: "FFF1")
  private static let commands = CBUUID(string: "FFF2")
  private static let request = Data([0x00, 0xF0, 0xA0, 0x1B, 0xAB])
  private static let frameBytes = 130
  /// How long is waited before each attempt after a drop.
  private static let delays = [1.0, 2, 4]
  /// How long an attempt, and a frame, may take.
  private static let patience = (attempt: 10.0, frame: 3.0)

  private let line: DriverLine
  private var manager: CBCentralManager?
  private var isWanted = false
  private var name: String?
  private var meter: CBPeripheral?
  private var commandCharacteristic: CBCharacteristic?
  private var frame = Data()
  private var attempts = 0
  private var state = "peripheralNotConnected"
  private var timer: DispatchWorkItem?

  init(_ line: DriverLine) {
    self.line = line
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
    line.begin { [unowned self] command, fields in obey(command, fields) }
  }

  /// Does what the user wants; nil, or why not.
  func obey(_ command: String, _ fields: [String: Any]) -> String? {
    switch command {
    case "connect":
      isWanted = true
      name = fields["name"] as? String
      attempts = 0
      look()
    case "disconnect":
      isWanted = false
      timer?.cancel()
      manager?.stopScan()
      if let meter { manager?.cancelPeripheralConnection(meter) }
    case "quit": break
    default: return "cannot \(command)"
    }
    return nil
  }

  // MARK: From a scan to a link

  private func look() {
    guard isWanted, meter == nil, let manager, manager.state == .poweredOn else { return }
    manager.scanForPeripherals(withServices: [Self.service])
  }

  private func connect(_ peripheral: CBPeripheral) {
    enter("peripheralConnectionPending")
    manager?.connect(peripheral)
    // Core Bluetooth itself would wait for ever.
    after(Self.patience.attempt) { [unowned self] in
      line.tell("timedOut", ["what": "connect"])
      manager?.cancelPeripheralConnection(peripheral)
    }
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    line.tell(central.state == .poweredOn ? "ready" : "unavailable")
    look()
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    let found = peripheral.name ?? ""
    guard name == nil || name == found else { return }
    central.stopScan()
    line.tell("discovered", ["name": found, "rssi_dBm": RSSI.intValue])
    // Without a reference of ours the peripheral would go, and its connection with it.
    meter = peripheral
    peripheral.delegate = self
    connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    timer?.cancel()
    enter("peripheralConnected")
    peripheral.discoverServices([Self.service])
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    ended(error)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
    error: (any Error)?
  ) {
    ended(error)
  }

  /// The link is gone, or the attempt: again, unless that is enough or the user wants it no more.
  private func ended(_ error: (any Error)?) {
    timer?.cancel()
    enter("peripheralNotConnected")
    line.tell(
      "dropped", ["wanted": !isWanted, "reason": error?.localizedDescription ?? "wanted"])
    guard isWanted, let meter else {
      self.meter = nil
      return
    }
    guard attempts < Self.delays.count else {
      line.tell("gaveUp", ["attempts": attempts])
      isWanted = false
      self.meter = nil
      return
    }
    let delay = Self.delays[attempts]
    attempts += 1
    line.tell("retry", ["attempt": attempts, "delay_ns": Int(delay * 1e9)])
    after(delay) { [unowned self] in connect(meter) }
  }

  // MARK: From a link to values

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else {
      return line.tell("incompatible", ["reason": "it has no service FFF0"])
    }
    peripheral.discoverCharacteristics([Self.frames, Self.commands], for: service)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    let found = service.characteristics ?? []
    commandCharacteristic = found.first { $0.uuid == Self.commands }
    guard let frames = found.first(where: { $0.uuid == Self.frames }),
      commandCharacteristic != nil
    else { return line.tell("incompatible", ["reason": "it lacks a characteristic"]) }
    peripheral.setNotifyValue(true, for: frames)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    enter("peripheralReady")
    ask()
  }

  private func ask() {
    guard let meter, let commandCharacteristic else { return }
    frame = Data()
    meter.writeValue(Self.request, for: commandCharacteristic, type: .withResponse)
    line.tell("requested")
    after(Self.patience.frame) { [unowned self] in
      line.tell("timedOut", ["what": "measurement"])
      ask()
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    frame += characteristic.value ?? Data()
    guard frame.count >= Self.frameBytes else { return }
    let bytes = [UInt8](frame)
    if bytes.count > Self.frameBytes {
      line.tell("rejected", ["reason": "length", "detail": "\(bytes.count) bytes"])
    } else if bytes.suffix(2) != [0xFF, 0xF1] {
      line.tell("rejected", ["reason": "tail", "detail": "\(bytes.suffix(2))"])
    } else if bytes.prefix(2) != [0x09, 0xC9] {
      line.tell("rejected", ["reason": "modelId", "detail": "\(bytes.prefix(2))"])
    } else {
      attempts = 0
      enter("dataIsAvailable")
      line.tell(
        "measurement",
        [
          "model": "UM25C", "volts": Double(word(bytes, 2)) / 1000,
          "amperes": Double(word(bytes, 4)) / 10000,
        ])
    }
    after(0.5) { [unowned self] in ask() }
  }

  private func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  // MARK: State and time

  private func enter(_ next: String) {
    guard next != state else { return }
    line.tell("state", ["state": next, "previous": state])
    state = next
  }

  /// There is one thing to wait for at a time.
  private func after(_ seconds: Double, _ work: @escaping @Sendable () -> Void) {
    timer?.cancel()
    let item = DispatchWorkItem(block: work)
    timer = item
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: item)
  }
}
