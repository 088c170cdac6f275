// What all verbs have in common that are one rule on the air.

import VirtualAir

/// A verb that one rule of the air carries out.
protocol AirFaultVerb: FaultVerb {
  /// On how many occasions it strikes, from the first on; nil for each one until it is lifted.
  var times: Int? { get }
  /// How many occasions pass unharmed before.
  var skipping: Int { get }
  /// Whom it is about.
  func links(of targets: FaultTargets) -> LinkSelector
  /// What the rule does.
  func action(on targets: FaultTargets) -> AirAction
}

extension AirFaultVerb {
  var times: Int? { nil }
  var skipping: Int { 0 }

  func links(of targets: FaultTargets) -> LinkSelector { targets.links }

  func lay(on targets: FaultTargets, as id: String) -> any LaidFault {
    targets.air.install(
      AirRule(
        id: id, verb: Self.fullName, links: links(of: targets), times: times, skipping: skipping,
        action: action(on: targets)))
  }
}

/// A verb that changes what the meter advertises, for everyone who listens.
protocol AdvertisingFaultVerb: AirFaultVerb {
  /// What is different.
  func change(on targets: FaultTargets) -> AdvertisingChange
}

extension AdvertisingFaultVerb {
  static var level: FaultLevel { .advertising }

  func links(of targets: FaultTargets) -> LinkSelector { targets.meterLinks }

  func action(on targets: FaultTargets) -> AirAction { .show(change(on: targets)) }
}
