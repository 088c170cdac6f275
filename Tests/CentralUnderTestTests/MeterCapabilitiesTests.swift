// Which meter an advertisement tells of.

import CoreBluetooth
import SharedProtocols
import Testing

@testable import CentralUnderTest

@Suite struct MeterCapabilitiesTests {
  private static let um = CBUUID(string: "FFF0")
  private static let serial = CBUUID(string: "FFE0")
  private static let heartRate = CBUUID(string: "180D")

  // covers: TEST-2
  @Test func test_deviceIdentification_UM25C() {
    #expect(MeterCapabilities(name: "UM25C-7F3A", services: [Self.um]).model == .um25c)
  }

  // covers: TEST-3
  @Test func test_deviceIdentification_UM34C() {
    #expect(MeterCapabilities(name: "UM34C-7F3A", services: [Self.um]).model == .um34c)
  }

  // covers: TEST-4
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
      ("PW0316", [um]), ("UM25C", [um, serial]), (nil, []),
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
    #expect(hint([0x49, 0x54]))
    #expect(!hint([0x49]))
  }

  @Test(
    "A meter on sale is known by its whole name beside FFE0",
    arguments: [
      ("UM24C", .um24c), ("UM25C", .um25c), ("UM34C", .um34c), ("TC66C", .tc66c), ("TC66", .tc66c),
      ("PW0316", .tc66c),
      // What is in the air around: the radio modules' own names, and relatives that are no meters.
      ("BT24-M", nil), ("DX-BT18", nil), ("UD18-BLE", nil), ("DL24-BLE", nil), (nil, nil),
      ("UM25C-7F3A", nil), ("My UM25C", nil), ("um25c", nil),
    ] as [(String?, MeterModel?)])
  func factory(name: String?, model: MeterModel?) {
    #expect(MeterCapabilities(name: name, services: [Self.serial]).model == model)
  }

  @Test("IDENT-1: the four models of both profiles are told apart, or not told at all")
  func allFour() {
    let told = [
      ("UM24C-0001", Self.um), ("UM25C-0001", Self.um), ("UM34C-0001", Self.um),
      ("TC66-0001", Self.heartRate), ("UM24C", Self.serial), ("UM25C", Self.serial),
      ("UM34C", Self.serial), ("TC66C", Self.serial),
    ].map { MeterCapabilities(name: $0.0, services: [$0.1]).model }
    let all: [MeterModel?] = [.um24c, .um25c, .um34c, .tc66c]
    #expect(told == all + all)
    // The documents' sample takes the service alone for a UM25C: no UM34C could be found with it.
    #expect(MeterCapabilities(name: nil, services: [Self.um]).model == nil)
  }
}
