// Scanning and the list of meters.

import CoreBluetooth
import Testing

@testable import CentralUnderTest

@Suite struct ScanningTests {
  // covers: TEST-1
  @Test func test_scanFiltersByServiceUUIDs() {
    let rig = Rig()
    rig.manager.scan()
    #expect(rig.radio.asked.map(\.1) == [.scan([CBUUID(string: "FFF0"), CBUUID(string: "180D")])])
  }

  @Test("SCAN-1: FFE0 too when meters on sale are wanted, also when that is found out late")
  func factoryScan() {
    let rig = Rig()
    rig.manager.scan()
    rig.manager.settings.pollInterval = .seconds(1)
    #expect(rig.radio.asked.count == 1)
    rig.manager.settings.profile = .factory
    #expect(rig.radio.asked.last?.1 == .scan(["FFF0", "180D", "FFE0"].map { CBUUID(string: $0) }))
  }

  @Test("IDENT-3: services that come later and contradict the name make the meter unknown")
  func lateServices() {
    let rig = Rig()
    rig.sight(services: [])
    rig.sight(services: [CBUUID(string: "180D")])
    #expect(rig.manager.meters.map(\.capabilities.model) == [nil])
    #expect(rig.identities == [.um25c, nil])
  }

  @Test("SCAN-4: a device seen twice is listed once, with what was heard last")
  func listedOnce() {
    let rig = Rig()
    rig.sight(name: nil)
    rig.sight()
    rig.tell(.sighted(Sighting(device: rig.device, name: nil, services: [], rssi: -71)))
    #expect(rig.manager.meters.map(\.name) == ["UM25C-7F3A"])
    #expect(rig.manager.meters.map(\.rssi) == [-71])
    #expect(rig.manager.meters.map(\.services) == [[Rig.service]])
    #expect(rig.manager.meters.map(\.capabilities.model) == [.um25c])
  }

  @Test("SCAN-6: nothing is scanned while Bluetooth is off; it begins by itself when it is on")
  func power() {
    let rig = Rig()
    rig.radio.isPoweredOn = false
    rig.manager.scan()
    rig.clock.advance(by: .seconds(12))
    #expect(rig.radio.asked.isEmpty)
    let complaints = rig.events.count { if case .unavailable = $0 { true } else { false } }
    #expect(complaints == 3, "SCAN-5: told at once, and every 5 s")
    rig.radio.isPoweredOn = true
    rig.tell(.power(isOn: true, description: ""))
    #expect(rig.radio.asked.count == 1)
    rig.clock.advance(by: .seconds(12))
    #expect(rig.radio.asked.count == 1, "a scan that runs is not started again")
  }

  @Test("A scan that was ended does not begin again when Bluetooth is back")
  func stopped() {
    let rig = Rig()
    rig.manager.scan()
    rig.manager.stopScan()
    rig.tell(.power(isOn: false, description: ""))
    rig.tell(.power(isOn: true, description: ""))
    rig.clock.advance(by: .seconds(12))
    #expect(rig.radio.asked.map(\.1).last == .stopScan)
  }

  @Test("A meter that is asked for before it was seen is connected to when it is")
  func sought() throws {
    let rig = Rig()
    rig.sight(name: "UM34C-0001")
    try rig.manager.connect(to: .named("UM25C-7F3A"))
    #expect(rig.radio.times(of: .connect) == [])
    rig.sight()
    #expect(rig.radio.asked.suffix(2).map(\.1) == [.stopScan, .connect])
  }
}
