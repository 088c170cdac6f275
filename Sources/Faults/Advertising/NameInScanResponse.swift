// The meter says what it is called to those only who ask.

import VirtualAir

/// The meter's name is in its scan response alone.
struct NameInScanResponse: AdvertisingFaultVerb {
  static let name = "nameInScanResponse"
  static let example = "{advertising: nameInScanResponse}"
  static let summary = """
    The meter's name is not in its advertisements but in its scan responses, which come after \
    them and only to a central that scans actively.
    """
  static let parameters: [FaultParameter] = []
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func change(on targets: FaultTargets) -> AdvertisingChange { .nameInScanResponse }
}
