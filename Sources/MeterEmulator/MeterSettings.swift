// What can be set at a meter that runs: in its menu, by its commands, or in its workshop.

import SharedProtocols

/// The settings of a meter's firmware, which it keeps without power. What a model has no use for
/// does nothing in it.
public struct MeterSettings: Sendable, Hashable, Codable {
  /// A TC66C's serial number.
  public var serialNumber: UInt32 = 1
  /// Whether a TC66C is set to degrees Fahrenheit.
  public var usesFahrenheit = false
  /// Whether a documented UM lets itself be calibrated.
  public var isCalibrationUnlocked = false
  /// After how many minutes a UM's display goes dark; 0 for never.
  public var screenTimeoutMinutes = 1
  /// How bright a UM's display is, from 0 to 5.
  public var backlightLevel = 4
  /// Which screen is on display, from 0.
  public var screenIndex = 0
  /// By how many quarters the display is turned, from 0 to 3; no frame says so.
  public internal(set) var quarterTurns = 0

  /// How many screens there are to go through. The meters' own numbers are not in any published
  /// source: this is ours.
  public static let screenCount = 6
  /// What a UM's frames can say of its display.
  public static let screenTimeoutMinutesRange = 0...9
  /// From dark to bright.
  public static let backlightLevels = 0...5

  /// The defaults, which are ours.
  public init() {}

  mutating func showNextScreen() { screenIndex = (screenIndex + 1) % Self.screenCount }

  mutating func showPreviousScreen() {
    screenIndex = (screenIndex + Self.screenCount - 1) % Self.screenCount
  }

  mutating func turnScreen() { quarterTurns = (quarterTurns + 1) % 4 }
}

/// One thing that can be set at a meter before it is switched on and while it runs.
public enum MeterSetting: Sendable, Hashable {
  /// The temperature in whole degrees Celsius.
  case celsius(Int)
  /// Voltage of the data line D+.
  case dataPlusVolts(Double)
  /// Voltage of the data line D−.
  case dataMinusVolts(Double)
  /// The fast-charging protocol that a UM recognises.
  case chargingMode(ChargingMode)
  /// A TC66C's serial number.
  case serialNumber(UInt32)
  /// Whether a TC66C is set to degrees Fahrenheit.
  case usesFahrenheit(Bool)
  /// After how many minutes a UM's display goes dark; 0 for never.
  case screenTimeoutMinutes(Int)
  /// How bright a UM's display is, from 0 to 5.
  case backlightLevel(Int)
  /// Which screen a UM shows, from 0.
  case screenIndex(Int)
  /// Whether a documented UM lets itself be calibrated.
  case isCalibrationUnlocked(Bool)

  fileprivate func apply(to surroundings: inout Surroundings, _ settings: inout MeterSettings) {
    switch self {
    case .celsius(let celsius): surroundings.celsius = celsius
    case .dataPlusVolts(let volts): surroundings.dataPlusVolts = volts
    case .dataMinusVolts(let volts): surroundings.dataMinusVolts = volts
    case .chargingMode(let mode): surroundings.chargingMode = mode
    case .serialNumber(let number): settings.serialNumber = number
    case .usesFahrenheit(let isOn): settings.usesFahrenheit = isOn
    case .screenTimeoutMinutes(let minutes): settings.screenTimeoutMinutes = minutes
    case .backlightLevel(let level): settings.backlightLevel = level
    case .screenIndex(let index): settings.screenIndex = index
    case .isCalibrationUnlocked(let isUnlocked): settings.isCalibrationUnlocked = isUnlocked
    }
  }
}

extension MeterConfiguration {
  /// Has the meter begin with this.
  public mutating func set(_ setting: MeterSetting) { setting.apply(to: &surroundings, &settings) }
}

/// A change of a meter that runs: what it does not name stays as it is.
public struct MeterChange: Sendable, Hashable {
  /// What is plugged in from then on.
  public enum NewLoad: Sendable, Hashable {
    /// A steady load; what is nil stays as it is at that moment.
    case steady(volts: Double?, amperes: Double?)
    /// A load that follows a program.
    case program(LoadProgram)
  }

  /// Another load.
  public var load: NewLoad?
  /// What is set.
  public var settings: [MeterSetting]

  /// A change.
  public init(load: NewLoad? = nil, settings: [MeterSetting] = []) {
    self.load = load
    self.settings = settings
  }
}

extension MeterCore {
  /// Changes the meter; it shows in the next frame, or of the load in the next sample where the
  /// meter has a sampling interval. A load that cannot be is an error, and nothing is changed.
  public func make(_ change: MeterChange) throws(LoadError) {
    switch change.load {
    case nil: break
    case .steady(let volts, let amperes):
      let present = load
      load = try Load(volts: volts ?? present.volts, amperes: amperes ?? present.amperes)
    case .program(let program): run(program)
    }
    var surroundings = surroundings
    var settings = settings
    for setting in change.settings { setting.apply(to: &surroundings, &settings) }
    self.surroundings = surroundings
    self.settings = settings
  }
}
