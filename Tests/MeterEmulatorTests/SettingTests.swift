// A meter that runs is changed: the next frame says so, and nothing else changes.

import MeterEmulator
import SharedProtocols
import Testing

@Suite struct SettingTests {
  @Test func theNextFrameOfAUMSaysWhatIsSet() throws {
    let bench = MeterBench()
    let before = try bench.measurement()
    try bench.core.make(
      MeterChange(settings: [
        .celsius(31), .dataPlusVolts(0.6), .dataMinusVolts(3.3), .chargingMode(.samsung),
        .screenTimeoutMinutes(7), .backlightLevel(2), .screenIndex(5),
      ]))
    var expected = before
    expected.celsius = 31
    expected.fahrenheit = 88
    expected.dataPlusVolts = 0.6
    expected.dataMinusVolts = 3.3
    expected.chargingMode = .samsung
    expected.screenTimeoutMinutes = 7
    expected.backlightLevel = 2
    expected.screenIndex = 5
    #expect(try bench.measurement() == expected)
  }

  @Test func theNextFrameOfATC66CSaysWhatIsSet() throws {
    let bench = MeterBench(MeterConfiguration(model: .tc66c, profile: .factory))
    #expect(try bench.tc66Measurement().serialNumber == 1)
    try bench.core.make(
      MeterChange(settings: [.serialNumber(77), .usesFahrenheit(true), .celsius(-20)]))
    let measurement = try bench.tc66Measurement()
    #expect(measurement.serialNumber == 77)
    #expect(measurement.temperatureDegrees == -4)
  }

  @Test func ofASteadyLoadWhatIsNotNamedStays() throws {
    let bench = MeterBench()
    try bench.core.make(
      MeterChange(
        load: .program(
          .ramp(
            LoadRamp(
              from: Load(volts: 5, amperes: 0), to: Load(volts: 9, amperes: 2),
              over: .seconds(8))))))
    bench.clock.advance(by: .seconds(2))
    try bench.core.make(MeterChange(load: .steady(volts: nil, amperes: 1)))
    #expect(try bench.core.load == Load(volts: 6, amperes: 1))
    bench.clock.advance(by: .seconds(10))
    #expect(try bench.core.load == Load(volts: 6, amperes: 1), "the ramp has ended")
  }

  @Test func aLoadThatCannotBeChangesNothing() throws {
    let bench = MeterBench()
    let load = bench.core.load
    #expect(throws: LoadError.volts(70)) {
      try bench.core.make(
        MeterChange(load: .steady(volts: 70, amperes: 1), settings: [.celsius(90)]))
    }
    #expect(bench.core.load == load)
    #expect(bench.core.surroundings == Surroundings())
  }

  @Test func calibrationIsRefusedUntilItIsUnlocked() throws {
    let bench = MeterBench()
    let calibrate = DocumentedCommand.calibrate(values: [1]).encoded
    #expect(bench.core.refuses(calibrate))
    try bench.core.make(MeterChange(settings: [.isCalibrationUnlocked(true)]))
    #expect(!bench.core.refuses(calibrate))
  }

  @Test func settingsOutlastASwitchOff() throws {
    let bench = MeterBench()
    try bench.core.make(MeterChange(settings: [.backlightLevel(1)]))
    bench.core.powerOff()
    bench.core.powerOn()
    #expect(try bench.measurement().backlightLevel == 1)
  }
}
