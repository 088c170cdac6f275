// The meter falls silent.

import SharedProtocols
import VirtualAir

/// Notifications of the meter are lost.
struct Mute: FaultVerb {
  static let level = FaultLevel.gatt
  static let name = "mute"
  static let example = "{gatt: mute, for: 10s}"
  static let summary = """
    Notifications and indications of the meter do not arrive. It answers requests as before.
    """
  static let parameters = [FaultParameter.characteristic, FaultParameter.times]
  static let proof = "a notification or indication was lost on its way to the central"

  private let characteristic: BluetoothUUID?
  private let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    characteristic = try arguments.uuid(.characteristic)
    times = arguments.integer(.times)
  }

  func lay(on targets: FaultTargets, as id: String) -> any LaidFault {
    targets.air.install(
      AirRule(
        id: id, verb: Self.fullName, links: targets.links, times: times,
        action: .treat(.values(of: characteristic), .lose)))
  }
}
