// What a meter senses besides its load.

import SharedProtocols

/// The meter's temperature and what the charger does on the data lines.
public struct Surroundings: Sendable, Hashable, Codable {
  /// The temperature in whole degrees Celsius. How a UM meter sends one below zero is not known:
  /// the emulated ones send zero.
  public var celsius: Int
  /// Voltage of the data line D+.
  public var dataPlusVolts: Double
  /// Voltage of the data line D−.
  public var dataMinusVolts: Double
  /// The fast-charging protocol that a UM meter recognises.
  public var chargingMode: ChargingMode

  /// Surroundings of 25 °C with quiet data lines, unless told otherwise. Temperatures are held to
  /// −99 to 999 degrees, voltages to 0 to 655.35 V, the mode's number to 16 bits: what frames can
  /// say.
  public init(
    celsius: Int = 25, dataPlusVolts: Double = 0, dataMinusVolts: Double = 0,
    chargingMode: ChargingMode = .unknown
  ) {
    self.celsius = celsius
    self.dataPlusVolts = dataPlusVolts
    self.dataMinusVolts = dataMinusVolts
    self.chargingMode = chargingMode
  }

  /// The same within what every frame can say.
  var limited: Surroundings {
    func volts(_ volts: Double) -> Double { volts.isNaN ? 0 : min(max(volts, 0), 655.35) }
    return Surroundings(
      celsius: min(max(celsius, -99), 999), dataPlusVolts: volts(dataPlusVolts),
      dataMinusVolts: volts(dataMinusVolts),
      chargingMode: ChargingMode(number: min(max(chargingMode.number, 0), 0xFFFF)))
  }

  /// The temperature in whole degrees Fahrenheit.
  var fahrenheit: Int { Int((Double(celsius) * 1.8 + 32).rounded()) }
}
