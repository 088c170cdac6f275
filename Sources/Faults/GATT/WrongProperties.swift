// A characteristic says that it can do what it cannot.

import SharedProtocols
import VirtualAir

/// A characteristic is declared with other properties.
struct WrongProperties: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "wrongProperties"
  static let example = "{gatt: wrongProperties, properties: 0x02}"
  static let summary = """
    Discoveries find the characteristic with other properties than it has. What it does is not \
    changed.
    """
  static let parameters = [properties, characteristic]
  static let proof = "the declaration was changed in an answer to the central"
  private static let properties = FaultParameter(
    "properties", .byte, isRequired: true,
    summary: """
      a sum of 0x01 broadcast, 0x02 read, 0x04 write without response, 0x08 write, 0x10 notify, \
      0x20 indicate, 0x40 signed write, 0x80 extended
      """)
  private static let characteristic = FaultParameter(
    "characteristic", .text,
    summary: "its UUID, as FFF2; the one that carries the meter's frames without it")

  private let properties: UInt8
  private let characteristic: BluetoothUUID?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    properties = try arguments.byte(Self.properties)
    characteristic = try arguments.uuid(Self.characteristic)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .change(
      .declareProperties(of: characteristic ?? targets.frameCharacteristic, properties))
  }
}
