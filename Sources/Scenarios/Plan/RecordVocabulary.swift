// The kinds of records that each witness makes and their details: what an expectation may ask for.
//
// A word that no witness ever says would make an `expect` fail for no reason and a `never` pass for
// no reason, so both are refused when the file is read.

import Records

/// What a detail of a record can be.
enum DetailKind: Sendable {
  case text
  case choice([String])
  case integer
  case number
  case flag
  /// Nanoseconds: `delay_ns` in a record is `delay: 1s` in a scenario.
  case nanoseconds
}

/// The words that records are made of.
enum RecordVocabulary {
  /// The detail by the name that scenarios use, which has no `_ns`.
  static func detail(
    _ name: String, of witness: Witness, _ kind: String
  ) -> (recordName: String, kind: DetailKind)? {
    let details = kinds(of: witness)[kind] ?? [:]
    if let detail = details[name + "_ns"] { return (name + "_ns", detail) }
    if name.hasSuffix("_ns") { return nil }
    return details[name].map { (name, $0) }
  }

  /// The names of a kind's details as scenarios use them.
  static func detailNames(of witness: Witness, _ kind: String) -> [String] {
    (kinds(of: witness)[kind] ?? [:]).keys
      .map { $0.hasSuffix("_ns") ? String($0.dropLast(3)) : $0 }.sorted()
  }

  /// Every kind of a witness with its details.
  static func kinds(of witness: Witness) -> [String: [String: DetailKind]] {
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
  static let rejections = ["length", "modelId", "tail"]

  /// What a meter takes a write for.
  static let commands = [
    "measurement", "setTime", "calibrate", "nextScreen", "previousScreen", "rotateScreen",
    "nextGroup", "selectGroup", "clearGroup", "recordingThreshold", "backlight", "screenTimeout",
    "unknown",
  ]

  private static let piece: [String: DetailKind] = ["frame": .integer, "piece": .integer]
  private static let fired: [String: DetailKind] = ["fault": .text, "verb": .text]

  private static let air: [String: [String: DetailKind]] = [
    "scan.start": ["type": .choice(["active", "passive"])],
    "scan.stop": [:],
    "attempt.start": [
      "attempt": .integer, "via": .choice(["passiveScan", "createConnection"]),
    ],
    "attempt.end": [
      "attempt": .integer, "outcome": .choice(["connected", "cancelled", "failed", "stopped"]),
      "status": .integer,
    ],
    "connected": ["peer": .integer, "address": .text],
    "disconnected": ["reason": .integer],
    "advertising.start": ["type": .text, "interval_ms": .integer],
    "advertising.stop": [:],
    "att": ["direction": .choice(["toPeripheral", "toCentral"]), "opcode": .integer],
    "fault.fired": fired,
  ]

  private static let emulator: [String: [String: DetailKind]] = [
    "registered": ["name": .text], "unregistered": ["name": .text], "advertising": ["name": .text],
    "advertising.released": [:], "registration.failed": ["error": .text],
    "subscribed": [:], "unsubscribed": [:], "read": [:],
    "request": [
      "command": .choice(commands), "group": .integer, "amperes": .number, "level": .integer,
      "minutes": .integer, "unixSeconds": .integer,
    ],
    "request.lost": [:], "request.refused": [:],
    "notify": piece, "notify.lost": piece, "notify.failed": ["error": .text],
    "power.off": [:], "power.on": [:],
    "fault.fired": fired,
  ]

  private static let central: [String: [String: DetailKind]] = [
    "ready": [:], "requested": [:],
    "state": ["state": .choice(states), "previous": .choice(states)],
    "discovered": ["name": .text, "rssi_dBm": .integer],
    "identified": ["model": .text, "name": .text],
    "measurement": [
      "model": .text, "volts": .number, "amperes": .number, "watts": .number, "celsius": .number,
      "ohms": .number,
    ],
    "rejected": ["reason": .choice(rejections), "detail": .text],
    "timedOut": [
      "what": .choice([
        "connect", "serviceDiscovery", "characteristicDiscovery", "subscription", "measurement",
      ])
    ],
    "dropped": ["wanted": .flag, "reason": .text],
    "retry": ["attempt": .integer, "delay_ns": .nanoseconds],
    "gaveUp": ["attempts": .integer],
    "incompatible": ["reason": .text], "pairingNeeded": ["reason": .text],
    "unavailable": ["reason": .text],
    "log": ["message": .text],
  ]

  private static let harness: [String: [String: DetailKind]] = [
    "command": ["command": .text, "line": .integer],
    "fault.laid": ["fault": .text, "verb": .text, "line": .integer],
    "fault.lifted": ["fault": .text, "verb": .text, "line": .integer],
    "step": ["line": .integer, "text": .text],
  ]
}
