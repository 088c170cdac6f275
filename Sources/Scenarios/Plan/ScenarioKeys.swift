// The keys of a scenario file but for its expectations and faults, which have tables of their own.

import Records
import SharedProtocols

/// The mappings of a scenario file.
enum ScenarioKeys {
  static let scenario = Mapping(
    "a scenario",
    [
      Key(
        "scenario", "text", isRequired: true, "The title: one sentence that can be true or false."),
      Key("covers", "list of ids", "The requirements that it covers, such as `RETRY-1`."),
      Key(
        "meters", "list of meters", isRequired: true,
        "The meters on the air, 1 to 15; the first is on hci1, the next on hci2."),
      Key(
        "central", "`builtIn` or a mapping",
        "The central under test, which is on hci0. Without it the built-in one."),
      Key(
        "policy", "a mapping",
        "Limits that the central is told to keep, and which meters it is for."),
      Key(
        "limit", "time",
        "How long the whole may take, \(Scenario.defaultLimit.text) if not said; a central that is "
          + "not done then has failed. Steps that may take longer are refused."),
      Key("timeline", "list of steps", isRequired: true, "What happens, in order."),
    ])

  static let central = Mapping(
    "the central",
    [
      Key(
        "command", "list of texts", isRequired: true,
        "A program and its arguments. It is started in the folder in which meterloop was, and may "
          + "speak the [driver protocol](driver-protocol.md).")
    ])

  static let policy = Mapping(
    "the policy",
    [
      Key(
        "attemptCap", "0 to 1000 or `off`",
        "How many reconnect attempts in a row it makes before it gives up; "
          + "\(CentralPolicy().attemptCap.map(String.init) ?? "`off`") if not said."),
      Key(
        "connectTimeout", "time or `off`",
        "When it gives a connect up; \(CentralPolicy().connectTimeout?.text ?? "`off`") if not said."
      ),
      Key(
        "serviceDiscoveryTimeout", "time",
        "When it gives a service discovery up; \(CentralPolicy().serviceDiscoveryTimeout.text) if "
          + "not said."),
      Key(
        "measurementTimeout", "time",
        "When it asks again for a measurement; \(CentralPolicy().measurementTimeout.text) if not "
          + "said."),
      Key(
        "pollInterval", "time",
        "From a measurement to the next request; \(CentralPolicy().pollInterval.text) if not said."),
      Key(
        "profile", MeterProfile.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
        "Whether it looks only for meters as documented, or for those on sale too. `factory` if a "
          + "meter of the scenario has that profile, else `documented`, if not said."),
    ])

  /// The words of a `central:` step.
  static let centralCommands = [
    Word("connect", "The user wants a meter: the first one seen."),
    Word("disconnect", "The user wants it no more."),
    Word("scan", "The user wants to see which meters are there."),
    Word("background", "The user has left the app, which goes on in the background."),
    Word("foreground", "The user is back in the app."),
    Word("quit", "It ends, with exit code 0, within 10 s; it can be told nothing more."),
  ]

  static let centralStep = Mapping(
    "a central step",
    [
      Key("connect", "NAME", "The user wants this meter."),
      Key(
        "send", "BYTES",
        "The user wants the meter to be told this, as a command, once it is being asked for "
          + "measurements: bytes in hex, `A3` or `00 F0 A0 1B AB`."),
    ])

  static let meterStep = Mapping(
    "a meter step",
    [Key("name", "a meter's name", "Which meter; the first if not said.")] + meterChange.keys)

  /// What a meter step changes.
  static let meterChange = Mapping(
    "a change of a meter",
    [
      Key(
        "load", "a load",
        "What is plugged into it from now on; of a steady load, what is not said stays as it is. A "
          + "load that changes by itself begins now.")
    ]
      + SettingKey.all.map { setting in
        Key(setting.key.name, setting.key.value, "As of [a meter](#a-meter).")
      })
}

/// A kind of step.
struct StepKind: Sendable {
  /// Its key.
  let name: String
  /// What stands there.
  let value: String
  /// What it does, and when the next step begins.
  let summary: String
  /// One of them, as it stands in a timeline.
  let example: String

  /// All kinds.
  static let all = [
    StepKind(
      name: "central", value: "a command",
      summary: "Tells the central to do something, and waits for its answer (at most 10 s).",
      example: "central: connect"),
    StepKind(
      name: "expect", value: "an expectation",
      summary: "Waits until something is seen, or watches that it is not.",
      example: "expect: {state: dataIsAvailable, within: 5s}"),
    StepKind(
      name: "fault", value: "a fault",
      summary: "Makes something go wrong from now on; see the [faults](faults.md).",
      example: "fault: {link: outOfRange, for: 20s}"),
    StepKind(
      name: "lift", value: "a fault's level and verb",
      summary: "Takes away the last fault of that verb that still lies, if any does.",
      example: "lift: {link: outOfRange}"),
    StepKind(
      name: "wait", value: "time", summary: "Lets time pass.", example: "wait: 400ms"),
    StepKind(
      name: "meter", value: "a meter step",
      summary: "Changes what is plugged into a meter, or what is set at it.",
      example: "meter: {load: {volts: 9.01}}"),
  ]
}
