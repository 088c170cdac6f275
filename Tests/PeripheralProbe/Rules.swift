// What a peripheral manager refuses, and its calls in order.

import CoreBluetooth

final class Rules: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
  private var manager: CBPeripheralManager?
  private var successor: CBPeripheralManager?
  private var steps: [(CBPeripheralManager) -> Void] = []

  override init() {
    super.init()
    let early = CBPeripheralManager(delegate: self, queue: .main)
    say("at once \(early.state) \(early.isAdvertising)")
    early.add(CBMutableService(type: Probe.service, primary: true))
    manager = early
  }

  private func service(
    _ uuid: String, _ characteristics: [CBMutableCharacteristic] = []
  ) -> CBMutableService {
    let service = CBMutableService(type: CBUUID(string: uuid), primary: true)
    service.characteristics = characteristics
    return service
  }

  private func plan() {
    let good = service("FA00")
    let holder = service("FA01")
    holder.includedServices = [service("FA02")]
    let value = CBMutableCharacteristic(
      type: CBUUID(string: "FA03"), properties: [.read, .write], value: Data([1]),
      permissions: [.readable, .writeable])
    let described = CBMutableCharacteristic(
      type: CBUUID(string: "FA04"), properties: .read, value: nil, permissions: .readable)
    described.descriptors = [CBMutableDescriptor(type: CBUUID(string: "2902"), value: 1)]
    let broadcast = CBMutableCharacteristic(
      type: CBUUID(string: "FA05"), properties: .broadcast, value: nil, permissions: [])
    let uuids = (0..<15).map { CBUUID(string: "FB0" + String($0, radix: 16)) }
    let long = CBUUID(string: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E")
    func advertise(_ services: [CBUUID], _ name: String = "Rules") -> (CBPeripheralManager) -> Void
    {
      {
        $0.startAdvertising([
          CBAdvertisementDataLocalNameKey: name, CBAdvertisementDataServiceUUIDsKey: services,
        ])
      }
    }
    steps = [
      { $0.add(good) }, { $0.add(good) }, { [self] in $0.add(service("1800")) },
      { $0.add(holder) }, { [self] in $0.add(service("FA06", [value])) },
      { [self] in $0.add(service("FA07", [described])) },
      { [self] in $0.add(service("FA08", [broadcast])) },
      advertise(uuids), advertise([CBUUID(string: "FA00"), long, long]),
      advertise(Array(uuids.prefix(13))), advertise([]),
      {
        $0.stopAdvertising()
        say("stopped \($0.isAdvertising)")
        $0.remove(good)
        $0.add(good)
      },
      { $0.publishL2CAPChannel(withEncryption: false) }, { $0.unpublishL2CAPChannel(0x80) },
      { $0.unpublishL2CAPChannel(0x80) },
      advertise([], String(repeating: "n", count: 30)),
      {
        $0.removeAllServices()
        $0.add(good)
      },
      { [self] in
        // With its manager, what it advertised and offered goes.
        $0.delegate = nil
        manager = nil
        successor = CBPeripheralManager(delegate: self, queue: .main)
      },
    ]
  }

  private func step() {
    guard let manager else { return }
    steps.removeFirst()(manager)
  }

  /// Says how many advertisements bluetoothd has, and ends.
  private func leave() {
    say("instances \(activeInstances())")
    exit(0)
  }

  private func note(_ what: String, _ error: (any Error)?) {
    say("\(what) \(name(error))\(error.map { ": \($0.localizedDescription)" } ?? "")")
    step()
  }

  func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
    say("\(peripheral.state)")
    guard peripheral.state == .poweredOn else { return }
    guard successor == nil else { return leave() }
    say("authorized \(CBPeripheralManager.authorization == .allowedAlways)")
    plan()
    step()
  }
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
  ) { note("added \(service.uuid)", error) }
  func peripheralManagerDidStartAdvertising(
    _ peripheral: CBPeripheralManager, error: (any Error)?
  ) { note("advertising \(peripheral.isAdvertising)", error) }
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) { note("published \(PSM)", error) }
  func peripheralManager(
    _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM,
    error: (any Error)?
  ) { note("unpublished \(PSM)", error) }
}
