// The meter takes writes of the other type only.

import SharedProtocols
import VirtualAir

/// Write Requests of the central are refused.
struct RefuseWriteType: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "refuseWriteType"
  static let example = "{gatt: refuseWriteType}"
  static let summary = """
    What the central writes with response is answered with Write Not Permitted (0x03), whatever \
    the characteristic's properties say. Write Commands are taken.
    """
  static let parameters = [FaultParameter.characteristic, FaultParameter.times]
  static let proof = "a Write Request was refused in the meter's stead"

  private let characteristic: BluetoothUUID?
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    characteristic = try arguments.uuid(.characteristic)
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .refuse(ATTSelector(.write, characteristic: characteristic), error: 0x03)
  }
}
