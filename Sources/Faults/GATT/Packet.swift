// What no verb does: any attribute PDU, told by its bytes.

import VirtualAir

/// Attribute PDUs of a form get lost, late, double or different.
struct Packet: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "packet"
  static let example =
    "{gatt: packet, from: meter, match: '1B', do: replace, with: '1B 11 00 FF', times: 1}"
  static let summary = """
    Attribute PDUs that have these bytes at this place are lost, come later, come twice or are \
    replaced by others.
    """
  static let parameters = [from, match, offset, skip, act, with, by, FaultParameter.times]
  static let proof = "a PDU of the form was struck"
  private static let from = FaultParameter(
    "from", .choice(["central", "meter"]), isRequired: true, summary: "who sends it")
  private static let match = FaultParameter(
    "match", .bytes(0...64), default: .bytes([]),
    summary: "the bytes that it has; none for any PDU")
  private static let offset = FaultParameter(
    "offset", .integer(0...511), default: .integer(0),
    summary: "where it has them; at 0 is the code, as 1B of a notification")
  private static let skip = FaultParameter(
    "skip", .integer(0...Int.max), default: .integer(0), summary: "how many pass unharmed before")
  private static let act = FaultParameter(
    "do", .choice(["lose", "delay", "duplicate", "replace"]), default: .text("lose"),
    summary: "what becomes of it")
  private static let with = FaultParameter(
    "with", .bytes(1...512), summary: "for replace: the PDU that arrives instead")
  private static let by = FaultParameter(
    "by", .duration, summary: "for delay: how much later it arrives")

  private let match: PDUMatch
  private let treatment: PDUTreatment
  let skipping: Int
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    match = PDUMatch(
      arguments.text(Self.from) == "central" ? .toPeripheral : .toCentral,
      bytes: try arguments.bytes(Self.match), offset: try arguments.number(Self.offset))
    skipping = try arguments.number(Self.skip)
    switch arguments.text(Self.act) {
    case "delay": treatment = .delay(try arguments.duration(Self.by))
    case "duplicate": treatment = .duplicate
    case "replace": treatment = .replace(try arguments.bytes(Self.with))
    default: treatment = .lose
    }
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction { .treat(match, treatment) }
}
