// What can be set at a meter, before it is switched on and in the timeline: the reader goes by this
// table, and the reference page prints it.

import MeterEmulator
import SharedProtocols

/// A setting under its key. Where a frame says it too, the key is the name of the measurement's value.
struct SettingKey: Sendable {
  let key: Key
  /// Which meters have it, for messages.
  let owner: String
  /// Whether a meter has it.
  let belongs: @Sendable (MeterConfiguration) -> Bool
  let read: @Sendable (Node) throws(ScenarioError) -> MeterSetting

  /// All settings.
  static let all = [
    SettingKey(
      "celsius", .number(.celsius, -99...999, unit: "°C"),
      "Its temperature in whole degrees; \(surroundings.celsius) if not "
        + "said. How a UM sends one below zero is not known: these send 0."
    ) { node throws(ScenarioError) in
      let degrees = try node.number("celsius", of: .celsius, in: -99...999)
      guard degrees == degrees.rounded() else { throw node.error("celsius is in whole degrees") }
      return .celsius(Int(degrees))
    },
    SettingKey(
      "dataPlusVolts", .number(.volts, 0...655.35, unit: "V"),
      "The voltage of the data line D+; 0 if not said."
    ) { node throws(ScenarioError) in
      .dataPlusVolts(try node.number("dataPlusVolts", of: .volts, in: 0...655.35))
    },
    SettingKey(
      "dataMinusVolts", .number(.volts, 0...655.35, unit: "V"),
      "The voltage of the data line D−; 0 if not said."
    ) { node throws(ScenarioError) in
      .dataMinusVolts(try node.number("dataMinusVolts", of: .volts, in: 0...655.35))
    },
    SettingKey(
      "chargingMode", .integer(0...0xFFFF),
      "The fast-charging protocol that a UM recognises: 0 none, 1 QC 2.0, 2 QC 3.0, 3 to 6 Apple with "
        + "2.4, 2.1, 1 and 0.5 A, 7 DCP 1.5 A, 8 Samsung; what else it may be, real ones send too. 0 "
        + "if not said.", of: "a UM", isUM
    ) { node throws(ScenarioError) in
      .chargingMode(ChargingMode(number: try node.integer("chargingMode", in: 0...0xFFFF)))
    },
    SettingKey(
      "screenTimeoutMinutes", .integer(MeterSettings.screenTimeoutMinutesRange),
      "After how many minutes a UM's display goes dark, 0 for never; \(settings.screenTimeoutMinutes) "
        + "if not said.", of: "a UM", isUM
    ) { node throws(ScenarioError) in
      .screenTimeoutMinutes(
        try node.integer("screenTimeoutMinutes", in: MeterSettings.screenTimeoutMinutesRange))
    },
    SettingKey(
      "backlightLevel", .integer(MeterSettings.backlightLevels),
      "How bright a UM's display is; \(settings.backlightLevel) if not said.", of: "a UM", isUM
    ) { node throws(ScenarioError) in
      .backlightLevel(try node.integer("backlightLevel", in: MeterSettings.backlightLevels))
    },
    SettingKey(
      "screenIndex", .integer(0...MeterSettings.screenCount - 1),
      "Which screen a UM shows; \(settings.screenIndex) if not said. That there are "
        + "\(MeterSettings.screenCount) is ours.", of: "a UM", isUM
    ) { node throws(ScenarioError) in
      .screenIndex(try node.integer("screenIndex", in: 0...MeterSettings.screenCount - 1))
    },
    SettingKey(
      "serialNumber", .integer(0...Int(UInt32.max)),
      "A TC66C's serial number; \(settings.serialNumber) if not said.", of: "a TC66C", isTC66C
    ) { node throws(ScenarioError) in
      .serialNumber(UInt32(try node.integer("serialNumber", in: 0...Int(UInt32.max))))
    },
    SettingKey(
      "usesFahrenheit", .flag,
      "Whether a TC66C's `temperatureDegrees` are Fahrenheit; `false` if not said.", of: "a TC66C",
      isTC66C
    ) { node throws(ScenarioError) in .usesFahrenheit(try node.flag("usesFahrenheit")) },
    SettingKey(
      "calibrationUnlocked", .flag,
      "Whether a documented UM lets itself be calibrated; otherwise it answers that command with an "
        + "ATT error. `false` if not said.", of: "a documented UM",
      { isUM($0) && $0.profile == .documented }
    ) { node throws(ScenarioError) in
      .isCalibrationUnlocked(try node.flag("calibrationUnlocked"))
    },
  ]

  /// The settings among the fields, for this meter.
  static func settings(
    in fields: Fields, for meter: MeterConfiguration
  ) throws(ScenarioError) -> [MeterSetting] {
    var settings: [MeterSetting] = []
    for setting in all {
      guard let node = fields[setting.key.name] else { continue }
      guard setting.belongs(meter) else {
        throw node.error("only \(setting.owner) has '\(setting.key.name)'")
      }
      settings.append(try setting.read(node))
    }
    return settings
  }

  private init(
    _ name: String, _ form: Form, _ summary: String, of owner: String = "any meter",
    _ belongs: @escaping @Sendable (MeterConfiguration) -> Bool = { _ in true },
    read: @escaping @Sendable (Node) throws(ScenarioError) -> MeterSetting
  ) {
    key = Key(name, form, summary)
    self.owner = owner
    self.belongs = belongs
    self.read = read
  }

  private static let surroundings = Surroundings()
  private static let settings = MeterSettings()
  @Sendable private static func isUM(_ meter: MeterConfiguration) -> Bool { meter.model.um != nil }
  @Sendable private static func isTC66C(_ meter: MeterConfiguration) -> Bool {
    meter.model == .tc66c
  }
}
