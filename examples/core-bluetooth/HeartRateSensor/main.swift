// A peripheral that notifies: a heart-rate sensor that beats a little faster each second.
//
//   HeartRateSensor [NAME [BEATS]]      BEATS a minute to begin with

import CoreBluetooth

final class Sensor: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
  private let name: String
  private var beats: UInt8
  private var manager: CBPeripheralManager?
  private var timer: DispatchSourceTimer?
  private let measurement = CBMutableCharacteristic(
    type: CBUUID(string: "2A37"), properties: .notify, value: nil, permissions: [])
  // The value never changes, so the app is not asked for it: 1 is the chest.
  private let location = CBMutableCharacteristic(
    type: CBUUID(string: "2A38"), properties: .read, value: Data([1]), permissions: .readable)

  init(name: String, beats: UInt8) {
    self.name = name
    self.beats = beats
    super.init()
    manager = CBPeripheralManager(delegate: self, queue: .main)
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    guard peripheral.state == .poweredOn else { return print("Bluetooth is \(peripheral.state)") }
    let service = CBMutableService(type: CBUUID(string: "180D"), primary: true)
    service.characteristics = [measurement, location]
    peripheral.add(service)
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
  ) {
    if let error { return print("the service is not on offer: \(error.localizedDescription)") }
    peripheral.startAdvertising([
      CBAdvertisementDataLocalNameKey: name, CBAdvertisementDataServiceUUIDsKey: [service.uuid],
    ])
  }

  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?
  ) {
    if let error { print("nobody sees us: \(error.localizedDescription)") }
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didSubscribeTo characteristic: CBCharacteristic
  ) {
    guard timer == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [self] in beat() }
    timer.resume()
    self.timer = timer
  }

  func peripheralManager(
    _ peripheral: CBPeripheralManager, central: CBCentral,
    didUnsubscribeFrom characteristic: CBCharacteristic
  ) {
    guard measurement.subscribedCentrals?.isEmpty != false else { return }
    timer?.cancel()
    timer = nil
  }

  private func beat() {
    beats += 1
    // Flags 0: the rate is one byte. When the queue is full this beat is left out.
    _ = manager?.updateValue(Data([0, beats]), for: measurement, onSubscribedCentrals: nil)
  }
}

let arguments = CommandLine.arguments.dropFirst()
let sensor = Sensor(
  name: arguments.first ?? "Heart", beats: arguments.dropFirst().first.flatMap(UInt8.init) ?? 60)
withExtendedLifetime(sensor) { dispatchMain() }
