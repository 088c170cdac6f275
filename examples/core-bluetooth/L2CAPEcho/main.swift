// An echo over an L2CAP channel: one side sends back what the other side sends.
//
//   L2CAPEcho serve
//   L2CAPEcho call [BYTES]      how many bytes to send

import CoreBluetooth

/// The service that tells the channel's number, as Apple's own characteristic for it.
let echoService = CBUUID(string: "7B1C0001-3F4E-4A3B-9C55-2B6F0E5D9A10")
let numberCharacteristic = CBUUID(string: CBUUIDL2CAPPSMCharacteristicString)

/// Both streams of a channel on the main run loop. What comes in goes to `received`; what is to go out
/// waits in `outgoing` until the other side has given credits for it.
final class Pipe: NSObject, StreamDelegate {
  private let channel: CBL2CAPChannel
  private var outgoing = Data()
  var received: (Data) -> Void = { _ in }
  var ended: () -> Void = {}

  init(_ channel: CBL2CAPChannel) {
    self.channel = channel
    super.init()
    for stream in [channel.inputStream, channel.outputStream] as [Stream?] {
      stream?.delegate = self
      stream?.schedule(in: .main, forMode: .default)
      stream?.open()
    }
  }

  func send(_ data: Data) {
    outgoing.append(data)
    flush()
  }

  func close() {
    channel.inputStream.close()
    channel.outputStream.close()
  }

  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    switch eventCode {
    case .hasBytesAvailable: read()
    case .hasSpaceAvailable: flush()
    case .endEncountered, .errorOccurred: ended()
    default: break
    }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = channel.inputStream.read(&buffer, maxLength: buffer.count)
    if count > 0 { received(Data(buffer[..<count])) }
  }

  private func flush() {
    while !outgoing.isEmpty, channel.outputStream.hasSpaceAvailable {
      let count = outgoing.withUnsafeBytes { bytes in
        channel.outputStream.write(
          bytes.bindMemory(to: UInt8.self).baseAddress!, maxLength: bytes.count)
      }
      guard count > 0 else { return }
      outgoing.removeFirst(count)
    }
  }
}

final class Server: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
  private var manager: CBPeripheralManager?
  private var pipes: [Pipe] = []

  override init() {
    super.init()
    manager = CBPeripheralManager(delegate: self, queue: .main)
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    if peripheral.state == .poweredOn { peripheral.publishL2CAPChannel(withEncryption: false) }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) {
    if let error { return print("no channel: \(error.localizedDescription)") }
    let service = CBMutableService(type: echoService, primary: true)
    service.characteristics = [
      CBMutableCharacteristic(
        type: numberCharacteristic, properties: .read,
        value: Data([UInt8(PSM & 0xFF), UInt8(PSM >> 8)]), permissions: .readable)
    ]
    peripheral.add(service)
    peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [echoService]])
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    guard let channel else { return }
    let pipe = Pipe(channel)
    pipe.received = { [unowned pipe] in pipe.send($0) }
    pipe.ended = { [unowned self, unowned pipe] in
      pipe.close()
      pipes.removeAll { $0 === pipe }
    }
    pipes.append(pipe)
  }
}

final class Caller: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, @unchecked Sendable {
  private let message: Data
  private var echo = Data()
  private var manager: CBCentralManager?
  private var server: CBPeripheral?
  private var pipe: Pipe?

  init(byteCount: Int) {
    message = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    super.init()
    manager = CBCentralManager(delegate: self, queue: .main)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn { central.scanForPeripherals(withServices: [echoService]) }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
    advertisementData: [String: Any], rssi RSSI: NSNumber
  ) {
    central.stopScan()
    server = peripheral
    peripheral.delegate = self
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices([echoService])
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
    guard let service = peripheral.services?.first else { fail("it has no echo service", error) }
    peripheral.discoverCharacteristics([numberCharacteristic], for: service)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
    error: (any Error)?
  ) {
    guard let number = service.characteristics?.first else { fail("it tells no number", error) }
    peripheral.readValue(for: number)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
    error: (any Error)?
  ) {
    guard let value = characteristic.value, value.count == 2 else { fail("no number", error) }
    peripheral.openL2CAPChannel(CBL2CAPPSM(value[0]) | CBL2CAPPSM(value[1]) << 8)
  }

  func peripheral(
    _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    guard let channel else { fail("not opened", error) }
    let pipe = Pipe(channel)
    self.pipe = pipe
    pipe.received = { [unowned self] in received($0) }
    pipe.ended = { [unowned self] in fail("the channel has ended", nil) }
    pipe.send(message)
  }

  private func received(_ data: Data) {
    echo.append(data)
    guard echo.count >= message.count else { return }
    print("\(echo.count) bytes came back\(echo == message ? "" : ", and others than were sent")")
    pipe?.close()
    exit(echo == message ? 0 : 1)
  }

  private func fail(_ what: String, _ error: (any Error)?) -> Never {
    print("\(what)\(error.map { ": \($0.localizedDescription)" } ?? "")")
    exit(1)
  }
}

let words = CommandLine.arguments.dropFirst()
let side: NSObject
switch words.first {
case "serve": side = Server()
case "call": side = Caller(byteCount: words.dropFirst().first.flatMap(Int.init) ?? 10_000)
default:
  print("L2CAPEcho serve, or L2CAPEcho call [BYTES]")
  exit(1)
}
// The main queue runs on the main run loop, which runs for as long as it has something to wait for.
let holder = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
RunLoop.main.add(holder, forMode: .default)
withExtendedLifetime(side) { RunLoop.main.run() }
