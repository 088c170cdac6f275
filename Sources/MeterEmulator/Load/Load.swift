// What is connected to the meter.

/// A load on the meter's output, as steady as the meter would see it.
public struct Load: Sendable, Hashable {
  /// Voltage at the meter.
  public let volts: Double
  /// Current through the meter.
  public let amperes: Double

  /// Voltages that every UM model's frame can say.
  public static let voltsRange = 0.0...65.535
  /// Currents that every UM model's frame can say.
  public static let amperesRange = 0.0...6.5535

  /// A load within the two ranges; what is outside them is thrown. The meters' own ratings are
  /// narrower (24 V; 3, 4 or 5 A) and are not enforced: an overload is worth emulating.
  public init(volts: Double, amperes: Double) throws(LoadError) {
    guard Self.voltsRange.contains(volts) else { throw .volts(volts) }
    guard Self.amperesRange.contains(amperes) else { throw .amperes(amperes) }
    self.volts = volts
    self.amperes = amperes
  }

  /// The load nearest to these numbers, which are numbers.
  init(clampingVolts volts: Double, amperes: Double) {
    self.volts = min(max(volts, Self.voltsRange.lowerBound), Self.voltsRange.upperBound)
    self.amperes = min(max(amperes, Self.amperesRange.lowerBound), Self.amperesRange.upperBound)
  }

  /// A 5 V supply with nothing behind the meter.
  public static let none = Load(clampingVolts: 5, amperes: 0)

  /// Power.
  var watts: Double { volts * amperes }

  /// Resistance, or what a meter says when next to no current flows.
  func ohms(openCircuit: Double) -> Double {
    amperes > 0 ? min(volts / amperes, openCircuit) : openCircuit
  }
}

extension Load: Codable {
  private enum CodingKeys: CodingKey {
    case volts, amperes
  }

  /// Reads a load; what is outside the ranges is an error.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      volts: values.decode(Double.self, forKey: .volts),
      amperes: values.decode(Double.self, forKey: .amperes))
  }
}

/// Why a load cannot be emulated.
public enum LoadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The voltage is outside `Load.voltsRange`, or not a number.
  case volts(Double)
  /// The current is outside `Load.amperesRange`, or not a number.
  case amperes(Double)

  /// One line that names the value and its range.
  public var description: String {
    switch self {
    case .volts(let found): "a load of \(found) V is outside \(Self.text(Load.voltsRange)) V"
    case .amperes(let found): "a load of \(found) A is outside \(Self.text(Load.amperesRange)) A"
    }
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound) to \(range.upperBound)"
  }
}
