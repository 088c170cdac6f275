// What a frame says follows from the load and from time.

import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct ElectricalTests {
  private func bench(
    volts: Double, amperes: Double, model: UMModel = .um25c, samplingInterval: Duration? = nil
  ) throws -> MeterBench {
    MeterBench(
      MeterConfiguration(
        model: model.meterModel, name: "meter", load: try Load(volts: volts, amperes: amperes),
        surroundings: Surroundings(celsius: 27),
        samplingInterval: samplingInterval))
  }

  @Test(arguments: UMModel.allCases)
  func aFrameSaysTheLoad(model: UMModel) throws {
    let bench = try bench(volts: 5.08, amperes: 1.2, model: model)
    let frame = try UMFrame(decoding: bench.frameBytes())
    #expect(frame.model == model)
    #expect(frame.measurement.volts == 5.08)
    #expect(frame.measurement.amperes == 1.2)
    #expect(frame.measurement.watts == 6.096)
    #expect(frame.measurement.ohms == 4.2)
    #expect(frame.measurement.celsius == 27)
    #expect(frame.measurement.fahrenheit == 81)
    #expect(frame.measurement.isRecording)
  }

  @Test func anOpenCircuitHasTheMetersLargestResistance() throws {
    let measurement = try bench(volts: 5, amperes: 0).measurement()
    #expect(measurement.ohms == UMMeasurement.openCircuitOhms)
    #expect(measurement.watts == 0)
    #expect(!measurement.isRecording)
  }

  @Test func anOpenCircuitOfATC66CIsAsAUMsIs() throws {
    let bench = MeterBench(
      MeterConfiguration(model: .tc66c, profile: .factory, load: try Load(volts: 5, amperes: 0)))
    #expect(try bench.tc66Measurement().ohms == 9999.9)
  }

  @Test(arguments: [(40.0, 6.0, 240), (42.5, 6.0, 255), (43.0, 6.0, 255), (65.535, 6.5535, 255)])
  func aDocumentedTC66CTellsNoMoreThan255Watts(
    volts: Double, amperes: Double, watts: UInt8
  ) throws {
    let bench = MeterBench(
      MeterConfiguration(model: .tc66c, load: try Load(volts: volts, amperes: amperes)))
    bench.clock.advance(by: .seconds(2))
    let value = try TC66DocumentedValue(decoding: try #require(bench.notifications.first).bytes)
    #expect(value.watts == watts)
    #expect(value.amperes == 6)
  }

  @Test func aNewThresholdShowsBeforeTheNextSample() throws {
    let bench = MeterBench(
      MeterConfiguration(
        model: .um25c, profile: .factory, load: try Load(volts: 5, amperes: 0.15),
        samplingInterval: .seconds(7200)))
    #expect(try bench.measurement().isRecording)
    bench.core.write([0xC4])
    let measurement = try bench.measurement()
    #expect(measurement.recordingThresholdAmperes == 0.2)
    #expect(!measurement.isRecording)
  }

  @Test(arguments: UMModel.allCases)
  func theLargestLoadFitsForAnyLength(model: UMModel) throws {
    let bench = try bench(
      volts: Load.voltsRange.upperBound, amperes: Load.amperesRange.upperBound, model: model)
    bench.clock.advance(by: .seconds(20 * 365 * 86400))
    let measurement = try bench.measurement()
    #expect(measurement.groups[0].milliwattHours == 4_294_967_295)
  }

  @Test func aNewLoadIsInTheNextFrame() throws {
    let bench = try bench(volts: 5, amperes: 1)
    #expect(try bench.measurement().volts == 5)
    bench.core.load = try Load(volts: 9.012, amperes: 0.5)
    let measurement = try bench.measurement()
    #expect(measurement.volts == 9.012)
    #expect(measurement.amperes == 0.5)
  }

  @Test func chargeAndEnergyAddUpOverChanges() throws {
    let bench = try bench(volts: 5, amperes: 2)
    bench.clock.advance(by: .seconds(1800))
    bench.core.load = try Load(volts: 10, amperes: 0.05)
    bench.clock.advance(by: .seconds(3600 * 2))
    let measurement = try bench.measurement()
    #expect(measurement.groups[0] == DataGroup(milliampereHours: 1100, milliwattHours: 6000))
    // 0.05 A is below the recording threshold.
    #expect(measurement.recordedMilliampereHours == 1000)
    #expect(measurement.recordedMilliwattHours == 5000)
    #expect(measurement.recordedSeconds == 1800)
    #expect(measurement.groups[1...].allSatisfy { $0 == DataGroup() })
  }

  @Test func askingOftenDoesNotChangeWhatAddsUp() throws {
    let asked = try bench(volts: 5.1, amperes: 1.3)
    for _ in 0..<3600 { _ = asked.frameBytes() }
    let left = try bench(volts: 5.1, amperes: 1.3)
    left.clock.advance(by: .seconds(3600))
    #expect(try asked.measurement() == left.measurement())
  }

  @Test func theFirstGroupForgetsWithoutPower() throws {
    let bench = try bench(volts: 5, amperes: 1)
    bench.clock.advance(by: .seconds(3600))
    bench.core.powerOff()
    bench.clock.advance(by: .seconds(3600))
    bench.core.powerOn()
    bench.clock.advance(by: .seconds(360))
    let measurement = try bench.measurement()
    #expect(measurement.groups[0] == DataGroup(milliampereHours: 100, milliwattHours: 500))
    #expect(measurement.recordedMilliampereHours == 1100)
  }

  @Test func noSampleOutlivesThePower() throws {
    let bench = try bench(volts: 5, amperes: 1, samplingInterval: .seconds(7200))
    bench.clock.advance(by: .seconds(7200))
    #expect(try bench.measurement().groups[0].milliampereHours == 2000)
    bench.core.powerOff()
    bench.core.powerOn()
    #expect(try bench.measurement().groups[0].milliampereHours == 0)
  }

  @Test func aSampleIsHeldForItsInterval() throws {
    let bench = try bench(volts: 5, amperes: 1, samplingInterval: .milliseconds(500))
    bench.clock.advance(by: .milliseconds(200))
    bench.core.load = try Load(volts: 6, amperes: 1)
    bench.clock.advance(by: .milliseconds(400))
    bench.core.load = try Load(volts: 7, amperes: 1)
    bench.clock.advance(by: .milliseconds(100))
    bench.core.load = try Load(volts: 8, amperes: 1)
    // The frames are made 65 ms after their requests: at 765 ms and at 1765 ms.
    #expect(try bench.measurement().volts == 6)
    #expect(try bench.measurement().volts == 8)
  }

  @Test(arguments: [-0.001, 65.536, .infinity, .nan])
  func aLoadThatNoFrameCanSayIsRefused(volts: Double) {
    #expect(throws: LoadError.self) { try Load(volts: volts, amperes: 1) }
    #expect(throws: LoadError.self) { try Load(volts: 5, amperes: volts) }
  }
}
