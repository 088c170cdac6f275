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
  /// Takes a record, which an earlier expectation may have used; an outcome when that decides it.
  func see(_ record: Record, isUsed: Bool) -> WatchOutcome?
  /// What it comes to if nothing more is seen.
  func expire() -> WatchOutcome
}

/// Where times are told from.
struct TimeOrigin {
  /// When the timeline began.
  var timeline: VirtualTime
  /// When the step before ended: the expectation looks at nothing earlier.
  var cursor: VirtualTime

  /// The time from which on the expectation looks.
  var since: String { "from +\((cursor - timeline).measuredText) on" }

  /// The time on the scenario's clock.
  func text(_ time: VirtualTime) -> String { "at +\((time - timeline).measuredText)" }
}

extension Record {
  /// The record in words, the details that `pattern` asks for first:
  /// `disconnected with reason 0x08`.
  func text(for pattern: RecordPattern) -> String {
    guard !details.isEmpty else { return kind }
    let asked = pattern.details.map(\.name).filter { details[$0] != nil }
    let others = details.keys.filter {
      !asked.contains($0) && !RecordVocabulary.isAside($0, of: self)
    }
    let names = asked + others.sorted()
    return "\(kind) with "
      + names.compactMap { name in details[name].map { (key: name, value: $0) } }
      .map { "\(wordFor($0.key)) \($0.value.text(of: $0.key))" }.joined(separator: ", ")
  }
}
