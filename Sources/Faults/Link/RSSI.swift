// The meter is heard weakly.

import VirtualAir

/// The meter is heard with another strength.
struct RSSI: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "rssi"
  static let example = "{link: rssi, dbm: -95}"
  static let summary = """
    Advertisements of the meter are heard with this strength, and links to it have it. Nothing \
    else follows from it.
    """
  static let parameters = [dbm]
  static let isOfOneCentral = false
  static let proof = """
    the central heard an advertisement with it, once for each time that it began to listen, or \
    read it of a link
    """
  private static let dbm = FaultParameter(
    "dbm", .integer(-127...20), isRequired: true, summary: "the strength in dBm")

  private let dbm: Int8

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    dbm = Int8(clamping: try arguments.number(Self.dbm))
  }

  func links(of targets: FaultTargets) -> LinkSelector { targets.meterLinks }

  func action(on targets: FaultTargets) -> AirAction { .show(.strength(dbm)) }
}
