// The central hears the meter, and yet cannot connect.

import VirtualAir

/// Connections to the meter fail.
struct ConnectFailure: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "connectFailure"
  static let example = "{link: connectFailure, status: 0x3E, times: 2}"
  static let summary = """
    Connections to the meter fail. With 0x3E as the specification has it: the host is told of a \
    connection that carries nothing and ends after six connection intervals. With any other status \
    the controller refuses LE Create Connection.
    """
  static let parameters = [status, FaultParameter.times]
  static let proof =
    "the central's LE Create Connection was refused, or its host was told that the link ended 0x3E"
  private static let status = FaultParameter(
    "status", .errorCode, default: .integer(0x3E),
    summary: "the HCI error code: 0x3E failed to be established, 0x07 out of memory")

  private let status: UInt8
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    status = try arguments.byte(Self.status)
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction { .failConnection(status: status) }
}
