// What each command changes in a meter on sale, as its next frame shows.

import MeterEmulator
import Records
import SharedProtocols
import Testing

@Suite struct FactoryCommandTests {
  private func bench(
    _ model: MeterModel = .um25c, profile: MeterProfile = .factory,
    _ change: (inout MeterConfiguration) -> Void = { _ in }
  ) throws -> MeterBench {
    var configuration = MeterConfiguration(
      model: model, profile: profile, name: "meter", load: try Load(volts: 5, amperes: 0.5))
    change(&configuration)
    return MeterBench(configuration)
  }

  @Test(arguments: UMModel.allCases)
  func settingsAreInTheNextFrame(model: UMModel) throws {
    let bench = try bench(model.meterModel)
    for command: UInt8 in [0xB7, 0xD2, 0xE9, 0xF1, 0xF1] { bench.core.write([command]) }
    #expect(bench.notifications.isEmpty)
    let measurement = try bench.measurement()
    #expect(measurement.recordingThresholdAmperes == 0.07)
    #expect(measurement.backlightLevel == 2)
    #expect(measurement.screenTimeoutMinutes == 9)
    #expect(measurement.screenIndex == 2)
    bench.core.write([0xF3])
    let after = try bench.measurement()
    #expect(after.screenIndex == (model == .um24c ? 2 : 1))
    #expect(after.selectedGroup == (model == .um24c ? 1 : 0))
    #expect(try UMFrame(decoding: bench.frameBytes()).undocumented.isEmpty)
  }

  @Test func screensGoRound() throws {
    let bench = try bench()
    bench.core.write([0xF3])
    let last = try bench.measurement().screenIndex
    #expect(last > 0)
    bench.core.write([0xF1])
    #expect(try bench.measurement().screenIndex == 0)
  }

  @Test func theThresholdDecidesWhatIsRecorded() throws {
    let bench = try bench()
    #expect(try bench.measurement().isRecording)
    bench.core.load = try Load(volts: 5, amperes: 0.2)
    bench.core.write([0xCE])
    let measurement = try bench.measurement()
    #expect(measurement.recordingThresholdAmperes == 0.3)
    #expect(!measurement.isRecording)
  }

  @Test func groupsAreSelectedCountedAndClearedApart() throws {
    let bench = try bench(.um34c)
    bench.clock.advance(by: .seconds(3600))
    bench.core.write([0xA9])
    bench.clock.advance(by: .seconds(7200))
    var measurement = try bench.measurement()
    #expect(measurement.selectedGroup == 9)
    #expect(measurement.groups[0].milliampereHours == 500)
    #expect(measurement.groups[9].milliampereHours == 1000)
    bench.core.write([0xF4])
    measurement = try bench.measurement()
    #expect(measurement.groups[0].milliampereHours == 500)
    #expect(measurement.groups[9].milliampereHours == 0)
    // The first group is the one that needs power, whichever counts.
    bench.core.write([0xA5])
    bench.clock.advance(by: .seconds(3600))
    bench.core.powerOff()
    bench.core.powerOn()
    measurement = try bench.measurement()
    #expect(measurement.selectedGroup == 5)
    #expect(measurement.groups[0].milliampereHours == 0)
    #expect(measurement.groups[5].milliampereHours == 500)
  }

  @Test func aUM24CStepsThroughItsGroupsAndKnowsNoOthers() throws {
    let bench = try bench(.um24c)
    bench.core.write([0xA4])
    #expect(try bench.measurement().selectedGroup == 0)
    for _ in 0..<9 { bench.core.write([0xF3]) }
    #expect(try bench.measurement().selectedGroup == 9)
    bench.core.write([0xF3])
    #expect(try bench.measurement().selectedGroup == 0)
  }

