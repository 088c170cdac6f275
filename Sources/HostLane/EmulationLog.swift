// The harness's own records of an emulation on this machine, beside those of the meter.

import Records

/// Appends to the stream that the meter writes to as well.
public struct EmulationLog {
  /// Gives the time.
  public let scheduler: any Scheduler
  /// Where everything that happens goes.
  public let records: RecordStream

  /// A log into this stream.
  public init(scheduler: any Scheduler, records: RecordStream) {
    self.scheduler = scheduler
    self.records = records
  }

  /// Says what happened now.
  public func append(_ kind: String, _ details: [String: Detail] = [:], bytes: [UInt8] = []) {
    records.append(
      Record(
        time: scheduler.now, witness: .harness, kind: kind, details: details, bytes: bytes))
  }
}
