// What can be expected and how: the keys of `expect: {…}`.

import Records
import SharedProtocols

/// What an expectation is about: the one key of an `expect:` step that says so.
struct Subject: Sendable {
  /// The key.
  let name: String
  /// What stands there.
  let value: String
  let shape: Shape
  /// Who is asked.
  let witness: String
  /// The keys that may stand beside it.
  let qualifiers: [String]
  /// What is seen, in one sentence.
  let summary: String
  /// An expectation of it, as it stands in a step.
  let example: String

  /// Subjects that a record can meet, and that `never` can forbid.
  static let patterns = [
    Subject(
      "state", "a state", .words(RecordVocabulary.states),
      "central",
      "The central reaches a state: \(RecordVocabulary.states.map { "`\($0)`" }.list).",
      "{state: dataIsAvailable, within: 5s}"),
    Subject(
      "identified", "a model or details",
      details(
        of: .central, "identified", or: .words(MeterModel.allCases.map(\.rawValue) + ["unknown"])),
      "central",
      "The central knows the model, or that it is `unknown`.", "{identified: UM25C, within: 2s}"),
    Subject(
      "measurement", "details", details(of: .central, "measurement"),
      "central",
      "The central has decoded a frame with these values.",
      "{measurement: {volts: 5.08, amperes: 1.2}, tolerance: {volts: 10mV, amperes: 5mA}}"),
    Subject(
      "rejected", "a reason or details",
      details(of: .central, "rejected", or: .words(RecordVocabulary.rejections)),
      "central",
      "The central refuses a frame: \(RecordVocabulary.rejections.map { "`\($0)`" }.list).",
      "{rejected: tail, within: 5s}"),
    Subject(
      "disconnected", "details", details(of: .air, "disconnected"),
      "air",
      "A link ended for the central; `adapter: 1` asks the first meter's end.",
      "{disconnected: {reason: 0x08}, within: 10s}"),
    Subject(
      "att", "details", details(of: .air, "att", beside: ["handle", "bytes"]),
      "air",
      "An attribute PDU is sent. Beside `direction` and `opcode` it may have `handle`, the attribute that "
        + "the PDU names, and `bytes` that it begins with, the opcode among them, `??` for any one.",
      "{att: {direction: toPeripheral, bytes: '12 ?? ?? F0'}, within: 2s}"),
    Subject(
      "hci", "`{command: …}` or `{event: …}`", .mapping(ExpectationKeys.hci), "air",
      "A host tells its controller something, or hears of it: by the name that the Core specification has "
        + "for it or by its code, of the central's adapter or `adapter:`. `parameters` is what the packet "
        + "has behind its code and its length, or begins with there, `??` for any byte.",
      "{hci: {command: Disconnect, parameters: '?? ?? 13'}, within: 5s}"),
    Subject(
      "event", "a kind of record, or `{kind: …}` with details",
      .defined(.event),
      "central, or `witness:`",
      "A record of any kind.", "{event: {kind: timedOut, what: serviceDiscovery}, at: 5s}"),
    Subject(
      "record", "`{witness: …, kind: …}` with details", .defined(.record),
      "as it says",
      "The same with the witness inside, for `never`.",
      "{record: {witness: air, kind: scan.start, type: active}, count: 2, within: 10s}",
      isWitnessInside: true),
  ]

  /// All subjects, in the order of the reference.
  static let all =
    patterns + [
      Subject(
        name: "attempts", value: "list of times", shape: .list(.time), witness: "air",
        qualifiers: ["tolerance", "within", "central"],
        summary: """
          Connection attempts on the air, each so long after the drop or after the end of the attempt \
          before it.
          """,
        example: "{attempts: [1s, 2s, 4s], tolerance: 20ms}"),
      Subject(
        name: "order", value: "list of mappings, each with one of the above",
        shape: .list(.defined(.pattern)), witness: "as above",
        qualifiers: ["within"],
        summary: """
          One of each is seen, in this order by the times that the records carry; others may lie \
          between.
          """,
        example: "{order: [{event: requested}, {record: {witness: emulator, kind: request}}]}"),
      Subject(
        name: "never", value: "`attempt`, `connection`, or a mapping with one of the above",
        shape: .either([.words(["attempt", "connection"]), .defined(.pattern)]),
        witness: "as above", qualifiers: ["for", "witness", "central"],
        summary: "Nothing of the kind is seen for so long.",
        example: "{never: {disconnected: {}}, for: 10s}"),
    ]

