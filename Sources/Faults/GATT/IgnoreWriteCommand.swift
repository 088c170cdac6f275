// The meter does not take writes without response.

import SharedProtocols
import VirtualAir

/// Write Commands of the central are lost.
struct IgnoreWriteCommand: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "ignoreWriteCommand"
  static let example = "{gatt: ignoreWriteCommand}"
  static let summary = """
    What the central writes without response does not arrive, of which it hears nothing. Write \
    Requests are taken.
    """
  static let parameters = [FaultParameter.characteristic, FaultParameter.times]
  static let proof = "a Write Command was lost on its way to the meter"

  private let characteristic: BluetoothUUID?
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    characteristic = try arguments.uuid(.characteristic)
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .treat(.commands(to: characteristic), .lose)
  }
}
