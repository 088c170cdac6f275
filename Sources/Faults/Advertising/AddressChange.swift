// The meter has another address than before.

import SharedProtocols
import VirtualAir

/// The meter advertises under another address.
struct AddressChange: AdvertisingFaultVerb {
  static let name = "addressChange"
  static let example = "{advertising: addressChange, to: C0:01:02:03:04:05}"
  static let summary = """
    The meter advertises under another, random static address, as after its batteries were \
    changed: to a central it is another device.
    """
  static let parameters = [to]
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """
  private static let to = FaultParameter(
    "to", .text, default: .text("C0:66:25:24:34:01"),
    summary: "the address, whose two highest bits are set")

  private let address: BluetoothAddress

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    address = try arguments.randomAddress(Self.to)
  }

  func change(on targets: FaultTargets) -> AdvertisingChange { .address(address, isRandom: true) }
}
