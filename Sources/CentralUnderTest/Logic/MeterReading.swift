// What a meter says, whichever it is.

import SharedProtocols

/// One valid measurement.
public enum MeterReading: Sendable, Hashable {
  /// A frame of the UM series.
  case um(UMFrame)
  /// A frame of a TC66C on sale.
  case tc66c(TC66Frame)
  /// A value of a TC66C as documented: whole watts and amperes, and nothing else.
  case documentedTC66C(TC66DocumentedValue)

  /// The model whose measurement it is.
  public var model: MeterModel {
    switch self {
    case .um(let frame): frame.model.meterModel
    case .tc66c, .documentedTC66C: .tc66c
    }
  }

  /// The data groups, in their order; none in a documented TC66C's value.
  public var groups: [DataGroup] {
    switch self {
    case .um(let frame): frame.measurement.groups
    case .tc66c(let frame): frame.measurement.groups
    case .documentedTC66C: []
    }
  }

  /// All quantities by their names, with a remark where one is outside what the model's documents
  /// allow.
  public var fields: [MeasurementField] {
    switch self {
    case .um(let frame): frame.fields
    case .tc66c(let frame): frame.fields
    case .documentedTC66C(let value): value.fields
    }
  }
}
