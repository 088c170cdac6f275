// The meter can be heard and not be connected to.

import VirtualAir

/// The meter advertises that nobody can connect.
struct NonConnectable: FaultVerb {
  static let level = FaultLevel.advertising
  static let name = "nonConnectable"
  static let example = "{advertising: nonConnectable}"
  static let summary = """
    The meter's advertisements say that it takes no connections (ADV_NONCONN_IND), and it takes \
    none.
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
        action: .show(.type(.nonConnectable))))
  }
}
