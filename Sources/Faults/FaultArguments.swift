// The arguments of one fault, checked against its verb's parameters.

/// What is wrong with a fault's arguments.
public enum FaultArgumentError: Error, Equatable, CustomStringConvertible {
  /// The verb has no such parameter.
  case unknown(parameter: String)
  /// The parameter must be given.
  case missing(parameter: String)
  /// The value is none that the parameter takes; `allowed` says which are.
  case unacceptable(parameter: String, allowed: String)

  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .unknown(let parameter): "there is no parameter '\(parameter)'"
    case .missing(let parameter): "'\(parameter)' is missing"
    case .unacceptable(let parameter, let allowed): "'\(parameter)' must be \(allowed)"
    }
  }
}

/// The arguments that a scenario gave a fault.
public struct FaultArguments: Sendable {
  private let values: [String: FaultValue]

  /// Checks values against a verb's parameters, and fills in the defaults.
  public init(
    _ values: [String: FaultValue], for parameters: [FaultParameter]
  ) throws(FaultArgumentError) {
    let known = Set(parameters.map(\.name))
    if let stranger = values.keys.filter({ !known.contains($0) }).min() {
      throw .unknown(parameter: stranger)
    }
    var complete: [String: FaultValue] = [:]
    for parameter in parameters {
      guard let value = values[parameter.name] ?? parameter.default else {
        if parameter.isRequired { throw .missing(parameter: parameter.name) }
        continue
      }
      guard parameter.accepts(value) else {
        throw .unacceptable(parameter: parameter.name, allowed: parameter.kind.description)
      }
      complete[parameter.name] = value
    }
    self.values = complete
  }

  /// The number given for a parameter, if one was.
  func integer(_ parameter: FaultParameter) -> Int? {
    if case .integer(let integer) = values[parameter.name] { integer } else { nil }
  }

  /// The byte given for a parameter that has a default or is required.
  func byte(_ parameter: FaultParameter) throws(FaultArgumentError) -> UInt8 {
    guard let byte = integer(parameter).flatMap(UInt8.init(exactly:)) else {
      throw .missing(parameter: parameter.name)
    }
    return byte
  }

  /// The text given for a parameter, if one was.
  func text(_ parameter: FaultParameter) -> String? {
    if case .text(let text) = values[parameter.name] { text } else { nil }
  }

  /// The number given for a parameter that has a default or is required.
  func number(_ parameter: FaultParameter) throws(FaultArgumentError) -> Int {
    guard let integer = integer(parameter) else { throw .missing(parameter: parameter.name) }
    return integer
  }

  /// The bytes given for a parameter that has a default or is required.
  func bytes(_ parameter: FaultParameter) throws(FaultArgumentError) -> [UInt8] {
    guard case .bytes(let bytes) = values[parameter.name] else {
      throw .missing(parameter: parameter.name)
    }
    return bytes
  }

  /// The bytes given for a parameter, if some were.
  func optionalBytes(_ parameter: FaultParameter) -> [UInt8]? {
    if case .bytes(let bytes) = values[parameter.name] { bytes } else { nil }
  }

  /// The duration given for a parameter that has a default or is required.
  func duration(_ parameter: FaultParameter) throws(FaultArgumentError) -> Duration {
    guard case .duration(let duration) = values[parameter.name] else {
      throw .missing(parameter: parameter.name)
    }
    return duration
  }

  /// The duration given for a parameter, if one was.
  func optionalDuration(_ parameter: FaultParameter) -> Duration? {
    if case .duration(let duration) = values[parameter.name] { duration } else { nil }
  }
}
