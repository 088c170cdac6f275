// The emulator's witness: what reached the meter and what it sent.

import Records

/// Appends one meter's records to the run's stream.
struct EmulatorLog {
  let scheduler: any Scheduler
  let records: RecordStream
  let adapterIndex: Int

  func append(_ kind: String, _ details: [String: Detail] = [:], bytes: [UInt8] = []) {
    records.append(
      Record(
        time: scheduler.now, witness: .emulator, adapter: adapterIndex, kind: kind,
        details: details, bytes: bytes))
  }
}
