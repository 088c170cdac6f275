// What a UM meter says in one frame, in units.

/// One measurement of a UM meter with the settings that its frame carries along.
///
/// Whole quantities are `Int`, others `Double`; a frame holds neither negative ones nor more digits
/// than the model resolves. Watts and ohms are computed by the meter from more digits than it sends,
/// so they agree with volts and amperes only within rounding.
public struct UMMeasurement: Sendable, Hashable {
  /// Voltage at the meter.
  public var volts: Double
  /// Current through the meter.
  public var amperes: Double
  /// Power, to 1 mW on all models.
  public var watts: Double
  /// Temperature in whole degrees. How a meter sends one below zero is not known.
  public var celsius: Int
  /// The same temperature as the meter itself converts it.
  public var fahrenheit: Int
  /// Which of the ten data groups counts now.
  public var selectedGroup: Int
  /// The ten data groups.
  public var groups: [DataGroup]
  /// Voltage of the data line D+, to 10 mV.
  public var dataPlusVolts: Double
  /// Voltage of the data line D−, to 10 mV.
  public var dataMinusVolts: Double
  /// The fast-charging protocol that the meter recognised.
  public var chargingMode: ChargingMode
  /// Charge recorded while the current was above the threshold.
  public var recordedMilliampereHours: Int
  /// Energy recorded while the current was above the threshold.
  public var recordedMilliwattHours: Int
  /// The current from which the meter records, to 10 mA.
  public var recordingThresholdAmperes: Double
  /// How long the meter has recorded.
  public var recordedSeconds: Int
  /// Whether it records now, as the frame has it: 0 for no, 1 for yes.
  public var recordingFlag: Int
  /// When the display goes dark, 0 for never.
  public var screenTimeoutMinutes: Int
  /// The display's brightness, 0 to 5.
  public var backlightLevel: Int
  /// Resistance of the load, to 0.1 Ω; 9999.9 stands for an open circuit.
  public var ohms: Double
  /// Which screen the display shows, from 0.
  public var screenIndex: Int
  /// What stands before a UM34C's checksum. Its meaning is not known; 0x80 is what one was seen to
  /// send. In the other models' frames there is no such byte.
  public var unknownByte: Int

  /// How many data groups a meter has.
  public static let groupCount = 10
  /// What a meter says of an open circuit.
  public static let openCircuitOhms = 9999.9

  /// A meter with nothing connected and nothing counted.
  public init() {
    volts = 0
    amperes = 0
    watts = 0
    celsius = 0
    fahrenheit = 0
    selectedGroup = 0
    groups = Array(repeating: DataGroup(), count: Self.groupCount)
    dataPlusVolts = 0
    dataMinusVolts = 0
    chargingMode = .unknown
    recordedMilliampereHours = 0
    recordedMilliwattHours = 0
    recordingThresholdAmperes = 0
    recordedSeconds = 0
    recordingFlag = 0
    screenTimeoutMinutes = 0
    backlightLevel = 0
    ohms = Self.openCircuitOhms
    screenIndex = 0
    unknownByte = 0x80
  }

  /// Whether it records now.
  public var isRecording: Bool {
    get { recordingFlag != 0 }
    set { recordingFlag = newValue ? 1 : 0 }
  }
}

/// The fast-charging protocol by the number that meters give it.
public struct ChargingMode: Sendable, Hashable, Codable {
  /// The number in the frame; some firmware says 0xFFFF for unknown.
  public var number: Int

  /// The mode with this number, known or not.
  public init(number: Int) {
    self.number = number
  }

  /// None recognised.
  public static let unknown = ChargingMode(number: 0)
  /// Quick Charge 2.0.
  public static let quickCharge2 = ChargingMode(number: 1)
  /// Quick Charge 3.0.
  public static let quickCharge3 = ChargingMode(number: 2)
  /// Apple, 2.4 A.
  public static let apple2400mA = ChargingMode(number: 3)
  /// Apple, 2.1 A.
  public static let apple2100mA = ChargingMode(number: 4)
  /// Apple, 1.0 A.
  public static let apple1000mA = ChargingMode(number: 5)
  /// Apple, 0.5 A.
  public static let apple500mA = ChargingMode(number: 6)
  /// Dedicated charging port, 1.5 A.
  public static let dedicated1500mA = ChargingMode(number: 7)
  /// Samsung.
  public static let samsung = ChargingMode(number: 8)
}
