// The way across is now long and now short.

import VirtualAir

/// Everything arrives more or less later.
struct Jitter: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "jitter"
  static let example = "{link: jitter, upTo: 200ms}"
  static let summary = """
    All data between the central and the meter takes longer by chance, in both directions. What \
    was sent later never arrives earlier.
    """
  static let parameters = [upTo, seed]
  static let proof = "a packet set out that will arrive later"
  private static let upTo = FaultParameter(
    "upTo", .duration, isRequired: true, summary: "how much longer a packet takes at most")
  private static let seed = FaultParameter(
    "seed", .integer(0...Int.max), default: .integer(1), summary: "what the chance follows from")

  private let longest: Duration
  private let seed: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    longest = try arguments.duration(Self.upTo)
    seed = try arguments.number(Self.seed)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .slow(Slowness(jitter: longest, seed: UInt64(seed)))
  }
}
