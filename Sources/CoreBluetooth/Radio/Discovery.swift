// The adapter's discovery, one call at a time.

import BlueZ

/// Brings the adapter's discovery to what is wanted. Confined to the radio thread.
final class Discovery {
  /// The calls that it makes of an adapter, so that it can be tested without one.
  struct Calls {
    typealias Done = (Result<Void, BusError>) -> Void
    var setFilter: (DiscoveryFilter, @escaping Done) -> Void
    var start: (@escaping Done) -> Void
    var stop: (@escaping Done) -> Void
  }

  /// Told why the adapter does not discover as wanted.
  var onFailure: ((BusError) -> Void)?
  private let calls: Calls
  private var wanted: DiscoveryFilter?
  private var running: DiscoveryFilter?
  private var refused: DiscoveryFilter?
  private var isBusy = false
  private var generation = 0
  private var waiting: [() -> Void] = []

  init(calls: Calls) {
    self.calls = calls
  }

  convenience init(adapter: Adapter) {
    self.init(
      calls: Calls(
        setFilter: { adapter.setDiscoveryFilter($0, $1) }, start: { adapter.startDiscovery($0) },
        stop: { adapter.stopDiscovery($0) }))
  }

  /// Has the adapter discover by this filter, nil for not at all.
  func want(_ filter: DiscoveryFilter?) {
    wanted = filter
    refused = nil
    step()
  }

  /// Runs `work` when no call is on its way, at once if that is so now: a connect that overtakes the
  /// end of a discovery would be refused or slowed down.
  func whenSettled(_ work: @escaping () -> Void) {
    if isBusy { waiting.append(work) } else { work() }
  }

  /// The adapter or bluetoothd is gone, and all discovery with it.
  func reset() {
    generation += 1
    isBusy = false
    wanted = nil
    running = nil
    settle()
  }

  private func step() {
    guard !isBusy else { return }
    guard wanted != running, refused == nil else { return settle() }
    isBusy = true
    if let wanted {
      let isRunning = running != nil
      calls.setFilter(
        wanted,
        expect { [weak self] result in
          guard let self else { return }
          // A discovery under way takes the new filter up by itself.
          guard case .success = result, !isRunning else { return end(result, with: wanted) }
          calls.start(expect { [weak self] in self?.end($0, with: wanted) })
        })
    } else {
      calls.stop(expect { [weak self] _ in self?.end(.success(()), with: nil) })
    }
  }

  /// Leaves out answers from before a reset.
  private func expect(_ body: @escaping Calls.Done) -> Calls.Done {
    let asked = generation
    return { [weak self] result in
      if self?.generation == asked { body(result) }
    }
  }

  private func end(_ result: Result<Void, BusError>, with filter: DiscoveryFilter?) {
    isBusy = false
    switch result {
    case .success: running = filter
    case .failure(let error) where error.bluez == .inProgress: running = filter
    case .failure(let error):
      refused = filter
      warn("scanning could not start: \(error)")
      onFailure?(error)
    }
    step()
  }

  private func settle() {
    let ready = waiting
    waiting = []
    for work in ready { work() }
  }
}
