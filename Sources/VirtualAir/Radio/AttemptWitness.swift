// When a central tries to connect, as the radio sees it.
//
// BlueZ looks for a device that it is to connect to by a passive scan; only when it hears the
// device does it stop the scan and create the connection. So an attempt begins with a passive scan
// or, where the device was heard during discovery, with LE Create Connection, and a scan that stops
// is its end only if nothing follows at once: the kernel also stops and starts a scan to change its
// accept list.

import Records

/// How an attempt began.
enum AttemptBeginning: String {
  case passiveScan, createConnection
}

/// How an attempt ended.
enum AttemptOutcome: String {
  case connected, cancelled, failed, stopped
}

/// Records the attempts of one adapter.
final class AttemptWitness {
  /// How soon something must follow a scan that stopped, to belong to the same attempt. The kernel
  /// takes no virtual time for it, and some milliseconds of real time.
  static let patience = Duration.milliseconds(20)

  private let adapter: Int
  private let scheduler: any Scheduler
  private let records: RecordStream
  private var number = 0
  private var isOpen = false
  private var ending: (at: VirtualTime, work: any ScheduledWork)?

  init(adapter: Int, scheduler: any Scheduler, records: RecordStream) {
    self.adapter = adapter
    self.scheduler = scheduler
    self.records = records
  }

  /// A passive scan or LE Create Connection begins, or goes on with the attempt that is open.
  func begin(via beginning: AttemptBeginning) {
    ending?.work.cancel()
    ending = nil
    guard !isOpen else { return }
    isOpen = true
    number += 1
    record("attempt.start", ["attempt": .integer(number), "via": .text(beginning.rawValue)])
  }

  /// The passive scan stopped: the end, unless something follows at once.
  func scanStopped() {
    guard isOpen, ending == nil else { return }
    let work = scheduler.after(Self.patience) { [unowned self] in
      end(.stopped, status: HCIStatus.success)
    }
    ending = (scheduler.now, work)
  }

  /// The attempt that is open, if one is, ends; at the time its scan stopped if it did.
  func end(_ outcome: AttemptOutcome, status: UInt8) {
    guard isOpen else { return }
    isOpen = false
    let end = ending?.at ?? scheduler.now
    ending?.work.cancel()
    ending = nil
    record(
      "attempt.end",
      [
        "attempt": .integer(number), "outcome": .text(outcome.rawValue),
        "status": .integer(Int(status)), "ended_at_ns": .integer(Int(end.nanoseconds)),
      ])
  }

  private func record(_ kind: String, _ details: [String: Detail]) {
    records.append(
      Record(
        time: scheduler.now, witness: .air, adapter: adapter, kind: kind, details: details))
  }
}
