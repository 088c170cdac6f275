// A measurement as names and values, for printing it, judging it, and setting it from text.

/// One quantity of a measurement.
public struct MeasurementField: Sendable, Hashable {
  /// What it is.
  public enum Value: Sendable, Hashable {
    case number(Double)
    case whole(Int)
    case text(String)
  }

  /// Its name with its unit, as the property of the measurement is called.
  public var name: String
  /// What it is.
  public var value: Value
  /// Why the value is none that the model's documents allow; nil when it is one, or when they say
  /// nothing about it.
  public var remark: String?

  /// A quantity of this name and value.
  init(name: String, value: Value, remark: String? = nil) {
    self.name = name
    self.value = value
    self.remark = remark
  }
}

/// What can be listed as fields and set by their names.
public protocol FieldedMeasurement {
  /// All quantities in the order of the frame.
  var fields: [MeasurementField] { get }

  /// Sets the quantity that `name` means, from its text.
  mutating func set(_ name: String, to text: String) throws(FieldSettingError)
}

extension FieldedMeasurement {
  /// The quantities that are outside what the model's documents allow. Real meters send such:
  /// they are worth a remark and no reason to refuse a frame.
  public var undocumented: [MeasurementField] { fields.filter { $0.remark != nil } }
}

/// Why a quantity cannot be set.
public enum FieldSettingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No quantity is called so.
  case name(String)
  /// The text is none of what the quantity takes.
  case value(field: String, text: String, takes: String)

  /// One line that names the field and what it takes.
  public var description: String {
    switch self {
    case .name(let name): "there is no '\(name)' in the frame"
    case .value(let field, let text, let takes): "\(field) takes \(takes), not '\(text)'"
    }
  }
}
