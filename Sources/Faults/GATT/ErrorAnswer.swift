// The meter refuses a request.

import VirtualAir

/// Requests of the central are answered with an ATT error.
struct ErrorAnswer: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "error"
  static let example = "{gatt: error, code: 0x0E, to: write}"
  static let summary = """
    The central's request is answered with an ATT error, which may be one that no D-Bus answer can \
    bring about. The meter does not see the request.
    """
  static let parameters = [
    code, FaultParameter.procedure, FaultParameter.characteristic, FaultParameter.times,
  ]
  static let proof = "a request was answered with the error in the meter's stead"
  private static let code = FaultParameter(
    "code", .errorCode, isRequired: true,
    summary: "the ATT error code: 0x0E unlikely error, 0x80 to 0x9F an application's own")

  private let code: UInt8
  private let selector: ATTSelector
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    code = try arguments.byte(Self.code)
    selector = try arguments.selector()
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction { .refuse(selector, error: code) }
}
