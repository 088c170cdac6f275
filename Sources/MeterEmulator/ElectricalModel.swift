// The meter's measuring side: what a load adds up to over time.
//
// The load is steady between changes, so every reading is computed from the last change on. No timer
// runs, and a reading does not depend on how often the meter was asked before.

import Records
import SharedProtocols

/// What the meter's measuring chip and its counters would say at any time.
struct ElectricalModel {
  private(set) var load: Load
  private let celsius: UInt8
  private let samplingInterval: Duration?
  private let origin: VirtualTime

  /// When the load, or anything else that counts, last changed.
  private var changed: VirtualTime
  /// What had been counted by then.
  private var counted = Counters()
  /// The last sample before the change, which stays on show until the next is due.
  private var heldSample: UMMeasurement
  private var isPowered = true

  private static let selectedGroup = 0
  private static let recordingThresholdAmperes = 0.1

  /// A meter plugged in at `origin`.
  init(configuration: MeterConfiguration, at origin: VirtualTime) {
    load = configuration.load
    celsius = configuration.celsius
    samplingInterval = configuration.samplingInterval
    self.origin = origin
    changed = origin
    heldSample = UMMeasurement()
    heldSample = reading(at: origin)
  }

  /// What the meter shows at `time`: its last sample.
  func measurement(at time: VirtualTime) -> UMMeasurement {
    let sampled = lastSample(before: time)
    return sampled < changed ? heldSample : reading(at: sampled)
  }

  /// Puts another load behind the meter at `time`.
  mutating func connect(_ load: Load, at time: VirtualTime) {
    settle(at: time)
    self.load = load
  }

  /// Takes the supply away: nothing is counted until it is back.
  mutating func unplug(at time: VirtualTime) {
    settle(at: time)
    isPowered = false
  }

  /// Gives the supply back. The first data group has forgotten everything, as it does in the meter.
  mutating func plug(at time: VirtualTime) {
    settle(at: time)
    isPowered = true
    counted.ampereSeconds = 0
    counted.wattSeconds = 0
    heldSample = reading(at: time)
  }

  private mutating func settle(at time: VirtualTime) {
    heldSample = measurement(at: time)
    counted = counters(at: time)
    changed = time
  }

  private func lastSample(before time: VirtualTime) -> VirtualTime {
    guard let interval = samplingInterval?.wholeNanoseconds, interval > 0 else { return time }
    let sinceOrigin = (time - origin).wholeNanoseconds
    return origin + .nanoseconds(sinceOrigin / interval * interval)
  }

  /// What was counted by `time`, which is not before the last change.
  private func counters(at time: VirtualTime) -> Counters {
    guard isPowered else { return counted }
    let seconds = (time - changed).inSeconds
    var counters = counted
    counters.ampereSeconds += load.amperes * seconds
    counters.wattSeconds += load.watts * seconds
    if isRecording {
      counters.recordedAmpereSeconds += load.amperes * seconds
      counters.recordedWattSeconds += load.watts * seconds
      counters.recordedSeconds += seconds
    }
    return counters
  }

  private var isRecording: Bool { load.amperes >= Self.recordingThresholdAmperes }

  private func reading(at time: VirtualTime) -> UMMeasurement {
    let counters = counters(at: time)
    var measurement = UMMeasurement()
    measurement.volts = load.volts
    measurement.amperes = load.amperes
    measurement.watts = load.watts
    measurement.ohms = load.ohms(openCircuit: UMMeasurement.openCircuitOhms)
    measurement.celsius = Int(celsius)
    measurement.fahrenheit = Int((Double(celsius) * 1.8 + 32).rounded())
    measurement.selectedGroup = Self.selectedGroup
    measurement.groups[Self.selectedGroup] = DataGroup(
      milliampereHours: Counters.inHours(counters.ampereSeconds),
      milliwattHours: Counters.inHours(counters.wattSeconds))
    measurement.recordedMilliampereHours = Counters.inHours(counters.recordedAmpereSeconds)
    measurement.recordedMilliwattHours = Counters.inHours(counters.recordedWattSeconds)
    measurement.recordedSeconds = Counters.saturated(counters.recordedSeconds)
    measurement.recordingThresholdAmperes = Self.recordingThresholdAmperes
    measurement.isRecording = isRecording
    measurement.screenTimeoutMinutes = 1
    measurement.backlightLevel = 4
    return measurement
  }
}

/// What adds up over time, in seconds of the unit.
private struct Counters {
  var ampereSeconds = 0.0
  var wattSeconds = 0.0
  var recordedAmpereSeconds = 0.0
  var recordedWattSeconds = 0.0
  var recordedSeconds = 0.0

  /// Thousandths of an hour of the unit, to the nearest.
  static func inHours(_ unitSeconds: Double) -> Int { saturated((unitSeconds / 3.6).rounded()) }

  /// A counter stays at its largest value; what a real one does there is not known.
  static func saturated(_ count: Double) -> Int { Int(min(count, Double(UInt32.max))) }
}
