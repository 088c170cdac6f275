// The firmware of the UM series.

import Records
import SharedProtocols

/// A UM meter's settings and what changes them.
struct UMProcessor: MeterProcessor {
  /// What the meter listens for.
  enum Language: Hashable {
    /// The documents' commands with their checksums.
    case documented
    /// Single bytes, each a command of its own, as many as come at once.
    case bytes
    /// Single bytes in the frames of the UM24C's look-alike.
    case wrapped
  }

  let model: UMModel
  let language: Language
  var settings: MeterSettings

  var groupCount: Int { UMMeasurement.groupCount }
  var volatileGroup: Int? { 0 }

  mutating func powerOn() {}

  func refuses(_ bytes: [UInt8]) -> Bool {
    guard language == .documented, !settings.isCalibrationUnlocked,
      case .calibrate? = try? DocumentedCommand(decoding: bytes)
    else { return false }
    return true
  }

  mutating func take(
    _ bytes: [UInt8], _ electrical: inout ElectricalModel, at time: VirtualTime
  ) -> [TakenCommand] {
    switch language {
    case .documented: return [documented(bytes)]
    case .wrapped:
      guard let byte = try? WrappedCommand.command(in: bytes) else {
        return [TakenCommand(name: "unknown", bytes: bytes)]
      }
      return [take(byte, as: bytes, &electrical, at: time)]
    case .bytes:
      guard !bytes.isEmpty else { return [TakenCommand(name: "unknown", bytes: bytes)] }
      return bytes.map { take($0, as: [$0], &electrical, at: time) }
    }
  }

  private func documented(_ bytes: [UInt8]) -> TakenCommand {
    switch try? DocumentedCommand(decoding: bytes) {
    case .measurement:
      TakenCommand(name: "measurement", bytes: bytes, asksForFrame: true)
    // No frame says the time, so there is nothing to keep it for.
    case .setTime(let seconds):
      TakenCommand(
        name: "setTime", details: ["unixSeconds": .integer(Int(seconds))], bytes: bytes)
    case .calibrate: TakenCommand(name: "calibrate", bytes: bytes)
    case nil: TakenCommand(name: "unknown", bytes: bytes)
    }
  }

  private mutating func take(
    _ byte: UInt8, as bytes: [UInt8], _ electrical: inout ElectricalModel, at time: VirtualTime
  ) -> TakenCommand {
    guard let command = UMCommand(byte: byte, model: model) else {
      return TakenCommand(name: "unknown", bytes: bytes)
    }
    var taken = TakenCommand(name: command.name, bytes: bytes)
    switch command {
    case .sendFrame: taken.asksForFrame = true
    case .nextScreen: settings.showNextScreen()
    case .previousScreen: settings.showPreviousScreen()
    case .rotateScreen: settings.turnScreen()
    case .nextGroup:
      electrical.selectGroup((electrical.selectedGroup + 1) % groupCount, at: time)
    case .clearGroup: electrical.clearGroup(at: time)
    case .selectGroup(let number):
      electrical.selectGroup(number, at: time)
      taken.details["group"] = .integer(number)
    case .setRecordingThreshold(let centiamperes):
      let amperes = Double(centiamperes) / 100
      electrical.setRecordingThreshold(amperes: amperes, at: time)
      taken.details["amperes"] = .number(amperes)
    case .setBacklight(let level):
      settings.backlightLevel = level
      taken.details["level"] = .integer(level)
    case .setScreenTimeout(let minutes):
      settings.screenTimeoutMinutes = minutes
      taken.details["minutes"] = .integer(minutes)
    }
    return taken
  }

  func frame(
    _ reading: ElectricalReading, _ electrical: ElectricalModel, _ surroundings: Surroundings
  ) throws(FrameEncodingError) -> [UInt8] {
    let load = reading.load
    var warmth = surroundings
    warmth.celsius = max(0, warmth.celsius)
    var measurement = UMMeasurement()
    measurement.volts = load.volts
    measurement.amperes = load.amperes
    measurement.watts = load.watts
    measurement.ohms = load.ohms(openCircuit: UMMeasurement.openCircuitOhms)
    measurement.celsius = warmth.celsius
    measurement.fahrenheit = warmth.fahrenheit
    measurement.selectedGroup = electrical.selectedGroup
    measurement.groups = reading.groups.map(\.group)
    measurement.dataPlusVolts = surroundings.dataPlusVolts
    measurement.dataMinusVolts = surroundings.dataMinusVolts
    measurement.chargingMode = surroundings.chargingMode
    measurement.recordedMilliampereHours = reading.recorded.group.milliampereHours
    measurement.recordedMilliwattHours = reading.recorded.group.milliwattHours
    measurement.recordedSeconds = Counted.saturated(reading.recordedSeconds)
    measurement.recordingThresholdAmperes = electrical.recordingThresholdAmperes
    measurement.isRecording = reading.isRecording
    measurement.screenTimeoutMinutes = settings.screenTimeoutMinutes
    measurement.backlightLevel = settings.backlightLevel
    measurement.screenIndex = settings.screenIndex
    return try UMFrame(model: model, measurement: measurement).encoded()
  }
}
