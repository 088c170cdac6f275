// The keys of a scenario file but for its expectations and faults, which have tables of their own.

import Records
import SharedProtocols

/// The mappings of a scenario file.
enum ScenarioKeys {
  /// The version of the language that this reader knows, and all before it.
  static let languageVersion = 1

  private static let version = Key(
    "version", Form("`\(languageVersion)`", .integer(1...languageVersion)),
    "The version of this language that the file is written for; 1 if not said. A version that this "
      + "meterloop does not know is an error.")
  private static let include = Key(
    "include", Form("a path or list of paths", .either([.text, .list(.text)])),
    "Shared parts: files whose meters come before the file's own, and whose policy and variables hold "
      + "where the file says nothing else. See [shared parts](#shared-parts).")
  private static let variables = Key(
    "variables", Form("a mapping", .table(.any)),
    "Constants by name. See [variables and cases](#variables-and-cases).")
  private static let policyKey = Key(
    "policy", Form("a mapping", .mapping(policy)),
    "Limits that the central is told to keep, and which meters it is for.")
  private static let meters = Key(
    "meters", Form("list of meters", .list(.defined(.meter))), isRequired: true,
    "The meters on the air, 1 to 15; the first is on hci1, the next on hci2.")

  /// A file that others include at their top.
  static let part = Mapping(
    "a shared part",
    [
      version, include, variables,
      Key(meters.name, meters.form, "As of [the file](#the-file)."),
      Key(policyKey.name, policyKey.form, "As of [the file](#the-file)."),
    ])

  static let scenario = Mapping(
    "a scenario",
    [
      Key(
        "scenario", .text, isRequired: true, "The title: one sentence that can be true or false."),
      version,
      Key(
        "covers", Form("list of ids", .list(.text)),
        "The requirements that it covers, such as `RETRY-1`."),
      include, variables,
      Key(
        "cases", Form("list of mappings", .list(.table(.any))),
        "A table: each row gives the variables other values, and is a run with a verdict of its own. "
          + "See [variables and cases](#variables-and-cases)."),
      meters,
      Key(
        "central",
        Form("`builtIn` or a mapping", .either([.words(["builtIn"]), .mapping(central)])),
        "The central under test, which is on hci0. Without it the built-in one."),
      Key(
        "centrals", Form("list of centrals", .list(.mapping(namedCentral))),
        "Several centrals under test, in place of `central`: the first is on hci0, the others are on "
          + "the adapters behind the meters'. See [several centrals](#several-centrals)."),
      policyKey,
      Key(
        "limit", .time,
        "How long the whole may take, \(Scenario.defaultLimit.text) if not said; a central that is "
          + "not done then has failed. Steps that may take longer are refused."),
      Key(
        "always",
        Form(
          "list of rules, or `\(AlwaysRules.everything)`",
          .either([
            .words([AlwaysRules.everything] + AlwaysRules.names),
            .list(.words(AlwaysRules.names)),
          ])),
        "What must hold from the beginning to the end, beside the steps. Nothing if not said."),
      Key(
        "timeline", Form("list of steps", .list(.defined(.step))), isRequired: true,
        "What happens, in order."),
    ])

  static let central = Mapping(
    "the central",
    [
      Key(
        "command", Form("list of texts", .list(.text)), isRequired: true,
        "A program and its arguments. It is started in the folder in which meterloop was, and may "
          + "speak the [driver protocol](driver-protocol.md).")
    ])

  static let namedCentral = Mapping(
    "a central",
    [
      Key(
        "name", Form("at most 32 letters, digits, `-`, `_`", .text), isRequired: true,
        "What steps, expectations and reports call it."),
      Key(
        "command", Form("list of texts", .list(.text)),
        "A program and its arguments, as of [`central`](#central-command-); without it the built-in "
          + "central."),
    ])

