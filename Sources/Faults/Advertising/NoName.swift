// The meter does not say what it is called.

import VirtualAir

/// The meter advertises no name.
struct NoName: AdvertisingFaultVerb {
  static let name = "noName"
  static let example = "{advertising: noName}"
  static let summary = """
    The meter's name is neither in its advertisements nor in its scan responses.
    """
  static let parameters: [FaultParameter] = []
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func change(on targets: FaultTargets) -> AdvertisingChange { .withoutName }
}
