// What a frame says against its documents is decoded and remarked.

import SharedProtocols
import Testing

@Suite struct UMRemarkTests {
  private func remarks(_ model: UMModel, _ change: (inout UMMeasurement) -> Void) -> [String] {
    var measurement = UMMeasurement()
    measurement.volts = 5
    change(&measurement)
    return UMFrame(model: model, measurement: measurement).undocumented.map(\.name)
  }

  @Test func nothingIsRemarkableAboutTheCapturedFrame() throws {
    #expect(try UMFrame(decoding: PublishedFrames.um34cCapture).undocumented.isEmpty)
  }

  @Test(arguments: UMModel.allCases)
  func aChargingModeOfFFFFIsDecodedAndRemarked(model: UMModel) throws {
    var measurement = UMMeasurement()
    measurement.volts = 5
    measurement.chargingMode = ChargingMode(number: 0xFFFF)
    let bytes = try UMFrame(model: model, measurement: measurement).encoded()
    let frame = try UMFrame(decoding: bytes)
    #expect(frame.measurement.chargingMode.number == 0xFFFF)
    #expect(frame.undocumented.map(\.name) == ["chargingMode"])
    #expect(
      frame.undocumented.map(\.remark) == ["documented are 0 to \(model == .um24c ? 2 : 8)"])
  }

  @Test func whatLiesOnALimitIsDocumented() {
    #expect(
      remarks(.um25c) {
        $0.volts = 24
        $0.celsius = 100
        $0.fahrenheit = 212
        $0.selectedGroup = 9
        $0.chargingMode = ChargingMode(number: 8)
        $0.recordingThresholdAmperes = 0.3
        $0.recordingFlag = 1
        $0.screenTimeoutMinutes = 9
        $0.backlightLevel = 5
      } == [])
    #expect(remarks(.um24c) { $0.chargingMode = .quickCharge3 } == [])
    #expect(
      remarks(.um25c) {
        $0.celsius = 101
        $0.fahrenheit = 213
        $0.chargingMode = ChargingMode(number: 9)
        $0.screenTimeoutMinutes = 10
      } == ["celsius", "fahrenheit", "chargingMode", "screenTimeoutMinutes"])
  }

  @Test func theChargingModesHaveTheirPublishedNumbers() {
    let modes: [ChargingMode] = [
      .unknown, .quickCharge2, .quickCharge3, .apple2400mA, .apple2100mA, .apple1000mA,
      .apple500mA, .dedicated1500mA, .samsung,
    ]
    #expect(modes.map(\.number) == Array(0...8))
  }

  @Test func theLimitsAreEachModels() {
    #expect(remarks(.um24c) { $0.amperes = 3 } == [])
    #expect(remarks(.um24c) { $0.amperes = 3.001 } == ["amperes"])
    #expect(remarks(.um34c) { $0.amperes = 4.001 } == ["amperes"])
    #expect(remarks(.um25c) { $0.amperes = 5 } == [])
    #expect(remarks(.um24c) { $0.chargingMode = .samsung } == ["chargingMode"])
    #expect(remarks(.um34c) { $0.chargingMode = .samsung } == [])
    #expect(
      remarks(.um25c) {
        $0.volts = 24.001
        $0.selectedGroup = 10
        $0.recordingThresholdAmperes = 0.31
        $0.recordingFlag = 2
        $0.backlightLevel = 6
      } == [
        "volts", "selectedGroup", "recordingThresholdAmperes", "recordingFlag", "backlightLevel",
      ])
  }
}
