// The meter does not say which services it has.

import VirtualAir

/// The meter advertises no services.
struct NoServices: AdvertisingFaultVerb {
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

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func change(on targets: FaultTargets) -> AdvertisingChange { .withoutServices }
}
