// The meter takes small packets only.

import VirtualAir

/// No larger MTU than this is agreed on.
struct MTU: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "mtu"
  static let example = "{link: mtu, bytes: 23}"
  static let summary = """
    Central and meter agree on no larger ATT MTU than this. A link that has agreed already keeps \
    its MTU.
    """
  static let parameters = [bytes]
  static let proof = "a larger MTU was offered, by either side"
  private static let bytes = FaultParameter(
    "bytes", .integer(23...517), default: .integer(23), summary: "the MTU")

  private let bytes: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    bytes = try arguments.number(Self.bytes)
  }

  func action(on targets: FaultTargets) -> AirAction { .limitMTU(bytes: bytes) }
}
