// Which meter an advertisement tells of.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct MeterCapabilitiesTests {
  private static let um = CBUUID(string: "FFF0")
  private static let heartRate = CBUUID(string: "180D")

  @Test func test_deviceIdentification_UM25C() {
    #expect(MeterCapabilities(name: "UM25C-7F3A", services: [Self.um]).model == .um25c)
  }

  @Test func test_deviceIdentification_UM34C() {
    #expect(MeterCapabilities(name: "UM34C-7F3A", services: [Self.um]).model == .um34c)
  }

  @Test func test_deviceIdentification_TC66C() {
    #expect(MeterCapabilities(name: "TC66-7F3A", services: [Self.heartRate]).model == .tc66c)
    #expect(MeterCapabilities(name: nil, services: [Self.heartRate]).model == .tc66c)
  }

  @Test(
    "IDENT-3: unknown when the name tells nothing, or contradicts the service",
    arguments: [
      (nil, [um]), ("BT24-M", [um]), ("TC66-0001", [um]), ("UM25C-0001", [heartRate]),
      ("UM25C UM34C", [um]), ("UM25C-0001", [um, heartRate]),
      ("UM25C-0001", [CBUUID(string: "FFE0")]),
      (nil, []),
    ] as [(String?, [CBUUID])])
  func uncertain(name: String?, services: [CBUUID]) {
    #expect(MeterCapabilities(name: name, services: services).model == nil)
  }

  @Test("SCAN-2: RDTech's company number is a hint, least byte first")
  func manufacturer() {
    func hint(_ bytes: [UInt8]) -> Bool {
      MeterCapabilities(name: nil, services: [], manufacturerData: Data(bytes)).hasManufacturerHint
    }
    #expect(hint([0x49, 0x54, 1, 2]))
    #expect(!hint([0x54, 0x49, 1, 2]))
    #expect(!hint([0x49]))
  }

  @Test("A UM meter with a name that tells nothing is identified by its first frame")
  func firstFrame() throws {
    let rig = Rig()
    rig.sight(name: "meter")
    #expect(rig.manager.meters.first?.capabilities.model == nil)
    try rig.connect()
    rig.discover()
    try rig.answer(model: .um34c)
    #expect(rig.manager.meters.first?.capabilities.model == .um34c)
    rig.sight(name: "meter")
    #expect(rig.manager.meters.first?.capabilities.model == .um34c, "and stays so")
  }
}
