// A service that should be there is not.

import SharedProtocols
import VirtualAir

/// A service is not discovered.
struct MissingService: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "missingService"
  static let example = "{gatt: missingService}"
  static let summary = """
    Discoveries do not find the service. Its attributes are there, and whoever knows their \
    handles can use them.
    """
  static let parameters = [service]
  static let proof = "the service was taken out of an answer to the central"
  private static let service = FaultParameter(
    "service", .text, summary: "its UUID, as FFF0; the one of the meter's frames without it")

  private let service: BluetoothUUID?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    service = try arguments.uuid(Self.service)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .change(.hideService(service ?? targets.frameService))
  }
}
