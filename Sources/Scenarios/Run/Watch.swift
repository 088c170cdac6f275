// An expectation at work: it is shown records and says when it is decided.

import Records

/// One record of a stream.
struct RecordKey: Hashable {
  var witness: Witness
  var sequence: Int

  init(_ record: Record) {
    witness = record.witness
    sequence = record.sequence
  }
}

/// How an expectation ended.
enum WatchOutcome {
  /// It held, and the next step begins at this time.
  case met(at: VirtualTime)
  /// It did not; what was seen instead.
  case failed(seen: String)
}

/// An expectation at work. It judges records by the time they carry, not by when they come in.
protocol Watch: AnyObject {
  /// When it is decided at the latest, as far as is known.
  var deadline: VirtualTime { get }
  /// The records that met it.
  var used: [RecordKey] { get }
  /// Takes a record; an outcome when that decides it.
  func see(_ record: Record) -> WatchOutcome?
  /// What it comes to if nothing more is seen.
  func expire() -> WatchOutcome
}

/// Where times are told from.
struct TimeOrigin {
  /// When the timeline began.
  var timeline: VirtualTime
  /// When the step before ended: the expectation looks at nothing earlier.
  var cursor: VirtualTime

  /// The time on the scenario's clock.
  func text(_ time: VirtualTime) -> String { "+\((time - timeline).text)" }
}

extension Record {
  /// The record in words: `disconnected with reason 0x08`.
  var text: String {
    guard !details.isEmpty else { return kind }
    return "\(kind) with "
      + details.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.text(of: $0.key))" }.joined(separator: ", ")
  }
}
