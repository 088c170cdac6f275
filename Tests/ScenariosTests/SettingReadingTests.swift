// What is set at a meter, at its start and in the timeline.

import MeterEmulator
import SharedProtocols
import Testing

@testable import Scenarios

@Suite struct SettingReadingTests {
  private func scenario(
    _ meter: String, _ settings: String, inStep: Bool
  ) throws(ScenarioError) -> Scenario {
    let text =
      inStep
      ? "scenario: A\nmeters: [{\(meter)}]\ntimeline:\n  - meter: {\(settings)}\n"
      : "scenario: A\nmeters:\n  - {\(meter), \(settings)}\ntimeline: [{wait: 1s}]\n"
    return try ScenarioFile.parse(Array(text.utf8), file: "test.yaml")
  }

  @Test(
    arguments: [
      ("model: UM25C", "celsius: -7", MeterSetting.celsius(-7)),
      ("model: TC66C", "celsius: 31 °C", .celsius(31)),
      ("model: UM24C", "dataPlusVolts: 600mV", .dataPlusVolts(0.6)),
      ("model: UM24C", "dataMinusVolts: 3.3", .dataMinusVolts(3.3)),
      ("model: UM34C", "chargingMode: 0xFFFF", .chargingMode(ChargingMode(number: 0xFFFF))),
      ("model: UM34C", "screenTimeoutMinutes: 0", .screenTimeoutMinutes(0)),
      ("model: UM34C", "backlightLevel: 5", .backlightLevel(5)),
      ("model: UM34C", "screenIndex: 3", .screenIndex(3)),
      ("model: TC66C, profile: factory", "serialNumber: 4294967295", .serialNumber(.max)),
      ("model: TC66C, profile: factory", "usesFahrenheit: true", .usesFahrenheit(true)),
      ("model: UM25C", "calibrationUnlocked: true", .isCalibrationUnlocked(true)),
    ])
  func everySettingCanBeSaidAtTheStartAndInAStep(
    _ meter: String, _ setting: String, _ expected: MeterSetting
  ) throws {
    let atStart = try scenario(meter, setting, inStep: false).meters[0].configuration
    var configuration = try scenario(meter, "name: A", inStep: false).meters[0].configuration
    configuration.name = atStart.name
    #expect(atStart != configuration)
    configuration.set(expected)
    #expect(atStart == configuration)
    let step = try scenario(meter, setting, inStep: true).timeline[0]
    guard case .meter(0, let change) = step.action else {
      Issue.record("another step")
      return
    }
    #expect(change == MeterChange(settings: [expected]))
  }

  @Test(arguments: [
    ("model: UM25C", "celsius: 31.5", 37, "celsius is in whole degrees"),
    ("model: UM25C", "celsius: 31F", 37, "celsius is in C or °C, not 'F'"),
    ("model: UM25C", "celsius: 1000", 37, "celsius must be from -99 to 999"),
    ("model: UM25C", "serialNumber: 7", 42, "only a TC66C has 'serialNumber'"),
    ("model: TC66C", "backlightLevel: 7", 44, "only a UM has 'backlightLevel'"),
    ("model: UM25C", "backlightLevel: 6", 44, "backlightLevel must be from 0 to 5, not 6"),
  ])
  func whatAMeterDoesNotHaveIsAnErrorInItsPlace(
    _ meter: String, _ setting: String, _ column: Int, _ message: String
  ) {
    for (inStep, position) in [
      (false, SourcePosition(line: 3, column: column - 8)),
      (true, SourcePosition(line: 4, column: column - 15)),
    ] {
      do throws(ScenarioError) {
        _ = try scenario(meter, setting, inStep: inStep)
        Issue.record("\(setting) was read")
      } catch {
        #expect(error.message.contains(message), "\(error.rendered)")
        #expect(error.position == position, "\(error.rendered)")
      }
    }
  }

  @Test func calibrationIsUnlockedOfDocumentedMetersOnly() {
    #expect(throws: ScenarioError.self) {
      try scenario("model: UM25C, profile: factory", "calibrationUnlocked: true", inStep: false)
    }
  }

  @Test func aStepChangesSomething() {
    do throws(ScenarioError) {
      _ = try scenario("model: UM25C", "name: UM25C-7F3A", inStep: true)
      Issue.record("nothing was changed")
    } catch {
      #expect(error.message.contains("nothing is changed"), "\(error.rendered)")
    }
  }
}
