// What the central knows of the services does not hold any more.

import VirtualAir

/// The server has forgotten its handles.
struct StaleCache: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "staleCache"
  static let example = "{gatt: staleCache}"
  static let summary = """
    Reads, writes and subscriptions of the central are answered with Invalid Handle (0x01), and \
    its Write Commands come to nothing, until it discovers the services again.
    """
  static let parameters: [FaultParameter] = []
  static let proof = "a request was refused in the meter's stead, or a Write Command was lost"

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {}

  func action(on targets: FaultTargets) -> AirAction { .forgetHandles }
}
