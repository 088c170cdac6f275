// The advertising faults: the bytes that a scanning central hears.

import AirTestSupport
import Faults
import Testing
import VirtualAir

@Suite struct AdvertisingFaultTests {
  /// Flags, the service FFF0 and the name "UM".
  private static let data: [UInt8] = [2, 1, 6, 3, 3, 0xF0, 0xFF, 3, 9, 0x55, 0x4D]
  private static let response: [UInt8] = [2, 10, 4]

  /// What one advertisement is, as a central hears it that scans actively.
  private struct Heard: Equatable {
    var type: UInt8 = 0
    var address: [UInt8] = AirBench.address(1)
    var isRandom = false
    var data = AdvertisingFaultTests.data
    var response: [UInt8]? = AdvertisingFaultTests.response
    var rssi: Int8 = -60
  }

  private func heard(_ test: FaultBench) -> Heard? {
    let reports = test.bench.hosts[0].take().filter { $0.starts(with: [0x04, 0x3E]) && $0[3] == 2 }
    guard let first = reports.first else { return nil }
    let response = reports.dropFirst().first { $0[5] == 4 }
    return Heard(
      type: first[5], address: Array(first[7..<13]), isRandom: first[6] == 1,
      data: Array(first[14..<(14 + Int(first[13]))]),
      response: response.map { Array($0[14..<(14 + Int($0[13]))]) },
      rssi: Int8(bitPattern: first.last ?? 0))
  }

  private func bench() -> FaultBench {
    let test = FaultBench()
    test.bench.air.adapters[1].appearance.advertisingData = Self.data
    test.bench.air.adapters[1].appearance.scanResponse = Self.response
    test.bench.advertise(1)
    return test
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let level: FaultLevel
    let name: String
    var values: [String: FaultValue] = [:]
    let change: @Sendable (inout Heard) -> Void
    var testDescription: String { name }
  }

  private static let cases: [Case] = [
    Case(level: .advertising, name: "noName") { $0.data.removeLast(4) },
    Case(level: .advertising, name: "nameInScanResponse") {
      $0.data.removeLast(4)
      $0.response = response + [3, 9, 0x55, 0x4D]
    },
    Case(level: .advertising, name: "wrongName", values: ["name": .text("HC")]) {
      $0.data = Array(data.dropLast(2)) + [0x48, 0x43]
    },
    Case(
      level: .advertising, name: "wrongName",
      values: ["name": .text(String(repeating: "x", count: 40))]
    ) {
      $0.data.removeLast(4)
      $0.response = response + [27, 8] + [UInt8](repeating: 0x78, count: 26)
    },
    Case(level: .advertising, name: "contradictoryName") {
      $0.data = data.dropLast(4) + [10, 9] + Array("TC66-7F3A".utf8)
    },
    Case(level: .advertising, name: "noServices") { $0.data = [2, 1, 6, 3, 9, 0x55, 0x4D] },
    Case(
      level: .advertising, name: "wrongManufacturer",
      values: ["company": .integer(0x004C), "data": .bytes([2, 15])]
    ) { $0.data += [5, 0xFF, 0x4C, 0, 2, 15] },
    Case(
      level: .advertising, name: "malformed", values: ["data": .bytes([0x1E, 9, 0x55])]
    ) { $0.data = [0x1E, 9, 0x55] },
    Case(
      level: .advertising, name: "malformed",
      values: ["data": .bytes([]), "scanResponse": .bytes([1])]
    ) {
      $0.data = []
      $0.response = [1]
    },
    Case(level: .advertising, name: "nonConnectable") {
      $0.type = 3
      $0.response = nil
    },
    Case(level: .advertising, name: "addressChange") {
      $0.address = [0x01, 0x34, 0x24, 0x25, 0x66, 0xC0]
      $0.isRandom = true
    },
    Case(level: .advertising, name: "flags", values: ["value": .integer(4)]) { $0.data[2] = 4 },
    Case(level: .link, name: "rssi", values: ["dbm": .integer(-95)]) { $0.rssi = -95 },
  ]

