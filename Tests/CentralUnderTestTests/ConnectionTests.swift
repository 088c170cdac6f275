// From the link to measurements, and what can go wrong on the way.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct ConnectionTests {
  // covers: TEST-5, CONN-2
  @Test func test_connectionStateTransitions() throws {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    try rig.answer()
    rig.clock.advance(by: .milliseconds(500))
    try rig.answer()
    rig.drop()
    #expect(
      rig.states == [
        .peripheralConnectionPending, .peripheralConnected, .discoveringServices,
        .discoveringCharacteristics, .peripheralReady, .communicating, .dataIsAvailable,
        .communicating, .dataIsAvailable, .peripheralNotConnected,
      ])
  }

  @Test("CONN-1: only upwards, to the first, or from data to the next request")
  func monotone() {
    for from in ConnectionState.allCases {
      for to in ConnectionState.allCases {
        let isAllowed =
          to.rawValue > from.rawValue || (to == .peripheralNotConnected && from != to)
          || (from == .dataIsAvailable && to == .communicating)
        #expect(from.mayBecome(to) == isAllowed, "\(from) to \(to)")
      }
    }
  }

  // covers: TEST-6
  @Test func test_serviceDiscovery_UM25C() throws {
    let rig = Rig()
    try rig.connect()
    #expect(rig.radio.asked.last?.1 == .services([Rig.service, CBUUID(string: "180D")]))
    rig.clock.advance(by: .milliseconds(4999))
    #expect(rig.timeouts == [])
    rig.tell(.services(rig.device, .success([Rig.service])))
    #expect(rig.radio.asked.last?.1 == .characteristics([Rig.frames, Rig.commands]))
  }

  @Test("DISC-2: after 5 s without services: disconnect, then a retry that counts")
  func serviceDiscoveryTimeout() throws {
    let rig = Rig()
    try rig.connect()
    rig.clock.advance(by: .seconds(5))
    #expect(rig.timeouts == [.serviceDiscovery])
    #expect(rig.radio.times(of: .cancel) == [5000])
    #expect(rig.radio.times(of: .connect) == [0])
    rig.clock.advance(by: .seconds(2))
    rig.tell(.disconnected(rig.device, nil))
    #expect(rig.drops == [false])
    rig.clock.advance(by: .seconds(60))
    #expect(rig.radio.times(of: .connect) == [0, 8000], "1 s from the drop at 7 s")
  }

  // covers: TEST-7
  @Test func test_characteristicDiscovery_UM25C() throws {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    #expect(
      rig.radio.asked.suffix(2).map(\.1) == [
        .subscribe(Rig.frames), .write(MeasurementRequest.bytes, Rig.commands),
      ])
  }

  @Test(
    "DISC-3: without FFF1 (read, notify) and FFF2 (write) a device is incompatible for good",
    arguments: [
      ([], []), ([.notify], [.write]), ([.read], [.write]),
      ([.read, .notify], [.writeWithoutResponse]), ([.read, .notify], []),
    ] as [(CBCharacteristicProperties, CBCharacteristicProperties)])
  func incompatible(
    frames: CBCharacteristicProperties, commands: CBCharacteristicProperties
  ) throws {
    let rig = Rig()
    try rig.connect()
    rig.tell(.services(rig.device, .success([Rig.service])))
    let found = [
      FoundCharacteristic(uuid: Rig.frames, properties: frames),
      FoundCharacteristic(uuid: Rig.commands, properties: commands),
    ].filter { !$0.properties.isEmpty }
    rig.tell(.characteristics(rig.device, .success(found)))
    #expect(rig.radio.asked.last?.1 == .cancel)
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect).count == 1)
    #expect(rig.events.contains { if case .incompatible = $0 { true } else { false } })
  }

  @Test("CONN-4: a meter that wants pairing is not retried")
  func pairing() throws {
    let rig = Rig()
    try rig.connect()
    rig.tell(.services(rig.device, .success([Rig.service])))
    rig.tell(
      .characteristics(rig.device, .failure(CBATTError(.insufficientAuthentication))))
    rig.tell(.disconnected(rig.device, nil))
    rig.clock.advance(by: .seconds(600))
    #expect(rig.radio.times(of: .connect).count == 1)
    #expect(rig.events.contains { if case .pairingNeeded = $0 { true } else { false } })
  }

  // covers: TEST-10
  @Test func test_disconnectCleansUp() throws {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    try rig.manager.disconnect()
    #expect(rig.radio.asked.last?.1 == .cancel)
    let count = rig.events.count
    try rig.answer()
    rig.clock.advance(by: .seconds(60))
    #expect(rig.events.count == count, "nothing of the old connection is heard")
    #expect(rig.requestTimes == [0], "nothing is asked for any more")
    rig.tell(.disconnected(rig.device, nil))
    #expect(rig.drops == [true])
    #expect(rig.manager.state == .peripheralNotConnected)
  }

  // covers: TEST-11
  @Test func test_unintentionalDropDetected() throws {
    let rig = Rig()
    try rig.connect()
    rig.discover()
    rig.drop()
    #expect(rig.drops == [false])
    #expect(rig.manager.state == .peripheralNotConnected)
  }

  @Test("Bluetooth going off ends the connection; on again, the meter is connected to again")
  func power() throws {
    let rig = Rig()
    try rig.connect()
    rig.radio.isPoweredOn = false
    rig.tell(.power(isOn: false, description: "off"))
    #expect(rig.manager.state == .peripheralNotConnected)
    rig.clock.advance(by: .seconds(100))
    #expect(rig.radio.times(of: .connect) == [0])
    rig.radio.isPoweredOn = true
    rig.tell(.power(isOn: true, description: "on"))
    #expect(rig.radio.times(of: .connect) == [0, 100_000])
  }
}
