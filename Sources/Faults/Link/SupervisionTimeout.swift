// A link is soon given up, or late.

import VirtualAir

/// Links have another supervision timeout.
struct SupervisionTimeout: AirFaultVerb {
  static let level = FaultLevel.link
  static let name = "supervisionTimeout"
  static let example = "{link: supervisionTimeout, of: 6s}"
  static let summary = """
    Links to the meter, those that there are and those that are made, are lost after so long a \
    silence.
    """
  static let parameters = [of]
  static let proof = "a link had another timeout until then, or was made with another"
  private static let of = FaultParameter(
    "of", .duration, isRequired: true, summary: "how long, from 100 ms to 32 s")

  private let timeout: Duration

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    timeout = .milliseconds(try arguments.milliseconds(Self.of, 100...32_000))
  }

  func action(on targets: FaultTargets) -> AirAction {
    .setParameters(LinkParameters(supervisionTimeout: timeout))
  }
}
