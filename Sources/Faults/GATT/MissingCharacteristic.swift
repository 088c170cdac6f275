// A characteristic that should be there is not.

import SharedProtocols
import VirtualAir

/// A characteristic is not discovered.
struct MissingCharacteristic: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "missingCharacteristic"
  static let example = "{gatt: missingCharacteristic, characteristic: FFF2}"
  static let summary = """
    Discoveries do not find the characteristic, nor its descriptors. It is there, and whoever \
    knows its handles can use it.
    """
  static let parameters = [characteristic]
  static let proof = "the characteristic was taken out of an answer to the central"
  private static let characteristic = FaultParameter(
    "characteristic", .text,
    summary: "its UUID, as FFF2; the one that carries the meter's frames without it")

  private let characteristic: BluetoothUUID?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    characteristic = try arguments.uuid(Self.characteristic)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .change(.hideCharacteristic(characteristic ?? targets.frameCharacteristic))
  }
}