  static let policy = Mapping(
    "the policy",
    [
      Key(
        "attemptCap", Form("0 to 1000 or `off`", .either([.integer(0...1000), .words(["off"])])),
        "How many reconnect attempts in a row it makes before it gives up; "
          + "\(CentralPolicy().attemptCap.map(String.init) ?? "`off`") if not said."),
      Key(
        "connectTimeout", Form("time or `off`", .either([.time, .words(["off"])])),
        "When it gives a connect up; \(CentralPolicy().connectTimeout?.text ?? "`off`") if not said."
      ),
      Key(
        "serviceDiscoveryTimeout", .time,
        "When it gives a service discovery up; \(CentralPolicy().serviceDiscoveryTimeout.text) if "
          + "not said."),
      Key(
        "measurementTimeout", .time,
        "When it asks again for a measurement; \(CentralPolicy().measurementTimeout.text) if not "
          + "said."),
      Key(
        "pollInterval", .time,
        "From a measurement to the next request; \(CentralPolicy().pollInterval.text) if not said."),
      Key(
        "profile", .words(MeterProfile.self),
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
      Key(
        "name", Form("NAME", .text),
        "Which central, where there are several; it stands beside one of the others."),
      Key(
        "do", Form("COMMAND", .words(centralCommands.map(\.name))),
        "One of the words above: `- central: {name: phone, do: disconnect}`."),
      Key("connect", Form("NAME", .text), "The user wants this meter."),
      Key(
        "send", Form("BYTES", .text),
        "The user wants the meter to be told this, as a command, once it is being asked for "
          + "measurements: bytes in hex, `A3` or `00 F0 A0 1B AB`."),
    ])

  static let meterStep = Mapping(
    "a meter step",
    [Key("name", Form("a meter's name", .text), "Which meter; the first if not said.")]
      + meterChange.keys)

  /// What a meter step changes.
  static let meterChange = Mapping(
    "a change of a meter",
    [
      Key(
        "load", Form("a load", .defined(.load)),
        "What is plugged into it from now on; of a steady load, what is not said stays as it is. A "
          + "load that changes by itself begins now.")
    ]
      + SettingKey.all.map { setting in
        Key(setting.key.name, setting.key.form, "As of [a meter](#a-meter).")
      })
}

/// A kind of step.
struct StepKind: Sendable {
  /// Its key.
  let name: String
  /// What stands there.
  let value: String
  let shape: Shape
  /// What it does, and when the next step begins.
  let summary: String
  /// One of them, as it stands in a timeline.
  let example: String

  /// What may stand beside any of them.
  static let time = Key(
    "at", .time,
    "When the step begins, counted from the timeline's start: `- {at: 12s, central: disconnect}`. "
      + "Without it, when the step before has ended. A step whose time is over by then has failed.")

  /// What stands in the timeline for steps of another file.
  static let include = Key(
    "include", Form("a path", .text),
    "The steps of another file, which is a list of them, come here.")

  /// All kinds.
  static let all = [
    StepKind(
      name: "central", value: "a command",
      shape: .either([
        .words(ScenarioKeys.centralCommands.map(\.name)), .mapping(ScenarioKeys.centralStep),
      ]),
      summary: "Tells the central to do something, and waits for its answer (at most 10 s).",
      example: "central: connect"),
    StepKind(
      name: "expect", value: "an expectation",
      shape: .defined(.expectation),
      summary: "Waits until something is seen, or watches that it is not.",
      example: "expect: {state: dataIsAvailable, within: 5s}"),
    StepKind(
      name: "recover", value: "an expectation of the central",
      shape: .defined(.expectation),
      summary: """
        Expects it, and helps as a user would: where the central said since its last measurement that it \
        gave up, or after a fault of another level than `payload` that the meter is none for it or must \
        be paired, it is told to connect once more, and the time begins anew.
        """,
      example: "recover: {measurement: {volts: 5.08}, within: 20s}"),
    StepKind(
      name: "fault", value: "a fault",
      shape: .defined(.fault),
      summary: "Makes something go wrong from now on; see the [faults](faults.md).",
      example: "fault: {link: outOfRange, for: 20s}"),
    StepKind(
      name: "lift", value: "a fault's level and verb",
      shape: .defined(.lift),
      summary: "Takes away the last fault of that verb that still lies, if any does.",
      example: "lift: {link: outOfRange}"),
    StepKind(
      name: "wait", value: "time",
      shape: .time, summary: "Lets time pass.", example: "wait: 400ms"),
    StepKind(
      name: "meter", value: "a meter step",
      shape: .mapping(ScenarioKeys.meterStep),
      summary: "Changes what is plugged into a meter, or what is set at it.",
      example: "meter: {load: {volts: 9.01}}"),
  ]
}
