// The meter does not say which services it has.

import VirtualAir

/// The meter advertises no services.
struct NoServices: FaultVerb {
  static let level = FaultLevel.advertising
  static let name = "noServices"
  static let example = "{advertising: noServices}"
  static let summary = """
    The meter's services are neither in its advertisements nor in its scan responses. A central \
    that scans for them does not find it.
    """
  static let parameters: [FaultParameter] = []
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
  }

  func lay(on targets: FaultTargets, as id: String) -> any LaidFault {
    targets.air.install(
      AirRule(
        id: id, verb: Self.fullName, links: LinkSelector(peripheral: targets.meterRadio.index),
        action: .show(.withoutServices)))
  }
}
