// What a central tells the harness: one JSON object a line.

import CoreBluetooth
import SharedProtocols

/// The lines of the driver protocol.
enum DriverLine {
  /// The first line.
  static let hello: [String: DriverValue] = [
    "protocol": .integer(1),
    "capabilities": .list([
      "configure", "connect", "disconnect", "scan", "send", "background", "foreground", "quit",
    ]),
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
    case .sent(let bytes): ("sent", ["bytes": .text(bytes.hex)])
    case .sendFailed(let bytes, let reason):
      ("sendFailed", ["bytes": .text(bytes.hex), "reason": .text(reason)])
    case .measurement(let reading): ("measurement", described(reading))
    case .rejected(let rejection): ("rejected", described(rejection))
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

  /// All that the meter says, each value under its name with its unit. What a model does not say has
  /// no field, and what nobody knows the meaning of has none either.
  private static func described(_ reading: MeterReading) -> [String: DriverValue] {
    var line: [String: DriverValue] = ["model": .text(reading.model.rawValue)]
    for (name, value) in reading.values { line[name] = value }
    let remarkable = reading.fields.filter { $0.remark != nil }.map(\.name)
    if !remarkable.isEmpty { line["undocumented"] = .text(remarkable.joined(separator: ", ")) }
    return line
  }

  private static func described(_ rejection: Rejection) -> [String: DriverValue] {
    let first = rejection.first
    var line: [String: DriverValue] = [
      "reason": .text(first.reason.rawValue), "detail": .text("\(rejection)"),
      "found": .text(first.found),
    ]
    if let block = first.block { line["block"] = .integer(Int64(block)) }
    if let expected = first.expected { line["expected"] = .text(expected) }
    return line
  }
}
