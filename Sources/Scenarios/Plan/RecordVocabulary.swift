// The kinds of records that each witness makes and their details: what an expectation may ask for.
//
// A word that no witness ever says would make an `expect` fail for no reason and a `never` pass for
// no reason, so both are refused when the file is read.

import Faults
import Records
import SharedProtocols
import VirtualAir

/// What a detail of a record can be.
enum DetailKind: Sendable {
  case text
  case choice([String])
  case integer
  /// A whole number that counts something: exact, unless a tolerance is given.
  case counter
  case number
  case flag
  /// A fault's id: `fault-1` is the first that is laid.
  case fault
  /// Nanoseconds: `delay_ns` in a record is `delay: 1s` in a scenario.
  case nanoseconds
}

/// One kind of record of a witness.
struct RecordKind: Sendable {
  /// The kind: `attempt.start`.
  let name: String
  /// When there is such a record.
  let summary: String
  /// The details that it has, by the names of the record.
  let details: [(key: String, value: DetailKind)]

  init(_ name: String, _ summary: String, _ details: KeyValuePairs<String, DetailKind> = [:]) {
    self.init(name, summary, details: Array(details))
  }

  init(_ name: String, _ summary: String, details: [(key: String, value: DetailKind)]) {
    self.name = name
    self.summary = summary
    self.details = details
  }

  /// The details by the names that scenarios use, which have no `_ns`.
  var wordedDetails: [(name: String, recordName: String, kind: DetailKind)] {
    details.map { (wordFor($0.key), $0.key, $0.value) }
  }
}

/// The words that records are made of.
enum RecordVocabulary {
  /// The detail by the name that scenarios use.
  static func detail(
    _ name: String, of witness: Witness, _ kind: String
  ) -> (recordName: String, kind: DetailKind)? {
    self.kind(kind, of: witness)?.wordedDetails.first { $0.name == name }
      .map { ($0.recordName, $0.kind) }
  }

  /// The names of a kind's details as scenarios use them.
  static func detailNames(of witness: Witness, _ kind: String) -> [String] {
    (self.kind(kind, of: witness)?.wordedDetails ?? []).map(\.name).sorted()
  }

  private static func kind(_ name: String, of witness: Witness) -> RecordKind? {
    kinds(of: witness).first { $0.name == name }
  }

  /// Every kind of a witness, in the order of the reference.
  static func kinds(of witness: Witness) -> [RecordKind] {
    switch witness {
    case .air: air
    case .emulator: emulator
    case .central: central
    case .harness: harness
    }
  }

  /// The states of CONN-1, as a central names them.
  static let states = [
    "peripheralNotConnected", "peripheralConnectionPending", "peripheralConnected",
    "discoveringServices", "discoveringCharacteristics", "peripheralReady", "communicating",
    "dataIsAvailable",
  ]

  /// Why a central rejects a frame.
  static let rejections = ["length", "modelId", "tail", "block", "crc", "flags"]

  /// What a measurement can say, by the names that the frames' fields have: first what all meters or
  /// most say, then what a TC66C on sale says, then the data groups. Each model says what it has.
  private static let measured: [(key: String, value: DetailKind)] =
    [
      ("model", .text), ("volts", .number), ("amperes", .number), ("watts", .number),
      ("ohms", .number), ("celsius", .number), ("fahrenheit", .integer),
      ("dataPlusVolts", .number), ("dataMinusVolts", .number), ("selectedGroup", .integer),
      ("chargingMode", .integer), ("recordedMilliampereHours", .counter),
      ("recordedMilliwattHours", .counter), ("recordedSeconds", .counter),
      ("recordingThresholdAmperes", .number), ("recordingFlag", .integer),
      ("screenTimeoutMinutes", .integer), ("backlightLevel", .integer), ("screenIndex", .integer),
      ("unknownByte", .integer), ("undocumented", .text), ("temperatureDegrees", .number),
      ("firmware", .text), ("serialNumber", .integer), ("runs", .integer),
    ]
    + (0..<UMMeasurement.groupCount).flatMap { number in
      [
        ("group\(number)MilliampereHours", .counter), ("group\(number)MilliwattHours", .counter),
      ]
    }

