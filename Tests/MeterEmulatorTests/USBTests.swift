// A TC66C at a USB port.

import Records
import SharedProtocols
import TestSupport
import Testing

@testable import MeterEmulator

struct USBTests {
  private let clock = ManualScheduler()
  private let records = RecordStream()

  private func meter(
    _ model: MeterModel = .tc66c, profile: MeterProfile = .documented, volts: Double = 5,
    amperes: Double = 1
  ) throws -> MeterCore {
    MeterCore(
      configuration: MeterConfiguration(
        model: model, profile: profile, load: try Load(volts: volts, amperes: amperes)),
      scheduler: clock, records: records, adapterIndex: 1)
  }

  private func ask(_ meter: MeterCore, _ command: String) -> [UInt8] {
    meter.takeOverUSB(Array(command.utf8))
  }

  @Test(arguments: MeterProfile.allCases)
  func inEitherProfileItAnswersTheSame(profile: MeterProfile) throws {
    let meter = try meter(profile: profile, volts: 5.08, amperes: 1.2)
    #expect(ask(meter, "query") == Array("firm".utf8))
    let frame = try TC66Frame(decoding: ask(meter, "getva"))
    #expect(frame.measurement.volts == 5.08)
    #expect(frame.measurement.amperes == 1.2)
    for word in ["lastp", "nextp", "rotat", "update", "bgetva", ""] {
      #expect(ask(meter, word).isEmpty, "\(word)")
    }
  }

  @Test func withoutItsSupplyItIsSilent() throws {
    let meter = try meter()
    meter.powerOff()
    #expect(ask(meter, "query").isEmpty)
    meter.powerOn()
    #expect(try TC66Frame(decoding: ask(meter, "getva")).measurement.runs == 2)
  }

  @Test func aUMHasNoSuchPort() throws {
    #expect(try ask(meter(.um25c), "getva").isEmpty)
  }

  @Test func aFaultFiresAtOnce() throws {
    let meter = try meter()
    let fault = meter.alterFrames(
      id: "fault1", verb: "payload.test", times: 1,
      .bytes { frame in
        frame.bytes.map { ~$0 }
      })
    #expect(throws: TC66DecodingError.self) { try TC66Frame(decoding: ask(meter, "getva")) }
    #expect(fault.firings == 1)
    #expect(records.records.map(\.kind).suffix(1) == ["fault.fired"])
    #expect(throws: Never.self) { try TC66Frame(decoding: ask(meter, "getva")) }
  }

  /// Records as pairs of 0.1 mV and 0.01 mA.
  private func recording(_ meter: MeterCore) -> [[UInt32]] {
    let bytes = ask(meter, "gtrec")
    return stride(from: 0, to: bytes.count, by: 8).map { start in
      [0, 4].map { part in
        (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(bytes[start + part + $1]) }
      }
    }
  }

  @Test func theRecordingHasEachSecondAndTheLoadOfItsTime() throws {
    let meter = try meter()
    #expect(recording(meter) == [[50000, 100000]])
    clock.advance(by: .milliseconds(1500))
    meter.load = try Load(volts: 9, amperes: 0.5)
    #expect(recording(meter) == [[50000, 100000], [50000, 100000]])
    clock.advance(by: .milliseconds(500))
    #expect(recording(meter) == [[50000, 100000], [50000, 100000], [90000, 50000]])
    meter.powerOff()
    clock.advance(by: .seconds(5))
    meter.powerOn()
    #expect(recording(meter) == [[90000, 50000]])
  }

  @Test func theOldestRecordsGo() throws {
    let meter = try meter()
    clock.advance(by: .seconds(10))
    meter.load = try Load(volts: 9, amperes: 0)
    clock.advance(by: .seconds(1434))
    let kept = recording(meter)
    #expect(kept.count == 1440)
    #expect(kept.prefix(6) == Array(repeating: [50000, 100000], count: 5)[...] + [[90000, 0]])
    clock.advance(by: .seconds(5))
    meter.load = try Load(volts: 12, amperes: 0)
    #expect(recording(meter).first == [90000, 0])
    #expect(recording(meter).last == [120000, 0])
  }
}
