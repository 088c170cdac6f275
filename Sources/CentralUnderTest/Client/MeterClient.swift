// The app's logic with a terminal for its screen: it lists the meters that are there, or shows what one
// of them measures, until it has what was asked for.

import CoreBluetooth
import SharedProtocols

/// Scans or monitors over an app, and ends. Confined to the manager's queue.
public final class MeterClient {
  /// What it is to do.
  public struct Wish {
    /// Listing meters, or showing what one measures.
    public enum Task {
      case scan
      case monitor(MeterChoice)
    }
    /// How it is shown.
    public enum Form: Sendable {
      /// A line each, for people.
      case lines
      /// One line that is drawn over: for a terminal.
      case live
      /// A line of JSON each.
      case json
    }
    /// What to do.
    public var task: Task
    /// How to show it.
    public var form = Form.lines
    /// How many measurements are enough; nil for no end.
    public var count: Int?
    /// How long to scan, or to monitor; nil for no end.
    public var duration: Duration?
    /// How long to wait for the meter to be seen.
    public var patience = Duration.seconds(30)
    /// How the meter is called towards the user.
    public var meterText = "a meter"

    /// A wish with the defaults.
    public init(_ task: Task) { self.task = task }
  }

  /// How it ended. The raw value is the process's exit code.
  public enum End: Int32, Sendable {
    case done = 0
    /// Bluetooth cannot be used, or output not be written.
    case broken = 3
    /// The meter was not found, or could not be kept or used.
    case failed = 4
    case interrupted = 130
  }

  /// What it needs of the process that it runs in.
  public struct Surroundings {
    /// Writes to standard output.
    public var print: (String) -> Void
    /// Says one line on the way, for people, on standard error.
    public var note: (String) -> Void
    /// Writes to the table, where one is wanted.
    public var table: ((String) -> Void)?
    /// The machine's time.
    public var now: () -> Date
    /// Why Bluetooth cannot be used and what to do about it, as far as that is known.
    public var problem: () -> String?
    /// A device's address, where the machine tells it.
    public var address: (UUID) -> String?
    /// Ends the process, with a reason unless it is done.
    public var end: (End, String?) -> Void

    /// The process's surroundings.
    public init(
      print: @escaping (String) -> Void, note: @escaping (String) -> Void,
      table: ((String) -> Void)?, now: @escaping () -> Date, problem: @escaping () -> String?,
      address: @escaping (UUID) -> String?, end: @escaping (End, String?) -> Void
    ) {
      self.print = print
      self.note = note
      self.table = table
      self.now = now
      self.problem = problem
      self.address = address
      self.end = end
    }
  }

  let app: AppData
  let wish: Wish
  let surroundings: Surroundings
  private let scheduler: any DelayScheduler
  private var hasBegun = false
  private var ending: (End, String?)?
  private var isOver = false
  private var patience: (any DelayedWork)?
  var shown: [UUID: MeterModel?] = [:]
  var columns: [String]?
  var firstDate: Date?
  var measurementCount = 0
  var hasLiveLine = false

  /// How long a disconnect is waited for at the end.
  private static let farewell = Duration.seconds(5)

  /// A client of an app that is not activated yet.
  public init(
    _ app: AppData, _ wish: Wish, scheduler: any DelayScheduler, _ surroundings: Surroundings
  ) {
    self.app = app
    self.wish = wish
    self.scheduler = scheduler
    self.surroundings = surroundings
    app.observer = self
  }

  /// Starts the app.
  public func start() {
    app.activateDeviceSync()
    scheduler.after(wish.patience) { [weak self] in
      guard let self, !hasBegun else { return }
      conclude(.broken, surroundings.problem() ?? "bluetoothd does not answer")
    }
  }

  /// The user wants no more; the second time without waiting for the meter.
  public func interrupt() {
    if ending != nil { return over() }
    conclude(.interrupted)
  }

  /// What is printed is read no more, or could not be written.
  public func outputFailed(_ reason: String?) {
    conclude(reason == nil ? .interrupted : .broken, reason)
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    switch wish.task {
    case .scan: break
    case .monitor(let choice):
      do throws(CentralCommandError) { try app.manager?.connect(to: choice) } catch {
        return conclude(.failed, "\(error)")
      }
      patience = scheduler.after(wish.patience) { [weak self] in self?.notFound() }
    }
    if let duration = wish.duration {
      scheduler.after(duration) { [weak self] in self?.timeIsUp() }
    }
  }

  private func timeIsUp() {
    switch wish.task {
    case .scan where app.discoveredMeters.isEmpty: conclude(.failed, "no meter was heard")
    case .monitor where measurementCount == 0: conclude(.failed, "no measurement came in that time")
    default: conclude(.done)
    }
  }

  private func notFound() {
    guard ending == nil else { return }
    let seen = app.discoveredMeters.map { meter in
      "\(meter.name) (\(meter.capabilities.model?.rawValue ?? "unknown"))"
    }
    conclude(
      .failed,
      "\(wish.meterText) was not heard within \(wish.patience.text)"
        + (seen.isEmpty ? ", nor any other meter" : "; heard: \(seen.joined(separator: ", "))"))
  }

  /// Ends after what is going on now, and after the meter was let go.
  private func conclude(_ end: End, _ reason: String? = nil) {
    guard ending == nil else { return }
    ending = (end, reason)
    patience?.cancel()
    scheduler.after(.zero) { [weak self] in self?.letGo() }
  }

  private func letGo() {
    guard let manager = app.manager, !manager.isIdle else { return over() }
    // That nothing is connected any more is what is wanted.
    do throws(CentralCommandError) { try manager.disconnect() } catch { return over() }
    guard !manager.isIdle else { return over() }
    scheduler.after(Self.farewell) { [weak self] in self?.over() }
  }

  private func over() {
    guard !isOver, let (end, reason) = ending else { return }
    isOver = true
    if hasLiveLine { surroundings.print("\n") }
    surroundings.end(end, reason)
  }
}

extension MeterClient: CentralObserver {
  /// Shows what happened, where it is what the user wants to see.
  public func manager(_ manager: BluetoothManager, did event: CentralEvent) {
    if ending != nil {
      if case .dropped = event { scheduler.after(.zero) { [weak self] in self?.over() } }
      return
    }
    switch event {
    case .ready: begin()
    case .unavailable(let text):
      let reason = surroundings.problem() ?? text
      if hasBegun { note(reason) } else { conclude(.broken, reason) }
    case .identified: listNews()
    case .state(.peripheralConnectionPending, _): patience?.cancel()
    case .state(.peripheralReady, _): note("connected to \(meterName)")
    case .measurement(let reading):
      show(reading)
      if let count = wish.count, measurementCount >= count { conclude(.done) }
    case .rejected(let rejection): note("skipped a frame: \(rejection)")
    case .timedOut(let step): note("no answer in time: \(step.rawValue)")
    case .dropped(_, let reason): note("disconnected: \(reason)")
    case .retry(let attempt):
      note("trying again in \(attempt.delay.text), attempt \(attempt.number)")
    case .gaveUp(let attempts):
      conclude(.failed, "given up after \(attempts) attempt\(attempts == 1 ? "" : "s")")
    case .incompatible(let reason): conclude(.failed, reason)
    case .pairingNeeded(let reason):
      conclude(.failed, "the meter wants to be paired first, in the system's settings: \(reason)")
    case .discovered, .state, .requested, .sent, .sendFailed, .log: break
    }
  }
}
