// The meter falls silent.

import SharedProtocols
import VirtualAir

/// Notifications of the meter are lost.
struct Mute: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "mute"
  static let example = "{gatt: mute, for: 10s}"
  static let summary = """
    Notifications and indications of the meter do not arrive. It answers requests as before.
    """
  static let parameters = [FaultParameter.characteristic, FaultParameter.times]
  static let proof = "a notification or indication was lost on its way to the central"

  private let characteristic: BluetoothUUID?
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    characteristic = try arguments.uuid(.characteristic)
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction { .treat(.values(of: characteristic), .lose) }
}
