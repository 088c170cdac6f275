// What each kind of meter is: its services, its pace, its splitting.

import BlueZ
import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct ProfileTests {
  static let kinds: [MeterConfiguration] = MeterModel.allCases.flatMap { model in
    MeterProfile.allCases.map { MeterConfiguration(model: model, profile: $0) }
  }

  private static func rows(_ server: MeterServer) -> [String] {
    server.services.flatMap { service in
      [word(service.uuid, service.handle)]
        + service.characteristics.map { characteristic in
          let flags = characteristic.flags.map(\.rawValue).sorted().joined(separator: ",")
          return "  \(word(characteristic.uuid, characteristic.handle)) \(flags)"
        }
    }
  }

  private static func word(_ uuid: BluetoothUUID, _ handle: UInt16?) -> String {
    uuid.shortForm + (handle.map { "@\(String($0, radix: 16))" } ?? "")
  }

  @Test(arguments: [
    (MeterConfiguration(), ["FFF0", "  FFF1 notify,read", "  FFF2 write"]),
    (MeterConfiguration(model: .tc66c), ["180D", "  2A37 notify"]),
    (
      MeterConfiguration(model: .um24c, profile: .factory),
      [
        "FFE0", "  FFE1 notify,read,write,write-without-response",
        "  FFE2 write,write-without-response",
      ]
    ),
    (
      MeterConfiguration(model: .tc66c, profile: .factory, firmware: .lastOlder),
      [
        "FFE5@12", "  FFE9@14 write", "FFE0@15", "  FFE4@17 notify", "FFC0@19", "  FFC1@1b write",
        "  FFC2@1d notify",
      ]
    ),
    (
      MeterConfiguration(model: .tc66c, profile: .factory),
      ["FFE0@12", "  FFE1@14 notify,read", "  FFE2@17 write,write-without-response"]
    ),
    (
      MeterConfiguration(model: .tc66c, profile: .factory, refusesWriteRequests: true),
      ["FFE0@12", "  FFE1@14 notify,read", "  FFE2@17 write-without-response"]
    ),
  ])
  func theServicesAreTheMeters(meter: MeterConfiguration, rows: [String]) {
    #expect(Self.rows(meter.server) == rows)
  }

  /// The layout that the central goes by and the services that the meter offers are one thing.
  @Test(arguments: kinds) func theServicesHaveWhatTheLayoutNames(meter: MeterConfiguration) {
    let layout = meter.layout
    #expect(meter.server.frames?.uuid == layout.notifying)
    #expect(meter.server.commands == nil || layout.command != nil)
    let holder = meter.server.services.first { $0.uuid == layout.commandService }
    guard let command = layout.command else { return }
    #expect(
      holder?.characteristics.contains { $0.uuid == command && $0.takesCommands } == true)
  }

  @Test(arguments: [
    (TC66Firmware.lastOlder, 20, 800, Array(repeating: 20, count: 9) + [12]),
    (.published, 20, 500, Array(repeating: 20, count: 9) + [12]), (.published, 250, 500, [192]),
  ])
  func aTC66CAnswersInItsTimeAndInThePiecesThatTheLinkHolds(
    firmware: TC66Firmware, bytes: Int, milliseconds: Int64, pieces: [Int]
  ) throws {
    let bench = MeterBench(
      MeterConfiguration(
        model: .tc66c, profile: .factory, firmware: firmware,
        load: try Load(volts: 5.08, amperes: 1.2)))
    bench.core.linkMTUBytes = bytes + 3
    bench.core.write(Array("bgetva\r\n".utf8))
    bench.clock.advance(by: .seconds(1))
    #expect(bench.notifications.map(\.bytes.count) == pieces)
    #expect(bench.nanoseconds.last == milliseconds * 1_000_000)
    let frame = try TC66Frame(decoding: bench.notifications.flatMap(\.bytes))
    #expect(frame.measurement.volts == 5.08)
    #expect(frame.measurement.firmware == firmware.characters)
  }

  @Test(arguments: [MeterModel.um24c, .um25c, .um34c])
  func aUMOnSaleAnswersOneByteInSevenPiecesWithin201Milliseconds(model: MeterModel) throws {
    let bench = MeterBench(MeterConfiguration(model: model, profile: .factory))
    bench.core.linkMTUBytes = 517
    bench.core.write([0xF0])
    bench.clock.advance(by: .milliseconds(201))
    #expect(bench.notifications.map(\.bytes.count) == [20, 20, 20, 20, 20, 20, 10])
    #expect(try UMFrame(decoding: bench.notifications.flatMap(\.bytes)).model == model.um)
  }

  @Test func aUMOnSaleRepeatsItselfWithinHalfASecond() throws {
    let bench = MeterBench(MeterConfiguration(model: .um25c, profile: .factory))
    func volts() throws -> Double {
      let before = bench.notifications.count
      bench.core.write([0xF0])
      bench.clock.advance(by: .milliseconds(201))
      return try UMFrame(decoding: bench.notifications[before...].flatMap(\.bytes))
        .measurement.volts
    }
    bench.clock.advance(by: .milliseconds(10))
    bench.core.load = try Load(volts: 9, amperes: 1)
    #expect(try volts() == 5)
    bench.clock.advance(by: .milliseconds(300))
    #expect(try volts() == 9)
  }

  /// The documents know of no serial line, so nothing comes late.
  @Test func aDocumentedTC66CReportsOnTheSecond() throws {
    let bench = MeterBench(
      MeterConfiguration(model: .tc66c, load: try Load(volts: 9.01, amperes: 2.02)))
    bench.clock.advance(by: .milliseconds(3500))
    #expect(bench.nanoseconds == [1_000_000_000, 2_000_000_000, 3_000_000_000])
    #expect(bench.notifications.map(\.bytes) == Array(repeating: [1, 2, 18], count: 3))
  }

  @Test(arguments: ["", "1.1", "1,14", "a.14", "11.4", "1.144", "-.14"])
  func whatIsNoFirmwareVersionIsNone(_ text: String) { #expect(TC66Firmware(text) == nil) }

  @Test(arguments: ["0.00", "1.00", "1.09", "2.01", "9.99"])
  func aFirmwareVersionIsWrittenAsItWasRead(_ text: String) {
    #expect(TC66Firmware(text)?.description == text)
  }
}
