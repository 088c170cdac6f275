// The meter says that another made it.

import VirtualAir

/// The meter advertises other manufacturer data.
struct WrongManufacturer: AdvertisingFaultVerb {
  static let name = "wrongManufacturer"
  static let example = "{advertising: wrongManufacturer, company: 0x004C, data: '02 15'}"
  static let summary = "The meter advertises manufacturer data of another company."
  static let parameters = [company, data]
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """
  private static let company = FaultParameter(
    "company", .integer(0...0xFFFF), isRequired: true, summary: "the company's id")
  private static let data = FaultParameter(
    "data", .bytes(0...27), default: .bytes([]), summary: "what follows it")

  private let company: UInt16
  private let data: [UInt8]

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    company = UInt16(clamping: try arguments.number(Self.company))
    data = try arguments.bytes(Self.data)
  }

  func change(on targets: FaultTargets) -> AdvertisingChange {
    .manufacturer(company: company, data: data)
  }
}
