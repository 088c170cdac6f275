// The meter advertises seldom.

import VirtualAir

/// The meter advertises at another interval.
struct Interval: AdvertisingFaultVerb {
  static let name = "interval"
  static let example = "{advertising: interval, every: 2s}"
  static let summary = "From one advertisement of the meter to the next it takes so long."
  static let parameters = [every]
  static let proof = """
    the central heard the advertisement, once for each time that it began to listen
    """
  private static let every = FaultParameter(
    "every", .duration, isRequired: true, summary: "how long, in whole milliseconds from 20 ms on")

  private let milliseconds: Int

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    milliseconds = try arguments.milliseconds(Self.every, 20...10_240)
  }

  func change(on targets: FaultTargets) -> AdvertisingChange {
    .interval(milliseconds: milliseconds)
  }
}