  @Test func aHeldSampleShowsSettingsAtOnce() throws {
    let bench = try bench { $0.samplingInterval = .seconds(3600) }
    bench.clock.advance(by: .seconds(3600))
    #expect(try bench.measurement().groups[0].milliampereHours == 500)
    bench.core.load = try Load(volts: 9, amperes: 0.1)
    bench.core.write([0xA2, 0xCE])
    var measurement = try bench.measurement()
    #expect(measurement.volts == 5)
    #expect(measurement.selectedGroup == 2)
    #expect(measurement.recordingThresholdAmperes == 0.3)
    bench.core.write([0xA0, 0xF4])
    measurement = try bench.measurement()
    #expect(measurement.volts == 5)
    #expect(measurement.groups[0].milliampereHours == 0)
  }

  @Test func theDocumentedRequestSelectsAGroupOfAFactoryMeter() throws {
    let bench = try bench()
    bench.core.write([0xA3])
    bench.core.write(MeasurementRequest.bytes)
    bench.clock.advance(by: .seconds(1))
    let frame = try UMFrame(decoding: bench.notifications.flatMap(\.bytes))
    #expect(frame.measurement.selectedGroup == 0)
    let requests = bench.records.records.filter { $0.kind == "request" }
    #expect(
      requests.map { $0.details["command"] }
        == ["selectGroup", "unknown", "measurement", "selectGroup", "unknown", "unknown"])
    #expect(requests[0].details["group"] == 3)
    #expect(requests.map(\.bytes) == [[0xA3], [0x00], [0xF0], [0xA0], [0x1B], [0xAB]])
  }

  @Test func unknownBytesAreIgnored() throws {
    let bench = try bench()
    for byte: UInt8 in [0x00, 0x9F, 0xAA, 0xCF, 0xD6, 0xEA, 0xF5, 0xFF] { bench.core.write([byte]) }
    bench.core.write([])
    #expect(bench.kinds("request").count == 9)
    #expect(try bench.measurement() == self.bench().measurement())
  }

  @Test func aLookAlikeTakesWrappedCommandsOnly() throws {
    let bench = try bench(.um24c) { $0.takesWrappedCommands = true }
    bench.core.write([0xD1])
    bench.core.write(WrappedCommand.wrapping(0xD3))
    var spoilt = WrappedCommand.wrapping(0xD4)
    spoilt[9] ^= 1
    bench.core.write(spoilt)
    let frame = try UMFrame(decoding: bench.frameBytes())
    #expect(frame.model == .um24c)
    #expect(frame.measurement.backlightLevel == 3)
  }

  @Test func surroundingsAreInTheNextFrame() throws {
    let bench = try bench()
    bench.core.surroundings = Surroundings(
      celsius: 37, dataPlusVolts: 2.81, dataMinusVolts: 0.6, chargingMode: .quickCharge3)
    var measurement = try bench.measurement()
    #expect(measurement.celsius == 37)
    #expect(measurement.fahrenheit == 99)
    #expect(measurement.dataPlusVolts == 2.81)
    #expect(measurement.dataMinusVolts == 0.6)
    #expect(measurement.chargingMode == .quickCharge3)
    bench.core.surroundings = Surroundings(
      celsius: .min, dataPlusVolts: .nan, dataMinusVolts: .infinity,
      chargingMode: ChargingMode(number: .max))
    measurement = try bench.measurement()
    #expect(measurement.celsius == 0)
    #expect(measurement.fahrenheit == 32)
    #expect(measurement.dataMinusVolts == 655.35)
    #expect(measurement.chargingMode.number == 0xFFFF)
  }

  @Test func aTC66CAnswersItsWordAndNothingElse() throws {
    let bench = try bench(.tc66c) {
      $0.settings.serialNumber = 48724
      $0.surroundings.celsius = -7
      $0.settings.usesFahrenheit = true
    }
    for text in ["blastp\r\n", "bnextp\r\n", "brotat\r\n", "getva", "bgetva", "hello"] {
      bench.core.write(Array(text.utf8))
    }
    bench.clock.advance(by: .seconds(5))
    #expect(bench.notifications.isEmpty)
    #expect(
      bench.records.records.compactMap { $0.details["command"] } == [
        "previousScreen", "nextScreen", "rotateScreen", "unknown", "unknown", "unknown",
      ])
    bench.core.linkMTUBytes = 23
    let measurement = try bench.tc66Measurement()
    #expect(bench.notifications.map(\.bytes.count) == Array(repeating: 20, count: 9) + [12])
    #expect(measurement.serialNumber == 48724)
    #expect(measurement.firmware.description == "1.18")
    #expect(measurement.runs == 1)
    #expect(measurement.temperatureDegrees == 19)
    #expect(measurement.volts == 5)
    #expect(measurement.watts == 2.5)
    #expect(measurement.ohms == 10)
  }

  @Test func eachTC66CTakesItsTime() throws {
    func lastNanoseconds(_ firmware: TC66Firmware) -> Int64? {
      let bench = MeterBench(
        MeterConfiguration(
          model: .tc66c, profile: .factory, firmware: firmware, name: "TC66C"))
      bench.request()
      bench.clock.advance(by: .seconds(2))
      return bench.nanoseconds.last
    }
    #expect(lastNanoseconds(.lastOlder) == 800_000_000)
    #expect(lastNanoseconds(.published) == 500_000_000)
  }

  @Test func theLargestLoadFitsEveryMeter() throws {
    let largest = try Load(
      volts: Load.voltsRange.upperBound, amperes: Load.amperesRange.upperBound)
    for profile in MeterProfile.allCases {
      for model in MeterModel.allCases {
        let bench = try bench(model, profile: profile) { $0.program = .constant(largest) }
        bench.request()
        bench.clock.advance(by: .seconds(2))
        _ = try MeterFrame(
          decoding: bench.notifications.flatMap(\.bytes).prefix(
            model == .tc66c && profile == .documented ? 3 : 192))
      }
    }
  }
}

