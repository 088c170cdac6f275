// What a central tells the harness: one JSON object a line.

import CoreBluetooth
import SharedProtocols

/// One value of a line.
enum DriverValue: Encodable, Equatable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case flag(Bool)
  case list([String])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    }
  }
}

/// The lines of the driver protocol.
enum DriverLine {
  /// The first line.
  static let hello: [String: DriverValue] = [
    "protocol": .integer(1),
    "capabilities": .list(["configure", "connect", "disconnect", "scan", "quit"]),
  ]

  /// The answer to a command.
  static func reply(to id: Int, error: String? = nil) -> [String: DriverValue] {
    var line: [String: DriverValue] = ["reply": .integer(Int64(id)), "ok": .flag(error == nil)]
    if let error { line["error"] = .text(error) }
    return line
  }

  /// An event and when it happened, in nanoseconds of CLOCK_MONOTONIC.
  static func event(_ event: CentralEvent, at nanoseconds: Int64) -> [String: DriverValue] {
    let (name, fields) = described(event)
    return fields.merging(["event": .text(name), "time_ns": .integer(nanoseconds)]) { $1 }
  }

  private static func described(_ event: CentralEvent) -> (String, [String: DriverValue]) {
    switch event {
    case .ready: ("ready", [:])
    case .unavailable(let reason): ("unavailable", ["reason": .text(reason)])
    case .state(let state, let previous):
      ("state", ["state": .text(state.name), "previous": .text(previous.name)])
    case .discovered(let meter):
      ("discovered", ["name": .text(meter.name), "rssi_dBm": .integer(Int64(meter.rssi))])
    case .identified(let model, let name):
      ("identified", ["model": .text(model?.rawValue ?? "unknown"), "name": .text(name)])
    case .requested: ("requested", [:])
    case .measurement(let frame): ("measurement", described(frame))
    case .rejected(let error):
      ("rejected", ["reason": .text(reason(of: error)), "detail": .text("\(error)")])
    case .timedOut(let step): ("timedOut", ["what": .text(step.rawValue)])
    case .dropped(let wanted, let reason):
      ("dropped", ["wanted": .flag(wanted), "reason": .text(reason)])
    case .retry(let attempt):
      (
        "retry",
        [
          "attempt": .integer(Int64(attempt.number)),
          "delay_ns": .integer(attempt.delay.components.seconds * 1_000_000_000),
        ]
      )
    case .gaveUp(let attempts): ("gaveUp", ["attempts": .integer(Int64(attempts))])
    case .incompatible(let reason): ("incompatible", ["reason": .text(reason)])
    case .pairingNeeded(let reason): ("pairingNeeded", ["reason": .text(reason)])
    case .log(let message): ("log", ["message": .text(message)])
    }
  }

  private static func described(_ frame: UMFrame) -> [String: DriverValue] {
    let values = frame.measurement
    return [
      "model": .text(frame.model.rawValue), "volts": .number(values.volts),
      "amperes": .number(values.amperes), "watts": .number(values.watts),
      "celsius": .number(Double(values.celsius)), "ohms": .number(values.ohms),
    ]
  }

  private static func reason(of error: UMDecodingError) -> String {
    switch error {
    case .length: "length"
    case .modelID: "modelId"
    case .tail: "tail"
    }
  }
}
