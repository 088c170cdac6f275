// The link ends in the middle of things.

import VirtualAir

/// The link between the central and the meter ends at once.
struct Disconnect: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "disconnect"
  static let example = "{link: disconnect, reason: 0x13}"
  static let summary = """
    The link ends at once. After a reason that says the other side hung up (0x13, 0x14, 0x15) the \
    meter's host is told 0x16, for any other reason the same as the central.
    """
  static let parameters = [reason]
  static let proof = "the central's host was sent the Disconnection Complete"
  private static let reason = FaultParameter(
    "reason", .errorCode, default: .integer(0x13),
    summary: "why, as an HCI error code: 0x13 the user of the other side, 0x08 timeout")

  private let reason: UInt8

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    reason = try arguments.byte(Self.reason)
  }

  func action(on targets: FaultTargets) -> AirAction { .disconnect(reason: reason) }
}
