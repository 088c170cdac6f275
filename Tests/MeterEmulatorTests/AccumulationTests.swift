// Charge and energy of load programs: the integral of the curve, however often the meter is asked.

import Foundation
import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct AccumulationTests {
  private func bench(_ program: LoadProgram, model: MeterModel = .um25c) -> MeterBench {
    var configuration = MeterConfiguration(
      model: model, profile: .factory, name: "meter", replyDelay: .zero,
      line: SerialLine(baud: nil))
    configuration.program = program
    return MeterBench(configuration)
  }

  @Test func sixHoursOfAChargeCurveAreItsIntegral() throws {
    let program = LoadProgram.charge(try ChargeCurve())
    let read = bench(program)
    let left = bench(program)
    // Read once a minute, as a logger would; the frame takes its time from the minute.
    for _ in 0..<360 {
      _ = read.frameBytes()
      read.clock.advance(by: .seconds(59))
    }
    left.clock.advance(by: .seconds(6 * 3600))
    let measurement = try left.measurement()
    #expect(try read.measurement() == measurement)

    // The curve by its formulas, in hours.
    let full = 2.0
    let faded = log(full / 0.1) * 0.5
    let ampereHours =
      0.1 * 0.5 / 3600 + 1.05 / 3600 + full * 1 + (full - 0.1) * 0.5
      + 0.02 * (6 - 1 - 2.5 / 3600 - faded)
    #expect(abs(Double(measurement.groups[0].milliampereHours) - ampereHours * 1000) <= 1)
    let lines = (0.1 * 5 * 0.5 + (5 * 0.1 + 9 * 2) / 3 + (5 * 2 + 9 * 0.1) / 6) / 3600
    let wattHours = lines + 9 * (ampereHours - 0.1 * 0.5 / 3600 - 1.05 / 3600)
    #expect(abs(Double(measurement.groups[0].milliwattHours) - wattHours * 1000) <= 1)
    // 0.1 A is the threshold, so all but the trickle and most of the beginning is recorded.
    #expect(abs(Double(measurement.recordedSeconds) - (3601.5 + faded * 3600)) <= 1)
  }

  @Test func aSineCountsItsMiddle() throws {
    let middle = try Load(volts: 10, amperes: 2)
    let bench = bench(
      .sine(try LoadSine(around: middle, volts: 1, amperes: 1, period: .seconds(10))))
    bench.clock.advance(by: .seconds(3600))
    let group = try bench.measurement().groups[0]
    #expect(group.milliampereHours == 2000)
    // The mean of (10 + s)(2 + s) is 20 and half of one.
    #expect(abs(group.milliwattHours - 20_500) <= 1)
  }

  @Test func recordingFollowsTheThresholdWithinARamp() throws {
    let ramp = try LoadRamp(
      from: Load(volts: 10, amperes: 0), to: Load(volts: 10, amperes: 1), over: .seconds(3600))
    let bench = bench(.ramp(ramp))
    bench.core.write([0xC4])
    #expect(try bench.measurement().recordingThresholdAmperes == 0.2)
    bench.clock.advance(by: .seconds(3599))
    let measurement = try bench.measurement()
    #expect(measurement.groups[0].milliampereHours == 500)
    #expect(measurement.recordedSeconds == 2880)
    #expect(measurement.recordedMilliampereHours == 480)
    #expect(measurement.recordedMilliwattHours == 4800)
    #expect(measurement.isRecording)
  }

  @Test func noiseAddsUpTheSameHoweverItIsAsked() throws {
    let noise = LoadProgram.noise(
      try LoadNoise(around: Load(volts: 5, amperes: 1), volts: 1, amperes: 1, seed: 11))
    let asked = bench(noise)
    for _ in 0..<1800 {
      _ = asked.frameBytes()
      asked.clock.advance(by: .milliseconds(1003))
    }
    let left = bench(noise)
    left.clock.advance(by: asked.clock.now - left.clock.now)
    #expect(try asked.measurement() == left.measurement())
  }

  @Test func aProgramBeginsWhenItIsStarted() throws {
    let bench = bench(.constant(.none))
    bench.clock.advance(by: .seconds(100))
    bench.core.run(
      .ramp(try LoadRamp(from: .none, to: Load(volts: 5, amperes: 2), over: .seconds(10))))
    bench.clock.advance(by: .seconds(5))
    #expect(try bench.measurement().amperes == 1)
    #expect(bench.core.load.amperes == 1.2)
    bench.core.load = try Load(volts: 5, amperes: 0.5)
    #expect(try bench.measurement().amperes == 0.5)
  }

  @Test func aTC66CCountsTooAndForgetsNothing() throws {
    let bench = bench(.constant(try Load(volts: 20, amperes: 1.23456)), model: .tc66c)
    bench.clock.advance(by: .seconds(3600))
    bench.core.powerOff()
    bench.clock.advance(by: .seconds(3600))
    bench.core.powerOn()
    let measurement = try bench.tc66Measurement()
    #expect(measurement.amperes == 1.23456)
    #expect(measurement.groups[0] == DataGroup(milliampereHours: 1235, milliwattHours: 24691))
    #expect(measurement.runs == 2)
    #expect(measurement.ohms == 16.2)
  }
}
