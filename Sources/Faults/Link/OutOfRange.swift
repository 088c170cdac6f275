// The meter is carried away, or its plug is pulled.

import VirtualAir

/// Nothing is heard of the meter, and it hears nothing.
struct OutOfRange: FaultVerb {
  static let level = FaultLevel.link
  static let name = "outOfRange"
  static let example = "{link: outOfRange, for: 20s}"
  static let summary = """
    The meter cannot be reached: its links end by their supervision timeout with reason 0x08 at both \
    ends, and its advertisements are not heard, until the fault is lifted.
    """
  static let parameters: [FaultParameter] = []
  static let proof = """
    a packet did not arrive, a link ended by its timeout, or an advertisement went unheard (once for \
    each time that someone began to listen)
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func lay(on targets: FaultTargets, as id: String) -> any LaidFault {
    targets.air.install(
      AirRule(
        id: id, verb: Self.fullName, links: LinkSelector(peripheral: targets.meterRadio.index),
        action: .outOfRange))
  }
}
