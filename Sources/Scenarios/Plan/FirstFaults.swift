// The first verbs, until the vocabulary itself can be asked.

import Records

/// The faults that the shipped scenarios lay.
public struct FirstFaults: FaultCatalogue {
  /// The catalogue.
  public init() {}

  private static let procedures = [
    "mtuExchange", "serviceDiscovery", "characteristicDiscovery", "descriptorDiscovery", "read",
    "write", "subscribe", "any",
  ]

  /// The levels, verbs and parameters.
  public var definitions: [FaultDefinition] {
    [
      FaultDefinition(
        level: "payload", verb: "badChecksum",
        parameters: [FaultParameterDefinition("frames", .integer(1...1_000_000))]),
      FaultDefinition(
        level: "gatt", verb: "noAnswer",
        parameters: [FaultParameterDefinition("to", .choice(Self.procedures), isRequired: true)]),
      FaultDefinition(
        level: "gatt", verb: "error",
        parameters: [
          FaultParameterDefinition("code", .integer(1...255), isRequired: true),
          FaultParameterDefinition("to", .choice(Self.procedures), isRequired: true),
        ]),
      FaultDefinition(level: "link", verb: "outOfRange", parameters: []),
      FaultDefinition(
        level: "link", verb: "disconnect",
        parameters: [FaultParameterDefinition("reason", .integer(1...255))]),
      FaultDefinition(
        level: "link", verb: "connectFailure",
        parameters: [FaultParameterDefinition("status", .integer(1...255))]),
    ]
  }
}
