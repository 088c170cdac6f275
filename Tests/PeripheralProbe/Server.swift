// The peripheral: characteristics that each show one behaviour.

import CoreBluetooth

enum Probe {
  static let service = CBUUID(string: "FA00")
  static let included = CBUUID(string: "FB00")
  /// A constant of 300 bytes, with a description.
  static let constant = CBUUID(string: "FA01")
  /// 300 bytes that the app gives piece by piece.
  static let long = CBUUID(string: "FA02")
  /// Takes what the server is to do: a result to answer with, 255 for none, or a burst.
  static let control = CBUUID(string: "FA03")
  static let refusedRead = CBUUID(string: "FA04")
  static let refusedWrite = CBUUID(string: "FA05")
  static let sink = CBUUID(string: "FA06")
  static let notifying = CBUUID(string: "FA07")
  static let commands = CBUUID(string: "FA08")
  /// More than the 128 calls that the bus lets bluetoothd have unanswered.
  static let commandCount = 200
  /// Says that it can be read, and permits nothing.
  static let closed = CBUUID(string: "FA09")
  static let indicating = CBUUID(string: "FA0A")
  /// Read by trusted centrals alone.
  static let secret = CBUUID(string: "FA0B")
  /// Notify and indicate to trusted centrals alone.
  static let trustedNotifying = CBUUID(string: "FA0C")
  static let trustedIndicating = CBUUID(string: "FA0D")
  /// The first number that LE leaves to programs.
  static let psm: CBL2CAPPSM = 0x80
  static let bytes = Data((0..<300).map { UInt8(truncatingIfNeeded: $0) })
  static let silence: UInt8 = 255
  static let burst: UInt8 = 254
  static let targeted: UInt8 = 253
}

/// Prints at once, for two programs write into one pipe.
func say(_ text: String) {
  print(text)
  fflush(nil)
}

/// What a delegate was told of an error: its code's name, or `-`.
func name(_ error: (any Error)?) -> String {
  switch error {
  case let error as CBError: "\(error.code)"
  case let error as CBATTError: CBATTError.Code(rawValue: error.errorCode).map { "\($0)" } ?? "?"
  case nil: "-"
  default: "another"
  }
}

