// Requests to one peripheral, one after the other.

/// Starts each request when the one before is done. Confined to the radio thread.
final class RequestQueue {
  /// To be called once when a request is done, with what is to be told of it: that is told before the next
  /// one starts, and not at all if the queue was cleared meanwhile.
  typealias Done = (_ tell: () -> Void) -> Void
  typealias Request = (@escaping Done) -> Void

  private var waiting: [Request] = []
  private var isBusy = false
  private var generation = 0

  func add(_ request: @escaping Request) {
    waiting.append(request)
    startNext()
  }

  /// Forgets what waits and what is under way.
  func clear() {
    waiting = []
    isBusy = false
    generation += 1
  }

  private func startNext() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let started = generation
    waiting.removeFirst()({ [weak self] tell in
      guard let self, generation == started else { return }
      tell()
      guard generation == started else { return }
      isBusy = false
      startNext()
    })
  }
}
