// Central and meter meet seldom.

import VirtualAir

/// Links have other connection parameters.
struct ConnectionParametersFault: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "connectionParameters"
  static let example = "{link: connectionParameters, interval: 500ms, latency: 4}"
  static let summary = """
    Links to the meter, those that there are and those that are made, have these parameters, \
    whatever the central asked for.
    """
  static let parameters = [interval, latency, timeout]
  static let proof = "a link had other parameters until then, or was made with others"
  private static let interval = FaultParameter(
    "interval", .duration, summary: "from one connection event to the next, from 8 ms to 4 s")
  private static let latency = FaultParameter(
    "latency", .integer(0...499), summary: "how many connection events the meter may skip")
  private static let timeout = FaultParameter(
    "timeout", .duration, summary: "how long a silent link lasts, from 100 ms to 32 s")

  private let parameters: LinkParameters

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    parameters = LinkParameters(
      interval: try arguments.optionalMilliseconds(Self.interval, 8...4000),
      latencyEvents: arguments.integer(Self.latency),
      supervisionTimeout: try arguments.optionalMilliseconds(Self.timeout, 100...32_000))
  }

  func action(on targets: FaultTargets) -> AirAction { .setParameters(parameters) }
}