@Suite struct DocumentedMeterTests {
  @Test func aTC66CTellsWholeUnitsOnceASecondWhileSomebodyListens() throws {
    let bench = MeterBench(
      MeterConfiguration(
        model: .tc66c, name: "TC66-0001", load: try Load(volts: 20, amperes: 3.2)))
    bench.core.write(Array("bgetva\r\n".utf8))
    bench.clock.advance(by: .milliseconds(3500))
    #expect(bench.notifications.map(\.bytes) == Array(repeating: [0x01, 3, 64], count: 3))
    #expect(
      zip(bench.nanoseconds, bench.nanoseconds.dropFirst()).allSatisfy { $1 - $0 == 1_000_000_000 })
    bench.core.unsubscribe()
    bench.clock.advance(by: .seconds(10))
    bench.core.subscribe()
    bench.clock.advance(by: .milliseconds(1500))
    #expect(bench.notifications.count == 4)
    bench.core.powerOff()
    bench.clock.advance(by: .seconds(10))
    #expect(bench.notifications.count == 4)
    bench.core.powerOn()
    bench.clock.advance(by: .milliseconds(1500))
    #expect(bench.notifications.count == 5)
    #expect(bench.kinds("notify.lost").isEmpty)
  }

  @Test func theTimeCanBeSetAndCalibrationIsRefusedUntilUnlocked() {
    let bench = MeterBench()
    bench.core.write(DocumentedCommand.setTime(unixSeconds: 7).encoded)
    let calibrate = DocumentedCommand.calibrate(values: [1]).encoded
    #expect(bench.core.refuses(calibrate))
    #expect(!bench.core.refuses(MeasurementRequest.bytes))
    bench.core.write(calibrate)
    #expect(bench.kinds() == ["subscribed", "request", "request", "request.refused"])
    #expect(
      bench.records.records[1].details == ["command": "setTime", "unixSeconds": 7])
    var configuration = MeterConfiguration(name: "UM25C-7F3A")
    configuration.settings.isCalibrationUnlocked = true
    #expect(!MeterBench(configuration).core.refuses(calibrate))
  }
}
