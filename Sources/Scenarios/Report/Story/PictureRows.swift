// The lanes of a run's picture, from its records.

import Records

/// Sorts records into rows: the scenario's, the air's, each meter's, each central's.
struct PictureRows {
  /// All rows that have anything to show, from the top.
  let rows: [PictureRow]

  /// More faults than this share the last row.
  private static let faultRows = 4

  init(
    _ records: [Record], attempts: [RunAttempt], since start: VirtualTime, until end: Duration
  ) {
    let collector = Collector(start: start, end: end)
    for record in records { collector.take(record) }
    collector.closeAll()
    var ladder = PictureRow(lane: .air, name: "attempts")
    ladder.rungs = attempts
    let all = collector.scenario + [ladder] + collector.air + collector.others
    rows = all.filter { !$0.isEmpty }
  }

  /// Follows what is switched on and off.
  private final class Collector {
    private let start: VirtualTime
    private let end: Duration
    private var rows: [String: PictureRow] = [:]
    private var order: [String] = []
    private var open: [String: (row: String, since: Duration, label: String, look: String)] = [:]

    init(start: VirtualTime, end: Duration) {
      self.start = start
      self.end = end
    }

    var scenario: [PictureRow] { ordered(.scenario) }
    var air: [PictureRow] { ordered(.air) }
    var others: [PictureRow] { ordered(.meter) + ordered(.central) }

    private func ordered(_ lane: StoryLane) -> [PictureRow] {
      order.compactMap { rows[$0] }.filter { $0.lane == lane }
    }

    func take(_ record: Record) {
      switch record.witness {
      case .harness: takeScenario(record)
      case .air: takeAir(record)
      case .emulator: takeMeter(record)
      case .central: takeCentral(record)
      }
    }

    /// What is still on lasts to the end.
    func closeAll() {
      for key in open.keys.sorted() { close(key, at: end) }
    }

    // MARK: Each witness

    private func takeScenario(_ record: Record) {
      let time = record.time - start
      switch record.kind {
      case "step":
        let line = record.number("line") ?? 0
        mark(
          .scenario, "steps", time, "line \(line): \(record.word("text") ?? "")", "step",
          short: "\(line)")
      case "fault.laid":
        let name = record.word("verb") ?? "fault"
        open(
          faultKey(record), in: faultRow(record), .scenario, from: time, name, "fault")
      case "fault.lifted": close(faultKey(record), at: time)
      case "fault.fired": markFired(record)
      default: break
      }
    }

    private func takeAir(_ record: Record) {
      let time = record.time - start
      let adapter = record.adapter ?? 0
      switch record.kind {
      case "scan.start":
        let type = record.word("type") ?? ""
        open("scan \(adapter)", in: "scan", .air, from: time, "\(type) scan", "scan")
      case "scan.stop": close("scan \(adapter)", at: time)
      case "advertising.start":
        open(
          "advertising \(adapter)", in: "advertising hci\(adapter)", .air, from: time,
          "advertising", "advertising")
      case "advertising.stop": close("advertising \(adapter)", at: time)
      case "connected":
        let link = record.connection ?? 0
        guard open["link \(link)"] == nil else { return }
        open("link \(link)", in: "links", .air, from: time, "link \(link)", "link")
      case "disconnected":
        let reason = record.details["reason"]?.text(of: "reason") ?? "unknown"
        let link = record.connection ?? 0
        guard open["link \(link)"] != nil else { return }
        close("link \(link)", at: time)
        mark(.air, "links", time, "link \(link) ended, reason \(reason)", "bad")
      case "fault.fired": markFired(record)
      default: break
      }
    }

    private func takeMeter(_ record: Record) {
      let time = record.time - start
      let row = "meter hci\(record.adapter ?? 1)"
      switch record.kind {
      case "subscribed":
        open("listener \(row)", in: row, .meter, from: time, "a central listens", "listener")
      case "unsubscribed": close("listener \(row)", at: time)
      case "notify": mark(.meter, row, time, "notification", "data")
      case "request":
        mark(.meter, row, time, "request: \(record.word("command") ?? "")", "request")
      case "fault.fired": markFired(record)
      case "registered", "advertising", "advertising.released", "read": break
      default: mark(.meter, row, time, RecordText.content(record, since: start), "bad")
      }
    }

    private func takeCentral(_ record: Record) {
      let time = record.time - start
      let adapter = record.adapter ?? 0
      let events = "events hci\(adapter)"
      switch record.kind {
      case "state":
        let state = record.word("state") ?? "?"
        close("state \(adapter)", at: time)
        let number = RecordVocabulary.states.firstIndex(of: state) ?? 0
        open(
          "state \(adapter)", in: "state hci\(adapter)", .central, from: time, state,
          "state\(number)")
      case "measurement":
        let text = StoryStream("", record).text ?? ""
        mark(.central, "values hci\(adapter)", time, text, "good")
      case "requested", "ready": break
      case "rejected", "timedOut", "dropped", "gaveUp", "incompatible", "unavailable", "sendFailed",
        "pairingNeeded":
        mark(.central, events, time, RecordText.content(record, since: start), "bad")
      default: mark(.central, events, time, RecordText.content(record, since: start), "event")
      }
    }

    // MARK: Faults

    private func faultKey(_ record: Record) -> String { "fault \(record.word("fault") ?? "")" }

    private func faultRow(_ record: Record) -> String {
      let number = record.word("fault")?.split(separator: "-").last.flatMap { Int($0) } ?? 1
      return number < PictureRows.faultRows ? "fault \(number)" : "more faults"
    }

    private func markFired(_ record: Record) {
      let verb = record.word("verb") ?? "fault"
      mark(.scenario, faultRow(record), record.time - start, "\(verb) fired", "fired")
    }

    // MARK: Rows

    private func row(_ name: String, _ lane: StoryLane) -> String {
      let key = "\(lane.rawValue) \(name)"
      if rows[key] == nil {
        rows[key] = PictureRow(lane: lane, name: name)
        order.append(key)
      }
      return key
    }

    private func mark(
      _ lane: StoryLane, _ name: String, _ time: Duration, _ label: String, _ look: String,
      short: String = ""
    ) {
      rows[row(name, lane)]?.marks.append(
        .init(time: time, label: printable(label), short: short, look: look))
    }

    private func open(
      _ key: String, in name: String, _ lane: StoryLane, from time: Duration, _ label: String,
      _ look: String
    ) {
      close(key, at: time)
      open[key] = (row(name, lane), time, label, look)
    }

    private func close(_ key: String, at time: Duration) {
      guard let band = open.removeValue(forKey: key) else { return }
      rows[band.row]?.bands.append(
        .init(start: band.since, end: time, label: printable(band.label), look: band.look))
    }
  }
}
