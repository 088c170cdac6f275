// The meter says that its services are others now.

import VirtualAir

/// The central gets an indication of Service Changed.
struct ServiceChanged: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "serviceChanged"
  static let example = "{gatt: serviceChanged}"
  static let summary = """
    The meter indicates at once that the attributes of a range of handles have changed. They have \
    not: what the central discovers again is as before.
    """
  static let parameters = [first, last]
  static let proof = """
    the indication was sent to the central; it is not while no link is there or the central has \
    not discovered Service Changed (2A05)
    """
  private static let first = FaultParameter(
    "first", .integer(1...0xFFFF), default: .integer(1), summary: "the first handle of the range")
  private static let last = FaultParameter(
    "last", .integer(1...0xFFFF), default: .integer(0xFFFF), summary: "the last handle of it")

  private let first: UInt16
  private let last: UInt16

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    first = UInt16(clamping: try arguments.number(Self.first))
    last = UInt16(clamping: try arguments.number(Self.last))
  }

  func action(on targets: FaultTargets) -> AirAction {
    .say(.serviceChanged(from: first, to: last), every: nil)
  }
}
