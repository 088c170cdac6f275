// What a scenario needs to know of the fault vocabulary in order to check a `fault:` step.

import Records

/// A fault by level and verb, with its parameters as they were written and checked.
public struct FaultSpecification: Sendable, Hashable {
  /// `link`, `gatt`, `payload`, `advertising` or `host`.
  public var level: String
  /// `outOfRange`, `noAnswer`, …
  public var verb: String
  /// The parameters that were given.
  public var arguments: [String: FaultValue]

  /// `link.outOfRange`: the name that records carry.
  public var name: String { "\(level).\(verb)" }

  /// A fault of this level and verb.
  public init(level: String, verb: String, arguments: [String: FaultValue] = [:]) {
    self.level = level
    self.verb = verb
    self.arguments = arguments
  }
}

/// The value of a fault's parameter.
public enum FaultValue: Sendable, Hashable {
  case duration(Duration)
  case integer(Int)
  case text(String)
  case flag(Bool)
}

/// The definition of one parameter.
public struct FaultParameterDefinition: Sendable {
  /// What values it takes.
  public enum Kind: Sendable {
    case duration
    case integer(ClosedRange<Int>)
    case choice([String])
    case flag
    case text
  }

  /// Its key in a `fault:` step.
  public var name: String
  /// What values it takes.
  public var kind: Kind
  /// Whether it must be given.
  public var isRequired: Bool

  /// A parameter of this name.
  public init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
  }
}

/// The definition of one verb.
public struct FaultDefinition: Sendable {
  /// The level it works at.
  public var level: String
  /// Its name.
  public var verb: String
  /// What it can be told.
  public var parameters: [FaultParameterDefinition]

  /// A verb of this level and name.
  public init(level: String, verb: String, parameters: [FaultParameterDefinition]) {
    self.level = level
    self.verb = verb
    self.parameters = parameters
  }
}

/// All faults that a scenario may lay.
public protocol FaultCatalogue {
  /// The levels, verbs and parameters.
  var definitions: [FaultDefinition] { get }
}
