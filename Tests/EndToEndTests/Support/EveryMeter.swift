// What clients that read any meter are tested with.

import Testing

/// All kinds of meter that a profile has, on the air at once, each with a load of its own.
struct EveryMeter: CustomTestStringConvertible {
  let testDescription: String
  /// Those of `meterloop bench`.
  let options: [String]
  /// What a client that reads them all says, sorted: name, model and values of each.
  let said: [String]

  static let profiles = [
    EveryMeter(
      "documented", [], of: ["um24c", "um25c", "um34c", "tc66c"],
      said: [
        "TC66-0004 TC66C watts=18.0000 amperes=2.0000",
        "UM24C-0001 UM24C volts=9.0100 amperes=2.0200",
        "UM25C-0002 UM25C volts=9.0200 amperes=2.0300",
        "UM34C-0003 UM34C volts=9.0300 amperes=2.0400",
      ]),
    EveryMeter(
      "factory", ["--firmware", "1.14", "--firmware", "1.18"],
      of: ["um24c", "um25c", "um34c", "tc66c", "tc66c"],
      said: [
        "BT24-M TC66C volts=9.0500 amperes=2.0600", "TC66C TC66C volts=9.0400 amperes=2.0500",
        "UM24C UM24C volts=9.0100 amperes=2.0200", "UM25C UM25C volts=9.0200 amperes=2.0300",
        "UM34C UM34C volts=9.0300 amperes=2.0400",
      ]),
  ]

  private init(_ profile: String, _ options: [String], of models: [String], said: [String]) {
    testDescription = profile
    self.options =
      ["--profile", profile] + options
      + models.enumerated().flatMap { index, model in
        ["--meter", model, "--load", "volts=9.0\(index + 1),amperes=2.0\(index + 2)"]
      }
    self.said = said
  }

  /// The adapter behind the meters', of `--adapters 1`.
  var spareAdapter: Int { said.count + 1 }
}
