// The rows of a run's picture, filled band by band and mark by mark.

import Records

/// Rows by their names, and the bands that are not over yet.
struct PictureRows {
  private let start: VirtualTime
  private var rows: [String: PictureRow] = [:]
  private var order: [String] = []
  private var open: [String: (row: String, since: Duration, label: String, look: String)] = [:]

  /// No rows; times count from `start`.
  init(since start: VirtualTime) {
    self.start = start
  }

  /// The rows of a lane that show anything, in the order in which they were first needed.
  func rows(of lane: StoryLane) -> [PictureRow] {
    order.compactMap { rows[$0] }.filter { $0.lane == lane && !$0.isEmpty }
  }

  /// Whether the band is not over yet.
  func isOpen(_ band: String) -> Bool { open[band] != nil }

  /// Marks a moment.
  mutating func mark(
    _ lane: StoryLane, _ name: String, _ time: VirtualTime, _ label: String, look: String,
    short: String = ""
  ) {
    rows[row(name, lane)]?.marks.append(
      .init(time: time - start, label: printable(label), short: short, look: look))
  }

  /// Begins a band, which ends the one of the same key.
  mutating func open(
    _ band: String, in name: String, _ lane: StoryLane, from time: VirtualTime, _ label: String,
    look: String
  ) {
    close(band, at: time)
    open[band] = (row(name, lane), time - start, label, look)
  }

  /// Ends a band, if it has begun.
  mutating func close(_ band: String, at time: VirtualTime) { close(band, at: time - start) }

  /// What is still on lasts to the end.
  mutating func closeAll(at end: Duration) {
    for band in open.keys.sorted() { close(band, at: end) }
  }

  private mutating func close(_ band: String, at time: Duration) {
    guard let band = open.removeValue(forKey: band) else { return }
    rows[band.row]?.bands.append(
      .init(
        start: band.since, end: max(time, band.since), label: printable(band.label),
        look: band.look))
  }

  private mutating func row(_ name: String, _ lane: StoryLane) -> String {
    let key = "\(lane.rawValue) \(name)"
    if rows[key] == nil {
      // A fault's row is called by its id and its verb, and shows the verb.
      let shown = name.split(separator: " ").last.map(String.init) ?? name
      rows[key] = PictureRow(lane: lane, name: name.hasPrefix("fault-") ? shown : name)
      order.append(key)
    }
    return key
  }
}
