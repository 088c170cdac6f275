// The meter can be heard and not be connected to.

import VirtualAir

/// The meter advertises that nobody can connect.
struct NonConnectable: AdvertisingFaultVerb {
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

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func change(on targets: FaultTargets) -> AdvertisingChange { .type(.nonConnectable) }
}
