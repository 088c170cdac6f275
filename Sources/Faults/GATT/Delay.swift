// The meter answers late.

import VirtualAir

/// Answers of the meter take longer.
struct Delay: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "delay"
  static let example = "{gatt: delay, by: 4s, to: write}"
  static let summary = """
    The meter gets the central's request at once, and its answer arrives so much later. What is \
    no answer may overtake it.
    """
  static let parameters = [
    by, FaultParameter.procedure, FaultParameter.characteristic, FaultParameter.times,
  ]
  static let proof = "an answer set out that will arrive late"
  private static let by = FaultParameter(
    "by", .duration, isRequired: true, summary: "how much later")

  private let delay: Duration
  private let selector: ATTSelector
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    delay = try arguments.duration(Self.by)
    selector = try arguments.selector()
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction { .delayAnswer(selector, by: delay) }
}
