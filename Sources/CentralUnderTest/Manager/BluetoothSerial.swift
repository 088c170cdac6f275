// The conversation with a meter: one request, its answer, a pause, the next request. A documented
// TC66C is only listened to.

import SharedProtocols

/// Gets measurements over a link that is ready, one request at a time, until it is stopped.
final class BluetoothSerial {
  /// A write that has not been acknowledged.
  private enum Write {
    case request
    case command([UInt8])
  }

  private let dialect: MeterDialect
  private let isAcknowledged: Bool
  private let settings: CentralSettings
  private let scheduler: any DelayScheduler
  private let write: ([UInt8]) -> Void
  private let report: (Report) -> Void
  private var identity: Identity { didSet { assembler.model = identity.model } }
  private var assembler: FrameAssembler
  private var timer: (any DelayedWork)?
  private var outstanding: Write?
  private var commands: [[UInt8]] = []
  /// Whether a request waits for a command to be acknowledged.
  private var isRequestDue = false
  private var misses = 0
  private var isStopped = false

  /// A conversation over `write`, whose requests are acknowledged or not.
  init(
    _ dialect: MeterDialect, isAcknowledged: Bool, identity: Identity, settings: CentralSettings,
    scheduler: any DelayScheduler, write: @escaping ([UInt8]) -> Void,
    report: @escaping (Report) -> Void
  ) {
    self.dialect = dialect
    self.isAcknowledged = isAcknowledged
    self.identity = identity
    self.settings = settings
    self.scheduler = scheduler
    self.write = write
    self.report = report
    assembler = FrameAssembler(dialect, model: identity.model)
  }

  /// Begins with the first request.
  func start() {
    if dialect.request == nil { report(.listening) }
    request()
  }

  /// Begins with an answer that came already, whose request may not have been acknowledged yet.
  func start(with reading: MeterReading, isWriteOutstanding: Bool) {
    if isWriteOutstanding { outstanding = .request }
    goOn()
    judge(reading)
  }

  /// Sends nothing more and reports nothing more.
  func stop() {
    isStopped = true
    timer?.cancel()
    timer = nil
  }

  /// Sends a request and waits for its answer; where there is none to send, it only waits.
  private func request() {
    // What is left from before belongs to an answer that is over.
    assembler.clear()
    wait(settings.measurementTimeout) { $0.answerIsOverdue() }
    // The attribute protocol knows one request at a time: another write would only queue up
    // behind the one that has not been acknowledged.
    switch outstanding {
    case nil: writeRequest()
    case .request: break
    case .command: isRequestDue = true
    }
  }

  private func writeRequest() {
    guard let request = dialect.request else { return }
    outstanding = isAcknowledged ? .request : nil
    report(.requested)
    write(request)
  }

  /// Writes a command of the user's as soon as nothing is waited for to be acknowledged; false where
  /// the meter takes none.
  func send(_ command: [UInt8]) -> Bool {
    guard dialect.request != nil else { return false }
    commands.append(command)
    sendNext()
    return true
  }

  private func sendNext() {
    while outstanding == nil, !isStopped, !commands.isEmpty {
      let command = commands.removeFirst()
      if isAcknowledged { outstanding = .command(command) }
      write(command)
      if !isAcknowledged { report(.sent(command)) }
    }
  }

  /// The write was acknowledged, or failed.
  func wrote(_ error: (any Error)?) {
    guard !isStopped, let written = outstanding else { return }
    outstanding = nil
    switch (written, error) {
    case (.request, nil): break
    case (.request, let error?):
      report(.writeFailed(error))
      countMiss()
      if !isStopped { wait(settings.pollInterval) { $0.request() } }
    case (.command(let bytes), nil): report(.sent(bytes))
    case (.command(let bytes), let error?): report(.sendFailed(bytes, error))
    }
    guard !isStopped else { return }
    if isRequestDue {
      isRequestDue = false
      writeRequest()
    }
    sendNext()
  }

  /// The meter sent something.
  func received(_ bytes: [UInt8]) {
    guard !isStopped else { return }
    for outcome in assembler.append(bytes) {
      misses = 0
      goOn()
      switch outcome {
      case .success(let reading): judge(reading)
      case .failure(let rejection): report(.rejected(rejection))
      }
      if isStopped { return }
    }
  }

  private func goOn() {
    if dialect.request == nil { return request() }
    wait(settings.pollInterval) { $0.request() }
  }

  /// Takes a good frame for a measurement, unless it is one of another meter.
  private func judge(_ reading: MeterReading) {
    if let expected = identity.model, reading.model != expected {
      identity.seen = nil
      report(.rejected(.otherModel(found: reading.model, expected: expected)))
    } else {
      identity.seen = reading.model
      report(.reading(reading))
    }
  }

  private func answerIsOverdue() {
    let partial = assembler.pendingByteCount
    report(.timedOut)
    if partial > 0, !isStopped {
      // A meter that sends half a frame is not mute.
      misses = 0
      report(.rejected(dialect.truncated(after: partial)))
    } else {
      countMiss()
    }
    if !isStopped { request() }
  }

  private func countMiss() {
    misses += 1
    guard misses >= settings.missesUntilMute, !isStopped else { return }
    stop()
    report(.mute)
  }

  private func wait(_ delay: Duration, then work: @escaping (BluetoothSerial) -> Void) {
    timer?.cancel()
    timer = scheduler.after(delay) { [weak self] in
      guard let self, !isStopped else { return }
      work(self)
    }
  }
}
