// The way across is long.

import VirtualAir

/// Everything arrives later.
struct Latency: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "latency"
  static let example = "{link: latency, by: 300ms}"
  static let summary = """
    All data between the central and the meter takes so much longer, in both directions.
    """
  static let parameters = [by]
  static let proof = "a packet set out that will arrive later"
  private static let by = FaultParameter(
    "by", .duration, isRequired: true, summary: "how much longer each packet takes")

  private let latency: Duration

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    latency = try arguments.duration(Self.by)
  }

  func action(on targets: FaultTargets) -> AirAction { .slow(Slowness(latency: latency)) }
}
