// The one append-only stream of a run. Everything that judges or reports only listens to it.

/// All records of one run, in the order they came in. Confined to the runner's thread.
public final class RecordStream {
  /// What came in so far, in order of arrival.
  public private(set) var records: [Record] = []
  private var listeners: [(Record) -> Void] = []
  private var counts: [Witness: Int] = [:]
  private let keeps: Bool

  /// An empty stream. One that does not keep its records only passes them on: for runs without an
  /// end, which nobody judges.
  public init(keeping keeps: Bool = true) {
    self.keeps = keeps
  }

  /// Adds a record, numbers it, and tells every listener. Listeners may append in turn.
  public func append(_ record: Record) {
    var record = record
    record.sequence = counts[record.witness, default: 0]
    counts[record.witness] = record.sequence + 1
    if keeps { records.append(record) }
    for listener in listeners { listener(record) }
  }

  /// Calls `listener` with every record to come.
  public func listen(_ listener: @escaping (Record) -> Void) {
    listeners.append(listener)
  }

  /// The records by time, witness and sequence: the form that is kept and compared.
  public var inOrder: [Record] {
    records.sorted(by: Record.comesBefore)
  }
}
