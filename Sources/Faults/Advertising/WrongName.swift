// The meter is called otherwise.

import VirtualAir

/// The meter advertises another name.
struct WrongName: AdvertisingFaultVerb {
  static let name = "wrongName"
  static let example = "{advertising: wrongName, name: HC-08}"
  static let summary = """
    The meter advertises another name. What has no room in the advertisement is in the scan \
    response, and what has none there either is cut off.
    """
  static let parameters = [advertised]
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """
  private static let advertised = FaultParameter(
    "name", .text, isRequired: true, summary: "the name, in UTF-8")

  private let name: String

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    name = try arguments.word(Self.advertised)
  }

  func change(on targets: FaultTargets) -> AdvertisingChange { .named(name) }
}
