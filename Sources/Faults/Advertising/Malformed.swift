// The meter advertises nonsense.

import VirtualAir

/// The meter advertises raw bytes.
struct Malformed: AdvertisingFaultVerb {
  static let name = "malformed"
  static let example = "{advertising: malformed, data: '02 01 06 1E 09 55'}"
  static let summary = """
    The meter's advertisements hold these bytes, whether or not they make sense.
    """
  static let parameters = [data, scanResponse]
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """
  private static let data = FaultParameter(
    "data", .bytes(0...31), isRequired: true, summary: "the advertising data")
  private static let scanResponse = FaultParameter(
    "scanResponse", .bytes(0...31), summary: "the scan response; the meter's own without it")

  private let data: [UInt8]
  private let scanResponse: [UInt8]?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    data = try arguments.bytes(Self.data)
    scanResponse = arguments.optionalBytes(Self.scanResponse)
  }

  func change(on targets: FaultTargets) -> AdvertisingChange {
    .raw(advertisement: data, scanResponse: scanResponse)
  }
}