  /// A mapping with details that records of the kind have, or something shorter.
  private static func details(
    of witness: Witness, _ kind: String, beside others: [String] = [], or shorthand: Shape? = nil
  ) -> Shape {
    let names = RecordVocabulary.detailNames(of: witness, kind) + ["adapter"] + others
    let mapping = Shape.mapping(
      Mapping(kind, names.map { Key($0, .text, "") }))
    return shorthand.map { .either([$0, mapping]) } ?? mapping
  }

  private init(
    _ name: String, _ value: String, _ shape: Shape, _ witness: String, _ summary: String,
    _ example: String,
    isWitnessInside: Bool = false
  ) {
    self.init(
      name: name, value: value, shape: shape, witness: witness,
      qualifiers: ["within", "at", "tolerance", "count", "central"]
        + (isWitnessInside ? [] : ["witness"]),
      summary: summary, example: example)
  }

  private init(
    name: String, value: String, shape: Shape, witness: String, qualifiers: [String],
    summary: String,
    example: String
  ) {
    self.name = name
    self.value = value
    self.shape = shape
    self.witness = witness
    self.qualifiers = qualifiers
    self.summary = summary
    self.example = example
  }
}

/// The mappings of an expectation.
enum ExpectationKeys {
  /// What may stand beside the subject.
  static let qualifiers = [
    Key(
      "within", .time,
      "At the latest then; \(Expectation.defaultWithin.text) if neither this nor `at` is there."),
    Key("at", .time, "Just then: not later, and not earlier."),
    Key("for", .time, "How long nothing may be seen; `never` needs it."),
    Key(
      "tolerance",
      Form(
        "time, number or mapping", .either([.time, .number(.bare), .mapping(tolerance), .text])),
      "With `at` and `attempts` how exact, \(Expectation.defaultTolerance.text) if not said. With a "
        + "measurement how far off a value may be, what the model resolves if not said, and nothing "
        + "for counters: one number, or one for each value as `{volts: 0.01}`."),
    Key(
      "count",
      Form("1 to 100000, or a range as `3..5`", .count(ExpectationReader.counts)),
      "How many such records; 1 if not said. A range needs `within`, and is watched to its end: no "
        + "fewer, and no more."),
    Key(
      "witness", .words(Witness.self),
      "Who is asked; only an `event` leaves a choice."),
    central,
  ]

  /// What may stand beside a subject within `never` and `order` too.
  static let central = Key(
    "central", Form("a central's name", .text),
    "Which central, where there are [several](#several-centrals); what the central itself sees, "
      + "`attempts`, `disconnected`, `never: attempt` and `never: connection` need it then. In an `order` "
      + "it stands beside each subject.")

  /// All keys of an expectation.
  static let expectation = Mapping(
    "an expectation",
    Subject.all.map { Key($0.name, Form($0.value, $0.shape), $0.summary) } + qualifiers)

  /// An HCI packet.
  static let hci = Mapping(
    "hci",
    [
      Key("command", Form("a name or an opcode", .text), "Which command."),
      Key("event", Form("a name or a code", .text), "Which event."),
      Key("parameters", Form("bytes in hex, `??` for any", .text), "What they begin with."),
      Key("adapter", Form("whole number", .text), "Whose; the central's if not said."),
    ])

  /// The quantities that a tolerance can be given for.
  static let tolerance = Mapping(
    "the tolerance",
    RecordVocabulary.measuredQuantities.map {
      Key($0, Form("number", .number(.named($0))), "How far off.")
    })
}

extension [String] {
  /// `a, b or c`.
  var list: String {
    guard count > 1, let last else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
