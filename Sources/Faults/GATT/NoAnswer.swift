// The meter hears a request and says nothing.

import VirtualAir

/// Answers of the meter to requests of the central are lost.
struct NoAnswer: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "noAnswer"
  static let example = "{gatt: noAnswer, to: serviceDiscovery}"
  static let summary = """
    The meter gets the central's request, its answer does not arrive. A central that waits gives up \
    after 30 s by the specification, and can ask nothing more on that link.
    """
  static let parameters = [
    FaultParameter.procedure, FaultParameter.characteristic, FaultParameter.times,
  ]
  static let proof = "an answer was lost on its way to the central"

  private let selector: ATTSelector
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    selector = try arguments.selector()
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction { .dropAnswer(selector) }
}
