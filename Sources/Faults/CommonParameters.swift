// Parameters that several verbs have.

import SharedProtocols
import VirtualAir

extension FaultParameter {
  /// How often a fault fires.
  static let times = FaultParameter(
    "times", .integer(1...Int.max),
    summary: "on how many occasions, from the first on; on each one until lifted without it")

  /// Which step of the GATT conversation is hit.
  static let procedure = FaultParameter(
    "to", .choice(GATTProcedure.allCases.map(\.rawValue)),
    default: .text(GATTProcedure.any.rawValue),
    summary: "what the central asks for")

  /// Which characteristic is hit.
  static let characteristic = FaultParameter(
    "characteristic", .text,
    summary: """
      the UUID of the one that is read, written or subscribed to, as FFF1; without it, each one but \
      those of the services 1800 and 1801, which hosts use for themselves
      """)
}

extension FaultArguments {
  /// The requests that `procedure` and `characteristic` stand for.
  func selector() throws(FaultArgumentError) -> ATTSelector {
    guard let procedure = text(.procedure).flatMap(GATTProcedure.init(rawValue:)) else {
      throw .missing(parameter: FaultParameter.procedure.name)
    }
    guard let text = text(.characteristic) else { return ATTSelector(procedure) }
    guard let uuid = BluetoothUUID(text) else {
      throw .unacceptable(
        parameter: FaultParameter.characteristic.name, allowed: "a 16-bit UUID, as FFF1")
    }
    return ATTSelector(procedure, characteristic: uuid)
  }
}
