// The meter is there and cannot be found.

import VirtualAir

/// The meter does not advertise.
struct Stop: AdvertisingFaultVerb {
  static let name = "stop"
  static let example = "{advertising: stop, for: 20s}"
  static let summary = "The meter does not advertise. Links that there are stay."
  static let parameters: [FaultParameter] = []
  static let proof = """
    an advertisement was not sent that the central would have heard, once for each time that it \
    began to listen
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func change(on targets: FaultTargets) -> AdvertisingChange { .silence }
}