  /// The details of a central's records that a failure does not show unless it is about them: a
  /// measurement has dozens, and a rejection says all in one text.
  static func isAside(_ detail: String, of record: Record) -> Bool {
    guard record.witness == .central else { return false }
    switch record.kind {
    case "measurement": return aside.contains(detail)
    case "rejected": return ["block", "expected", "found"].contains(detail)
    default: return false
    }
  }

  private static let aside = Set(measured.map(\.key)).subtracting([
    "model", "volts", "amperes", "watts", "ohms", "celsius", "temperatureDegrees", "undocumented",
  ])

  /// What a measurement says in numbers that need not be met exactly.
  static let measuredQuantities = measured.filter {
    switch $0.value {
    case .number, .counter: true
    default: false
    }
  }
  .map(\.key)

  /// What a meter takes a write for.
  static let commands = [
    "measurement", "setTime", "calibrate", "nextScreen", "previousScreen", "rotateScreen",
    "nextGroup", "selectGroup", "clearGroup", "recordingThreshold", "backlight", "screenTimeout",
    "unknown",
  ]

  private static let air = [
    RecordKind(
      "scan.start", "The host switches its scan on.", ["type": .choice(["active", "passive"])]),
    RecordKind("scan.stop", "The host switches its scan off."),
    RecordKind(
      "attempt.start", "A connection attempt begins; all of the run are numbered from 1.",
      ["attempt": .integer, "via": .choice(["passiveScan", "createConnection"])]),
    RecordKind(
      "attempt.end", "It ends. A scan that stopped is known to be the end 20 ms later.",
      [
        "attempt": .integer, "outcome": .choice(["connected", "cancelled", "failed", "stopped"]),
        "status": .integer,
      ]),
    RecordKind(
      "connected", "A link stands, told at both ends; `peer` is the other's adapter.",
      ["peer": .integer, "address": .text]),
    RecordKind("disconnected", "A link ended, told at both ends.", ["reason": .integer]),
    RecordKind(
      "advertising.start", "The radio begins to advertise.",
      ["type": .text, "interval_ms": .integer]),
    RecordKind("advertising.stop", "The radio falls silent."),
    RecordKind(
      "att", "An attribute PDU is sent.",
      ["direction": .choice(["toPeripheral", "toCentral"]), "opcode": .integer]),
    RecordKind(
      "hci.command",
      "A host gives its controller a command. HCI packets are recorded only in a scenario that asks for any.",
      ["name": .choice(HCINames.commands.map(\.name)), "opcode": .integer]),
    RecordKind(
      "hci.event", "A host gets an event; `subevent` is that of Low Energy.",
      [
        "name": .choice((HCINames.events + HCINames.subevents).map(\.name)), "code": .integer,
        "subevent": .integer,
      ]),
    fired("A link, GATT or advertising fault struck this packet."),
  ]

  private static let piece: KeyValuePairs<String, DetailKind> = [
    "frame": .integer, "piece": .integer,
  ]

