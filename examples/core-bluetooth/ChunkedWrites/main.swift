// Sends a lot by writes without response, as fast as flow control lets it, and hears how much arrived.
//
//   ChunkedWrites receive
//   ChunkedWrites send [BYTES]

import CoreBluetooth

let transfer = CBUUID(string: "5E0D0001-8A0F-4C8E-B1C4-0E7C3F6A2D11")
let chunks = CBUUID(string: "5E0D0002-8A0F-4C8E-B1C4-0E7C3F6A2D11")
let summary = CBUUID(string: "5E0D0003-8A0F-4C8E-B1C4-0E7C3F6A2D11")

/// How many bytes there were and their sum, 4 bytes each, least byte first.
struct Summary: Equatable {
  var count: UInt32 = 0
  var sum: UInt32 = 0

  mutating func add(_ data: Data) {
    count += UInt32(data.count)
    for byte in data { sum &+= UInt32(byte) }
  }

  var data: Data {
    Data(
      [count, sum].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
  }
}

final class Receiver: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
  private var manager: CBPeripheralManager?
  private var received = Summary()

  override init() {
    super.init()
    manager = CBPeripheralManager(delegate: self, queue: .main)
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn else { return }
    let service = CBMutableService(type: transfer, primary: true)
    service.characteristics = [
      CBMutableCharacteristic(
        type: chunks, properties: .writeWithoutResponse, value: nil, permissions: .writeable),
      CBMutableCharacteristic(
        type: summary, properties: .read, value: nil, permissions: .readable),
    ]
    peripheral.add(service)
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [transfer]])
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    for request in requests { received.add(request.value ?? Data()) }
    if let first = requests.first { peripheral.respond(to: first, withResult: .success) }
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    guard request.offset <= received.data.count else {
      return peripheral.respond(to: request, withResult: .invalidOffset)
    }
    request.value = received.data.dropFirst(request.offset)
    peripheral.respond(to: request, withResult: .success)
  }
}

final class Sender: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private var manager: CBCentralManager?
  private var receiver: CBPeripheral?
  private var target: CBCharacteristic?
  private var left: Data
  private var sent = Summary()
  private var pauses = 0
  private var isDone = false

  init(byteCount: Int) {
    left = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { central.scanForPeripherals(withServices: [transfer]) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    receiver = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices([transfer])
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else { fail("it takes no transfers", error) }
    peripheral.discoverCharacteristics([chunks, summary], for: service)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    target = service.characteristics?.first { $0.uuid == chunks }
    send()
  }

  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { send() }

  /// Writes until there is no room; what is written then would be lost without a word.
  private func send() {
    guard let receiver, let target, !isDone else { return }
    let longest = receiver.maximumWriteValueLength(for: .withoutResponse)
    while !left.isEmpty {
      guard receiver.canSendWriteWithoutResponse else {
        pauses += 1
        return
      }
      let chunk = left.prefix(longest)
      receiver.writeValue(Data(chunk), for: target, type: .withoutResponse)
      sent.add(chunk)
      left = left.dropFirst(longest)
    }
    isDone = true
    // Requests and commands travel in the order in which they were made.
    if let summary = target.service?.characteristics?.first(where: { $0.uuid == summary }) {
      receiver.readValue(for: summary)
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    if let error { fail("no summary", error) }
    let isWhole = characteristic.value == sent.data
    print(
      "\(sent.count) bytes sent, \(pauses == 0 ? "without a pause" : "with pauses"), "
        + (isWhole ? "all arrived" : "not all arrived"))
    exit(isWhole ? 0 : 1)
  }

  private func fail(_ what: String, _ error: (any Error)?) -> Never {
    print("\(what)\(error.map { ": \($0.localizedDescription)" } ?? "")")
    exit(1)
  }
}

let words = CommandLine.arguments.dropFirst()
let side: NSObject
switch words.first {
case "receive": side = Receiver()
case "send": side = Sender(byteCount: words.dropFirst().first.flatMap(Int.init) ?? 100_000)
default:
  print("ChunkedWrites receive, or ChunkedWrites send [BYTES]")
  exit(1)
}
withExtendedLifetime(side) { dispatchMain() }
