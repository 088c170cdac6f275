// What an unknown device with a serial bridge speaks, found out by asking.
//
// Countless devices have such a bridge. The byte that asks a UM goes first, then the word that asks a
// TC66C. The documents' request is never tried: to a UM on sale its bytes are commands, one of which
// selects a data group.

/// Tries one way to talk after the other until a good frame comes.
final class SerialProbe {
  /// What happens while trying.
  enum Report {
    /// This is written.
    case requested(MeterRoute)
    case rejected(Rejection)
    case writeFailed(any Error)
    /// It speaks this.
    case answered(MeterRoute, MeterReading, isWriteOutstanding: Bool)
    /// It did answer something, or left a write unacknowledged; it may be a meter.
    case unclear(String)
    /// It answered nothing to anything.
    case silent
  }

  private let routes: [MeterRoute]
  private let timeout: Duration
  private let scheduler: any DelayScheduler
  private let write: ([UInt8], MeterRoute) -> Void
  private let report: (Report) -> Void
  /// One for each way tried so far: an answer to the first request may come late.
  private var assemblers: [FrameAssembler] = []
  private var timer: (any DelayedWork)?
  private var isWriteOutstanding = false
  private var hasHeard = false
  private var isStopped = false

  /// Tries these ways, each for `timeout`.
  init(
    _ routes: [MeterRoute], timeout: Duration, scheduler: any DelayScheduler,
    write: @escaping ([UInt8], MeterRoute) -> Void, report: @escaping (Report) -> Void
  ) {
    self.routes = routes
    self.timeout = timeout
    self.scheduler = scheduler
    self.write = write
    self.report = report
  }

  /// Tries the first way.
  func start() { tryNext() }

  /// Sends nothing more and reports nothing more.
  func stop() {
    isStopped = true
    timer?.cancel()
    timer = nil
  }

  private func tryNext() {
    guard !isWriteOutstanding else { return end(.unclear("a request was not acknowledged")) }
    guard assemblers.count < routes.count else {
      return end(hasHeard ? .unclear("its answers make no frame") : .silent)
    }
    let route = routes[assemblers.count]
    assemblers.append(FrameAssembler(route.dialect))
    timer?.cancel()
    timer = scheduler.after(timeout) { [weak self] in
      guard let self, !isStopped else { return }
      tryNext()
    }
    isWriteOutstanding = route.writeType == .withResponse
    report(.requested(route))
    if !isStopped, let request = route.dialect.request { write(request, route) }
  }

  /// The write was acknowledged, or failed: then this way leads nowhere.
  func wrote(_ error: (any Error)?) {
    guard !isStopped else { return }
    isWriteOutstanding = false
    guard let error else { return }
    report(.writeFailed(error))
    if !isStopped { tryNext() }
  }

  /// The device sent something.
  func received(_ bytes: [UInt8]) {
    guard !isStopped else { return }
    hasHeard = true
    for index in assemblers.indices {
      let isCurrent = index == assemblers.count - 1
      for outcome in assemblers[index].append(bytes) {
        switch outcome {
        case .success(let reading):
          return end(
            .answered(routes[index], reading, isWriteOutstanding: isWriteOutstanding))
        case .failure(let rejection):
          if isCurrent { report(.rejected(rejection)) }
        }
        if isStopped { return }
      }
    }
  }

  private func end(_ last: Report) {
    stop()
    report(last)
  }
}