  @Test(arguments: cases) private func itIsHeardOtherwiseUntilLifted(example: Case) throws {
    let test = bench()
    let fault = try test.lay(example.level, example.name, example.values)
    test.bench.scan(0, active: true)
    test.bench.scheduler.advance(by: .milliseconds(5))
    var expected = Heard()
    example.change(&expected)
    #expect(heard(test) == expected)
    test.bench.scheduler.advance(by: .seconds(1))
    #expect(fault.firings == 1)
    _ = test.bench.hosts[0].take()
    fault.lift()
    test.bench.scheduler.advance(by: .milliseconds(100))
    #expect(heard(test) == Heard())
  }

  @Test func whatChangesNothingHasNotFired() throws {
    let test = FaultBench()
    test.bench.advertise(1)
    let fault = try test.lay(.advertising, "noServices")
    test.bench.scan(0, active: true)
    test.bench.scheduler.advance(by: .seconds(1))
    #expect(fault.firings == 0)
  }

  @Test func nobodyConnectsToWhatTakesNoConnections() throws {
    let test = bench()
    let fault = try test.lay(.advertising, "nonConnectable")
    test.bench.createConnection(0, to: 1)
    test.bench.scheduler.advance(by: .seconds(3))
    #expect(test.bench.seen("connected") == [])
    #expect(fault.firings == 1)
    fault.lift()
    test.bench.scheduler.advance(by: .milliseconds(100))
    #expect(test.bench.seen("connected").count == 2)
  }

  @Test func aSilentMeterIsNotHeardAndNotConnectedTo() throws {
    let test = bench()
    let fault = try test.lay(.advertising, "stop")
    test.bench.scan(0, active: true)
    test.bench.createConnection(0, to: 1)
    test.bench.scheduler.advance(by: .seconds(3))
    #expect(heard(test) == nil)
    #expect(test.bench.seen("connected") == [])
    #expect(fault.firings == 1)
    fault.lift()
    test.bench.scheduler.advance(by: .milliseconds(100))
    #expect(test.bench.seen("connected").count == 2)
  }

  @Test func advertisementsComeAtTheOtherInterval() throws {
    let test = bench()
    _ = try test.lay(.advertising, "interval", ["every": .duration(.seconds(2))])
    test.bench.scan(0, active: false)
    test.bench.scheduler.advance(by: .milliseconds(5))
    #expect(heard(test) != nil)
    test.bench.scheduler.advance(by: .milliseconds(1999))
    #expect(heard(test) == nil)
    test.bench.scheduler.advance(by: .milliseconds(1))
    #expect(heard(test) != nil)
  }

  @Test func theStrengthOfALinkIsReadSoToo() throws {
    let test = FaultBench()
    let handles = test.bench.connect(0, 1)
    let fault = try test.lay(.link, "rssi", ["dbm": .integer(-95)])
    test.bench.command(0, 0x1405, [UInt8(handles.central), 0])
    #expect(test.bench.hosts[0].take().last?.last == UInt8(bitPattern: -95))
    #expect(fault.firings == 1)
  }

  @Test func underAnotherAddressItIsMissedByWhoLooksForItsOwn() throws {
    let test = bench()
    let fault = try test.lay(.advertising, "addressChange")
    test.bench.createConnection(0, to: 1)
    test.bench.scheduler.advance(by: .seconds(3))
    #expect(test.bench.seen("connected") == [])
    #expect(fault.firings == 1)
  }

  @Test func argumentsThatMakeNoSenseAreRefused() {
    #expect(throws: FaultArgumentError.self) {
      try FaultBench().lay(.advertising, "interval", ["every": .duration(.milliseconds(19))])
    }
    #expect(throws: FaultArgumentError.self) {
      try FaultBench().lay(.advertising, "addressChange", ["to": .text("00:11:22:33:44:55")])
    }
  }
}
