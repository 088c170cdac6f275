// The meter's flags are others.

import VirtualAir

/// The meter advertises other flags.
struct Flags: AdvertisingFaultVerb {
  static let name = "flags"
  static let example = "{advertising: flags, value: 0x04}"
  static let summary = "The meter advertises other flags."
  static let parameters = [value]
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """
  private static let value = FaultParameter(
    "value", .byte, isRequired: true,
    summary: "a sum of 0x01 limited discoverable, 0x02 general discoverable, 0x04 no BR/EDR")

  private let value: UInt8

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    value = try arguments.byte(Self.value)
  }

  func change(on targets: FaultTargets) -> AdvertisingChange { .flags(value) }
}
