// What the meters resolve, by their data sheets.

import SharedProtocols

extension MeterModel {
  /// The smallest step of a measured quantity, which is the tolerance of an expectation that names
  /// none; nil for what the meters do not measure in numbers.
  func resolution(of quantity: String) -> Double? {
    let isFine = self == .um25c
    switch quantity {
    case "volts": return isFine ? 0.001 : self == .tc66c ? 0.0001 : 0.01
    case "amperes": return isFine ? 0.0001 : self == .tc66c ? 0.00001 : 0.001
    case "watts": return self == .tc66c ? 0.0001 : 0.001
    case "celsius": return 1
    case "ohms": return 0.1
    default: return nil
    }
  }
}
