// The faults of one run: which were laid, which lie still, and which ever did anything.

import Faults
import Records

/// Lays and lifts faults, and writes it down.
final class FaultLedger {
  /// A fault step that was taken.
  struct Entry {
    /// Its index in the timeline.
    let step: Int
    var id: String
    var name: String
    var line: Int
    var fault: any LaidFault
    var isLifted = false
  }

  private let world: any ScenarioWorld
  private let scheduler: any Scheduler
  private let records: RecordStream
  private var entries: [Entry] = []
  private var isClosed = false

  init(world: any ScenarioWorld, scheduler: any Scheduler, records: RecordStream) {
    self.world = world
    self.scheduler = scheduler
    self.records = records
  }

  /// Lays a fault, and sees to it that it is lifted when its time is over.
  func lay(_ step: FaultStep, at index: Int, line: Int) throws {
    let id = "fault-\(entries.count + 1)"
    note("fault.laid", id: id, name: step.name, line: line)
    entries.append(
      Entry(
        step: index, id: id, name: step.name, line: line, fault: try world.lay(step, as: id)))
    if let duration = step.duration {
      scheduler.after(duration) { [weak self] in
        guard let self else { return }
        lift(entries.firstIndex { $0.id == id })
      }
    }
  }

  /// Lifts the last fault of this name that still lies; when there is none, nothing happens.
  func liftLast(named name: String) {
    lift(entries.lastIndex { $0.name == name && !$0.isLifted })
  }

  private func lift(_ index: Int?) {
    guard let index, !isClosed, !entries[index].isLifted else { return }
    let entry = entries[index]
    entries[index].isLifted = true
    entry.fault.lift()
    note("fault.lifted", id: entry.id, name: entry.name, line: entry.line)
  }

  /// Lifts what still lies: the run is over.
  func close() {
    isClosed = true
    for entry in entries where !entry.isLifted { entry.fault.lift() }
  }

  /// The faults with what the records say of their firing: a verb's own word is not taken for it,
  /// and least of all the central's.
  var reports: [FaultReport] {
    var firings: [String: Int] = [:]
    for record in records.records
    where record.kind == "fault.fired" && record.witness != .central {
      if case .text(let id) = record.details["fault"] { firings[id, default: 0] += 1 }
    }
    return entries.map { entry in
      FaultReport(
        id: entry.id, name: entry.name, line: entry.line, firings: firings[entry.id] ?? 0)
    }
  }

  /// The first fault that did nothing.
  var dud: Entry? {
    zip(entries, reports).first { $1.firings == 0 }?.0
  }

  private func note(_ kind: String, id: String, name: String, line: Int) {
    records.append(
      Record(
        time: scheduler.now, witness: .harness, kind: kind,
        details: ["fault": .text(id), "verb": .text(name), "line": .integer(line)]))
  }
}
