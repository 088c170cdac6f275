// Much of what is sent is missed.

import VirtualAir

/// Transmissions are missed and repeated.
struct Loss: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "loss"
  static let example = "{link: loss, percent: 30}"
  static let summary = """
    So many of a hundred transmissions are missed, in both directions. A radio sends again at the \
    next connection event, so that nothing is lost but time, until the supervision timeout is \
    over.
    """
  static let parameters = [percent, seed]
  static let proof = "a packet set out that will arrive later"
  private static let percent = FaultParameter(
    "percent", .integer(1...99), isRequired: true, summary: "how many of a hundred")
  private static let seed = FaultParameter(
    "seed", .integer(0...Int.max), default: .integer(1), summary: "what the chance follows from")

  private let percent: Int
  private let seed: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    percent = try arguments.number(Self.percent)
    seed = try arguments.number(Self.seed)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .slow(Slowness(lossPercent: percent, seed: UInt64(seed)))
  }
}
