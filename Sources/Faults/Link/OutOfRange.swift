// The meter is carried away, or its plug is pulled.

import VirtualAir

/// Nothing is heard of the meter, and it hears nothing.
struct OutOfRange: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "outOfRange"
  static let example = "{link: outOfRange, for: 20s}"
  static let summary = """
    The meter cannot be reached: its links end by their supervision timeout with reason 0x08 at both \
    ends, and its advertisements are not heard, until the fault is lifted.
    """
  static let parameters: [FaultParameter] = []
  static let isOfOneCentral = false
  static let proof = """
    a packet did not arrive, a link ended by its timeout, or an advertisement went unheard (once for \
    each time that someone began to listen)
    """

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func links(of targets: FaultTargets) -> LinkSelector { targets.meterLinks }

  func action(on targets: FaultTargets) -> AirAction { .outOfRange }
}
