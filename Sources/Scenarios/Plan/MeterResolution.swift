// What the meters resolve, by their data sheets.

import MeterEmulator
import SharedProtocols

extension MeterConfiguration {
  /// The smallest step of a measured quantity, which is the tolerance of an expectation that names
  /// none; nil for what the meters do not measure in numbers.
  func resolution(of quantity: String) -> Double? {
    // The documents cut what a TC66C says to whole units.
    if model == .tc66c, profile == .documented { return 1 }
    let isFine = model == .um25c
    switch quantity {
    case "volts": return isFine ? 0.001 : model == .tc66c ? 0.0001 : 0.01
    case "amperes": return isFine ? 0.0001 : model == .tc66c ? 0.00001 : 0.001
    case "watts": return model == .tc66c ? 0.0001 : 0.001
    case "celsius", "temperatureDegrees": return 1
    case "ohms": return 0.1
    case "dataPlusVolts", "dataMinusVolts", "recordingThresholdAmperes": return 0.01
    default: return nil
    }
  }
}
