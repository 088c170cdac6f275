// From a run's records to the rows of its picture: the scenario's, the air's, each meter's, each
// central's.

import Records

/// Sorts records into rows.
struct PicturePainter {
  private var canvas: PictureRows
  private let centrals: [Int: String]

  /// More faults than this share the last row.
  private static let faultRows = 5

  /// The rows that the records fill, from the top.
  static func rows(
    _ records: [Record], attempts: [RunAttempt], centrals: [Int: String], since start: VirtualTime,
    until end: Duration
  ) -> [PictureRow] {
    var painter = PicturePainter(canvas: PictureRows(since: start), centrals: centrals)
    for record in records { painter.paint(record) }
    painter.canvas.closeAll(at: end)
    let ladders = Set(attempts.map(\.central)).sorted { ($0 ?? "") < ($1 ?? "") }.map { central in
      var ladder = PictureRow(lane: .air, name: central.map { "attempts \($0)" } ?? "attempts")
      ladder.rungs = attempts.filter { $0.central == central }
      return ladder
    }
    return StoryLane.allCases.flatMap { lane in
      (lane == .air ? ladders : []) + painter.canvas.rows(of: lane)
    }
  }

  /// What a row calls the adapter: one of several centrals by its name.
  private func name(_ adapter: Int) -> String { centrals[adapter] ?? "hci\(adapter)" }

  private mutating func paint(_ record: Record) {
    if record.kind == "fault.fired" {
      return canvas.mark(
        .scenario, faultRow(record), record.time, "\(record.word("verb") ?? "a fault") fired",
        look: "fired")
    }
    switch record.witness {
    case .harness: paintScenario(record)
    case .air: paintAir(record)
    case .emulator: paintMeter(record)
    case .central: paintCentral(record)
    }
  }

  private mutating func paintScenario(_ record: Record) {
    let fault = "fault \(record.word("fault") ?? "")"
    switch record.kind {
    case "step":
      let line = record.number("line") ?? 0
      canvas.mark(
        .scenario, "steps", record.time, "line \(line): \(record.word("text") ?? "")",
        look: "step", short: "\(line)")
    case "fault.laid":
      canvas.open(
        fault, in: faultRow(record), .scenario, from: record.time,
        record.word("verb") ?? "a fault", look: "fault")
    case "fault.lifted": canvas.close(fault, at: record.time)
    default: break
    }
  }

  private mutating func paintAir(_ record: Record) {
    let adapter = record.adapter ?? 0
    let link = "link \(record.connection ?? 0)"
    switch record.kind {
    case "scan.start":
      canvas.open(
        "scan \(adapter)", in: "scan \(name(adapter))", .air, from: record.time,
        "\(record.word("type") ?? "") scan", look: "scan")
    case "scan.stop": canvas.close("scan \(adapter)", at: record.time)
    case "advertising.start":
      canvas.open(
        "advertising \(adapter)", in: "advertising hci\(adapter)", .air, from: record.time,
        "advertising", look: "advertising")
    case "advertising.stop": canvas.close("advertising \(adapter)", at: record.time)
    // A link is told at both ends.
    case "connected" where !canvas.isOpen(link):
      canvas.open(link, in: "links", .air, from: record.time, link, look: "link")
    case "disconnected" where canvas.isOpen(link):
      canvas.close(link, at: record.time)
      let reason = record.details["reason"]?.text(of: "reason") ?? "unknown"
      canvas.mark(.air, "links", record.time, "\(link) ended, reason \(reason)", look: "bad")
    default: break
    }
  }

  private mutating func paintMeter(_ record: Record) {
    let adapter = "hci\(record.adapter ?? 1)"
    let frames = "frames \(adapter)"
    switch record.kind {
    case "subscribed":
      canvas.open(
        "listener \(adapter)", in: "listener \(adapter)", .meter, from: record.time,
        "a central listens", look: "listener")
    case "unsubscribed": canvas.close("listener \(adapter)", at: record.time)
    case "notify": canvas.mark(.meter, frames, record.time, "notification", look: "data")
    case "request":
      canvas.mark(
        .meter, frames, record.time, "request: \(record.word("command") ?? "")", look: "request")
    case "registered", "advertising", "advertising.released", "read", "unregistered": break
    default:
      canvas.mark(
        .meter, frames, record.time, RecordText.content(record, since: record.time), look: "bad")
    }
  }

  private mutating func paintCentral(_ record: Record) {
    let adapter = record.adapter ?? 0
    let text = RecordText.content(record, since: record.time)
    switch record.kind {
    case "state":
      let state = record.word("state") ?? "?"
      let number = RecordVocabulary.states.firstIndex(of: state) ?? 0
      canvas.open(
        "state \(adapter)", in: "state \(name(adapter))", .central, from: record.time, state,
        look: "state\(number)")
    case "measurement":
      canvas.mark(
        .central, "values \(name(adapter))", record.time, StoryStream("", record).text ?? text,
        look: "good")
    case "requested", "ready": break
    case "rejected", "timedOut", "dropped", "gaveUp", "incompatible", "unavailable", "sendFailed",
      "pairingNeeded":
      canvas.mark(.central, "events \(name(adapter))", record.time, text, look: "bad")
    default: canvas.mark(.central, "events \(name(adapter))", record.time, text, look: "event")
    }
  }

  /// Each fault has a row, as long as there are few.
  private func faultRow(_ record: Record) -> String {
    let fault = record.word("fault") ?? ""
    let number = fault.split(separator: "-").last.flatMap { Int($0) } ?? 1
    return number < Self.faultRows ? "\(fault) \(record.word("verb") ?? "fault")" : "more faults"
  }
}
