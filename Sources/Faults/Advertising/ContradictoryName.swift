// The meter is called like another model.

import VirtualAir

/// The meter advertises the name of a model whose service it does not have.
struct ContradictoryName: AdvertisingFaultVerb {
  static let name = "contradictoryName"
  static let example = "{advertising: contradictoryName}"
  static let summary = """
    The meter advertises the name of a model that has other services: a meter of the UM series is \
    called TC66-7F3A, a TC66C UM25C-7F3A.
    """
  static let parameters: [FaultParameter] = []
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func change(on targets: FaultTargets) -> AdvertisingChange {
    .named(
      targets.meter.configuration.model == .tc66c ? "UM25C-7F3A" : "TC66-7F3A")
  }
}