  private static let emulator = [
    RecordKind("registered", "bluetoothd has taken the meter's service.", ["name": .text]),
    RecordKind("advertising", "bluetoothd has taken its advertisement.", ["name": .text]),
    RecordKind("advertising.released", "bluetoothd has given its advertisement back."),
    RecordKind("unregistered", "The meter has taken its service back.", ["name": .text]),
    RecordKind("registration.failed", "bluetoothd has refused the meter.", ["error": .text]),
    RecordKind("subscribed", "A central listens to the frames."),
    RecordKind("unsubscribed", "No central listens any more."),
    RecordKind(
      "request", "A command was written to the meter; what says how much is the command's own.",
      [
        "command": .choice(commands), "group": .integer, "amperes": .number, "level": .integer,
        "minutes": .integer, "unixSeconds": .integer,
      ]),
    RecordKind("request.refused", "It was answered with an ATT error, and did nothing."),
    RecordKind("request.lost", "It was one too many and will not be answered."),
    RecordKind("notify", "A piece of a frame is handed to the radio.", piece),
    RecordKind("notify.lost", "A piece of a frame had no listener.", piece),
    RecordKind("notify.failed", "bluetoothd has refused a piece.", ["error": .text]),
    RecordKind("read", "The frame characteristic was read."),
    RecordKind("power.off", "The meter lost its supply."),
    RecordKind("power.on", "It has its supply back."),
    fired("A payload fault changed this frame."),
  ]

  private static let central = [
    RecordKind("ready", "Bluetooth is on."),
    RecordKind("unavailable", "Bluetooth cannot be used.", ["reason": .text]),
    RecordKind(
      "state", "The connection went from one state to another.",
      ["state": .choice(states), "previous": .choice(states)]),
    RecordKind(
      "discovered", "A scan found a meter, or a new name of one.",
      ["name": .text, "rssi_dBm": .integer]),
    RecordKind(
      "identified",
      "The model is known, or `unknown` because name, services and frames leave it open or disagree.",
      ["model": .text, "name": .text]),
    RecordKind("requested", "A measurement was asked for."),
    RecordKind(
      "sent", "What it was told to send was written, and acknowledged where that is done.",
      ["bytes": .text]),
    RecordKind(
      "sendFailed", "It could not be written, or the meter refused it.",
      ["bytes": .text, "reason": .text]),
    RecordKind(
      "measurement",
      "A valid frame came. `undocumented` names the values that the model's documents do not allow.",
      details: measured),
    RecordKind(
      "rejected",
      "A frame came that is not valid, or not the meter's. `block` is a TC66C's, from 1; `detail` "
        + "says all that is wrong.",
      [
        "reason": .choice(rejections), "block": .integer, "expected": .text, "found": .text,
        "detail": .text,
      ]),
    RecordKind(
      "timedOut", "A step took longer than it may.",
      [
        "what": .choice([
          "connect", "serviceDiscovery", "characteristicDiscovery", "subscription", "measurement",
        ])
      ]),
    RecordKind(
      "dropped", "The connection ended; `wanted` means by the user.",
      ["wanted": .flag, "reason": .text]),
    RecordKind(
      "retry", "Another attempt will start after the delay.",
      ["attempt": .integer, "delay_ns": .nanoseconds]),
    RecordKind("gaveUp", "No more attempts after these.", ["attempts": .integer]),
    RecordKind("incompatible", "The device is no meter that it can use.", ["reason": .text]),
    RecordKind("pairingNeeded", "The user must pair the meter first.", ["reason": .text]),
    RecordKind("log", "Anything else worth a line.", ["message": .text]),
  ]

  /// The verbs of faults, as `link.outOfRange`.
  static let verbs = FaultVocabulary.all.map { $0.fullName }
  private static let verb = DetailKind.choice(verbs)
  private static let fault: KeyValuePairs<String, DetailKind> = ["fault": .fault, "verb": verb]

  private static let harness = [
    RecordKind(
      "step", "A step begins.", ["line": .integer, "text": .text]),
    RecordKind(
      "command", "The central is told something.", ["command": .text, "line": .integer]),
    RecordKind(
      "fault.laid", "A fault is laid.", ["fault": .fault, "verb": verb, "line": .integer]),
    RecordKind(
      "fault.lifted", "A fault is lifted.", ["fault": .fault, "verb": verb, "line": .integer]),
    fired("A fault of the host level was seen to strike, on bluetoothd's bus."),
  ]

  private static func fired(_ summary: String) -> RecordKind {
    RecordKind("fault.fired", summary, fault)
  }
}
