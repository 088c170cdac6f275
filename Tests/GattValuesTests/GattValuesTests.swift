// Values of standard characteristics, whole and cut short.

import Foundation
import GattValues
import Testing

// covers: CBD-1
@Suite struct GattValuesTests {
  private static let bytes = Data([0x01, 0x02, 0x03, 0x84, 0xFF])

  @Test("Numbers are little-endian, and nil past the end") func numbers() {
    #expect((-1...5).map { Self.bytes.uint8(at: $0) } == [nil, 1, 2, 3, 0x84, 0xFF, nil])
    #expect(
      (-1...4).map { Self.bytes.uint16(at: $0) } == [nil, 0x0201, 0x0302, 0x8403, 0xFF84, nil])
    #expect((-1...2).map { Self.bytes.uint32(at: $0) } == [nil, 0x8403_0201, 0xFF84_0302, nil])
    #expect(Data().uint8(at: 0) == nil && Self.bytes.uint32(at: .max) == nil)
  }

  @Test("A part of other data is read from its own beginning") func slice() {
    #expect(Self.bytes.dropFirst(2).uint16(at: 0) == 0x8403)
    #expect(Self.bytes.dropFirst(2).uint16(at: 2) == nil)
  }

  @Test(
    "A heart rate has one byte or two, as its flags say",
    arguments: [
      ([0x00, 72], 72, nil), ([0x01, 0x2C, 0x01], 300, nil), ([0x06, 72], 72, true),
      ([0x04, 72, 9, 9], 72, false), ([0x01, 72], nil, nil), ([0x00], nil, nil), ([], nil, nil),
    ] as [([UInt8], Int?, Bool?)])
  func heartRate(bytes: [UInt8], rate: Int?, contact: Bool?) {
    let measurement = HeartRateMeasurement(Data(bytes))
    #expect(measurement?.beatsPerMinute == rate && measurement?.hasContact == contact)
  }

  @Test(
    "A battery level is a percentage",
    arguments: [([0], 0), ([100, 7], 100), ([101], nil), ([], nil)] as [([UInt8], Int?)])
  func battery(bytes: [UInt8], percent: Int?) {
    #expect(BatteryLevel(Data(bytes))?.percent == percent)
  }
}
