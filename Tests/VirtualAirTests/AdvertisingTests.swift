// What a scanning host hears, and when.

import AirTestSupport
import SharedProtocols
import Testing

@testable import VirtualAir

@Suite struct AdvertisingTests {
  private let report: [UInt8] =
    [0x04, 0x3E, 0x0F, 0x02, 0x01, 0x00, 0x00] + AirBench.address(1) + [3, 2, 1, 6, 0xC4]
  private let response: [UInt8] =
    [0x04, 0x3E, 0x10, 0x02, 0x01, 0x04, 0x00] + AirBench.address(1) + [4, 3, 9, 0x55, 0x4D, 0xC4]

  /// The reports in what the host was sent.
  private func reports(_ bench: AirBench, _ adapter: Int = 0) -> [[UInt8]] {
    bench.hosts[adapter].take().filter { $0.starts(with: [0x04, 0x3E]) && $0[3] == 0x02 }
  }

  @Test func theAddressIsLearnedFromTheController() {
    let bench = AirBench()
    #expect(bench.air.adapters[1].address?.description == "00:AA:01:00:00:01")
  }

  @Test func aPassiveScanHearsTheAdvertisementSoonAndThenEachInterval() {
    let bench = AirBench()
    bench.advertise(1)
    bench.scan(0, active: false)
    bench.scheduler.advance(by: .milliseconds(4))
    #expect(reports(bench) == [])
    bench.scheduler.advance(by: .milliseconds(1))
    #expect(reports(bench) == [report])
    bench.scheduler.advance(by: .milliseconds(99))
    #expect(reports(bench) == [])
    bench.scheduler.advance(by: .milliseconds(101))
    #expect(reports(bench) == [report, report])
  }

  @Test func anActiveScanHearsTheScanResponseToo() {
    let bench = AirBench()
    bench.scan(0, active: true)
    bench.scheduler.advance(by: .milliseconds(250))
    bench.advertise(1)
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(reports(bench) == [report, response])
    bench.stopScan(0)
    bench.scheduler.advance(by: .seconds(1))
    #expect(reports(bench) == [])
  }

  @Test(arguments: [[2, 2, 4], [3, 3]] as [[UInt8]])
  func theTypeSaysWhetherThereIsAScanResponse(typeAndHeard: [UInt8]) {
    let bench = AirBench()
    bench.advertise(1, type: typeAndHeard[0])
    bench.scan(0, active: true)
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(reports(bench).map { $0[5] } == Array(typeAndHeard[1...]))
  }

  @Test func theAppearanceStandsBeforeTheHostsWord() {
    let bench = AirBench()
    var appearance = Appearance()
    appearance.advertisingData = [2, 1, 4]
    appearance.scanResponse = []
    appearance.intervalMilliseconds = 500
    appearance.type = .scannable
    appearance.address = BluetoothAddress("C0:00:00:00:00:01")
    appearance.addressIsRandom = true
    appearance.rssi = -90
    bench.air.adapters[1].appearance = appearance
    bench.advertise(1)
    bench.scan(0, active: true)
    bench.scheduler.advance(by: .milliseconds(504))
    let address: [UInt8] = [1, 1, 0, 0, 0, 0, 0xC0]
    #expect(
      reports(bench) == [
        [0x04, 0x3E, 0x0F, 2, 1, 2] + address + [3, 2, 1, 4, 0xA6],
        [0x04, 0x3E, 0x0C, 2, 1, 4] + address + [0, 0xA6],
      ])
    #expect(
      bench.seen("advertising.start") == ["advertising.start hci1 interval_ms=500 type=scannable"])
  }

  @Test func aScanOfTheAcceptListHearsNoOneElse() {
    let bench = AirBench(adapters: 3)
    bench.advertise(1)
    bench.advertise(2)
    bench.command(0, 0x2011, [0] + AirBench.address(2))
    bench.command(0, 0x200B, [0, 0x10, 0, 0x10, 0, 0, 1])
    bench.command(0, 0x200C, [1, 0])
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(reports(bench).map { Array($0[7..<13]) } == [AirBench.address(2)])
  }

  @Test func theControllersOwnReportsAreSwallowed() {
    let bench = AirBench()
    bench.air.adapters[0].fromController(report)
    #expect(bench.hosts[0].take() == [])
  }

  @Test func noOneHearsWhoIsOutOfRange() {
    let bench = AirBench()
    bench.advertise(1)
    bench.scan(0, active: false)
    bench.air.adapters[1].isInRange = false
    bench.scheduler.advance(by: .milliseconds(250))
    #expect(reports(bench) == [])
    bench.air.adapters[1].isInRange = true
    bench.scheduler.advance(by: .milliseconds(100))
    #expect(reports(bench) == [report])
  }

  @Test func scansAndAdvertisingAreRecorded() {
    let bench = AirBench()
    bench.advertise(1)
    bench.scan(0, active: true)
    bench.stopScan(0)
    bench.command(1, 0x200A, [0])
    #expect(
      bench.seen("advertising.start", "advertising.stop", "scan.start", "scan.stop") == [
        "advertising.start hci1 interval_ms=100 type=connectable", "scan.start hci0 type=active",
        "scan.stop hci0", "advertising.stop hci1",
      ])
  }

  @Test func whoIsConnectedIsSilentUntilTheLinkEnds() {
    let bench = AirBench(adapters: 3)
    let handles = bench.connect(0, 1)
    bench.command(1, 0x200A, [1])
    bench.scan(2, active: false)
    bench.scheduler.advance(by: .seconds(1))
    #expect(reports(bench, 2) == [])
    bench.command(0, 0x0406, [UInt8(handles.central), 0, 0x13])
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(reports(bench, 2) == [report])
  }

  @Test func theControllerIsToldToStopAdvertisingWithoutTheHostsKnowing() {
    let bench = AirBench()
    bench.advertise(1)
    bench.controllers[1].commands = []
    bench.createConnection(0, to: 1)
    _ = bench.hosts[1].take()
    bench.scheduler.advance(by: .milliseconds(5))
    #expect(bench.controllers[1].commands == [[0x01, 0x0A, 0x20, 1, 0]])
    let told = bench.hosts[1].take()
    #expect(told.count == 1 && told[0].starts(with: [0x04, 0x3E, 0x13]))
    bench.command(1, 0x200A, [1])
    #expect(bench.hosts[1].take() == [[0x04, 0x0E, 4, 1, 0x0A, 0x20, 0]])
  }
}
