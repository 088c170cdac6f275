// The conversation with a UM meter: one request, its answer, a pause, the next request.

import SharedProtocols

/// Requests measurements over a link that is ready, one at a time, until it is stopped.
final class BluetoothSerial {
  /// What happens in the conversation.
  enum Report {
    case requested
    case frame(UMFrame)
    case rejected(UMDecodingError)
    case timedOut
    case writeFailed(any Error)
    /// Too many requests in a row had no answer; nothing more is sent.
    case mute
  }

  private let settings: CentralSettings
  private let scheduler: any DelayScheduler
  private let write: ([UInt8]) -> Void
  private let report: (Report) -> Void
  private var assembler: FrameAssembler
  private var timer: (any DelayedWork)?
  private var isWriteOutstanding = false
  private var misses = 0
  private var isStopped = false

  /// A conversation over `write`; frames must be of `model` where that is known already.
  init(
    model: UMModel?, settings: CentralSettings, scheduler: any DelayScheduler,
    write: @escaping ([UInt8]) -> Void, report: @escaping (Report) -> Void
  ) {
    self.settings = settings
    self.scheduler = scheduler
    self.write = write
    self.report = report
    assembler = FrameAssembler(expectedModel: model)
  }

  /// Sends the first request.
  func start() { request() }

  /// Sends nothing more and reports nothing more.
  func stop() {
    isStopped = true
    timer?.cancel()
    timer = nil
  }

  private func request() {
    // What is left from before belongs to an answer that is over.
    assembler.clear()
    wait(settings.measurementTimeout) { $0.answerIsOverdue() }
    // The attribute protocol knows one request at a time: another write would only queue up
    // behind the one that has not been acknowledged.
    guard !isWriteOutstanding else { return }
    isWriteOutstanding = true
    report(.requested)
    write(MeasurementRequest.bytes)
  }

  /// The write was acknowledged, or failed.
  func wrote(_ error: (any Error)?) {
    guard !isStopped else { return }
    isWriteOutstanding = false
    guard let error else { return }
    report(.writeFailed(error))
    countMiss()
    if !isStopped { wait(settings.pollInterval) { $0.request() } }
  }

  /// The meter sent something.
  func received(_ bytes: [UInt8]) {
    guard !isStopped else { return }
    for outcome in assembler.append(bytes) {
      misses = 0
      wait(settings.pollInterval) { $0.request() }
      switch outcome {
      case .frame(let frame):
        assembler.expectedModel = frame.model
        report(.frame(frame))
      case .rejected(let error): report(.rejected(error))
      }
      if isStopped { return }
    }
  }

  private func answerIsOverdue() {
    let partial = assembler.pendingByteCount
    report(.timedOut)
    if partial > 0, !isStopped {
      // A meter that sends half a frame is not mute.
      misses = 0
      report(.rejected(.length(found: partial)))
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