final class Server: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
  private var manager: CBPeripheralManager?
  private var notifying = CBMutableCharacteristic(
    type: Probe.notifying, properties: .notify, value: nil, permissions: [])
  private var isRestored = false
  private var result: UInt8 = 0
  private var left = 0
  private var turnedDown = 0
  private var commands = 0
  private var centrals: [CBCentral] = []
  private var lines: [EchoLine] = []

  init(restoring identifier: String?) {
    super.init()
    manager = CBPeripheralManager(
      delegate: self, queue: .main,
      options: identifier.map { [CBPeripheralManagerOptionRestoreIdentifierKey: $0] })
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
  ) {
    let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
    let data =
      dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any] ?? [:]
    say(
      "restored \(services.map(\.uuid)) \(data[CBAdvertisementDataLocalNameKey] ?? "-") "
        + "\(data[CBAdvertisementDataServiceUUIDsKey] ?? "-")")
    isRestored = true
    for case let characteristic as CBMutableCharacteristic in services.flatMap({
      $0.characteristics ?? []
    }) where characteristic.uuid == Probe.notifying { notifying = characteristic }
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    say("state \(peripheral.state) advertising \(peripheral.isAdvertising)")
    guard peripheral.state == .poweredOn, !isRestored else { return }
    let included = CBMutableService(type: Probe.included, primary: false)
    peripheral.add(included)
    let service = CBMutableService(type: Probe.service, primary: true)
    service.includedServices = [included]
    let constant = CBMutableCharacteristic(
      type: Probe.constant, properties: .read, value: Probe.bytes, permissions: .readable)
    constant.descriptors = [
      CBMutableDescriptor(
        type: CBUUID(string: CBUUIDCharacteristicUserDescriptionString), value: "Konstante")
    ]
    service.characteristics = [
      constant, readable(Probe.long), writable(Probe.control), readable(Probe.refusedRead),
      writable(Probe.refusedWrite), writable(Probe.sink), notifying,
      CBMutableCharacteristic(
        type: Probe.commands, properties: .writeWithoutResponse, value: nil,
        permissions: .writeable),
      CBMutableCharacteristic(
        type: Probe.closed, properties: .read, value: nil, permissions: []),
      CBMutableCharacteristic(
        type: Probe.indicating, properties: .indicate, value: nil, permissions: []),
      CBMutableCharacteristic(
        type: Probe.secret, properties: .read, value: Data([5]),
        permissions: .readEncryptionRequired),
      CBMutableCharacteristic(
        type: Probe.trustedNotifying, properties: .notifyEncryptionRequired, value: nil,
        permissions: []),
      CBMutableCharacteristic(
        type: Probe.trustedIndicating, properties: .indicateEncryptionRequired, value: nil,
        permissions: []),
    ]
    peripheral.add(service)
  }

  private func readable(_ uuid: CBUUID) -> CBMutableCharacteristic {
    CBMutableCharacteristic(type: uuid, properties: .read, value: nil, permissions: .readable)
  }

  private func writable(_ uuid: CBUUID) -> CBMutableCharacteristic {
    CBMutableCharacteristic(type: uuid, properties: .write, value: nil, permissions: .writeable)
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
  ) {
    say("added \(service.uuid) \(name(error))")
    guard service.uuid == Probe.service else { return }
    peripheral.publishL2CAPChannel(withEncryption: true)
    peripheral.startAdvertising([
      CBAdvertisementDataLocalNameKey: "Probe",
      CBAdvertisementDataServiceUUIDsKey: [Probe.service],
    ])
  }

  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?
  ) {
    say("advertising \(peripheral.isAdvertising) \(name(error))")
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) { say("published \(PSM) \(name(error))") }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
  ) {
    guard let channel else { return say("channel \(name(error))") }
    say("opened \(channel.psm) by a central \(channel.peer is CBCentral)")
    lines.append(EchoLine(channel))
  }

  func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
    if request.characteristic.uuid == Probe.long {
      say("asked at \(request.offset)")
      guard request.offset <= Probe.bytes.count else {
        return peripheral.respond(to: request, withResult: .invalidOffset)
      }
      request.value = Probe.bytes.subdata(in: request.offset..<Probe.bytes.count)
      return peripheral.respond(to: request, withResult: .success)
    }
    answer(request, on: peripheral)
  }

  private func answer(_ request: CBATTRequest, on peripheral: CBPeripheralManager) {
    guard result != Probe.silence, let code = CBATTError.Code(rawValue: Int(result)) else { return }
    request.value = request.value ?? Data([42])
    peripheral.respond(to: request, withResult: code)
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
  ) {
    guard let request = requests.first else { return }
    let value = request.value ?? Data()
    switch request.characteristic.uuid {
    case Probe.control:
      peripheral.respond(to: request, withResult: .success)
      obey([UInt8](value), from: request.central)
    case Probe.refusedWrite: answer(request, on: peripheral)
    case Probe.commands:
      // No answer: nobody waits for one.
      commands += 1
      if commands == Probe.commandCount { say("took \(commands) commands") }
    default:
      say("written \(requests.count) × \(value.count) bytes at \(request.offset)")
      peripheral.respond(to: request, withResult: .success)
    }
  }

  private func obey(_ order: [UInt8], from central: CBCentral) {
    switch order.first {
    case Probe.burst:
      left = Int(order[1])
      send()
    case Probe.targeted:
      let others = centrals.filter { $0 != central }
      let isSent = manager?.updateValue(Data([9]), for: notifying, onSubscribedCentrals: others)
      say("targeted at \(others.count) of \(centrals.count): \(isSent ?? false)")
    case let code?: result = code
    case nil: break
    }
  }

  private func send() {
    while left > 0 {
      let value = Data(repeating: UInt8(left), count: 20)
      guard manager?.updateValue(value, for: notifying, onSubscribedCentrals: nil) == true else {
        turnedDown += 1
        return
      }
      left -= 1
    }
    say("sent, turned down \(turnedDown > 0)")
  }

  func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { send() }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {
    centrals.append(central)
    let mutable = characteristic as? CBMutableCharacteristic
    let count = mutable?.subscribedCentrals?.count ?? -1
    say("subscribed \(characteristic.uuid) \(count) room \(central.maximumUpdateValueLength)")
    if let mutable, [Probe.trustedNotifying, Probe.trustedIndicating].contains(mutable.uuid) {
      peripheral.updateValue(Data([7]), for: mutable, onSubscribedCentrals: nil)
    }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    centrals.removeAll { $0 == central }
    let count = (characteristic as? CBMutableCharacteristic)?.subscribedCentrals?.count ?? -1
    say("unsubscribed \(characteristic.uuid) \(count)")
  }
}
