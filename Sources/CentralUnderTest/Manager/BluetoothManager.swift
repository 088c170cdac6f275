// The app's Bluetooth side as a whole: which meters are there, which one the user wants, and what is
// done to get and keep it.
//
// The manager and all it holds belong to one queue: the radio's callbacks, the timers and the
// caller must all be on it.

import CoreBluetooth
import SharedProtocols

/// Finds meters, connects to the one that the user wants, and reconnects when it is lost.
public final class BluetoothManager {
  /// Who is told what happens.
  public weak var observer: (any CentralObserver)?
  /// The limits that are kept; a change holds from the next connection on.
  public var settings: CentralSettings {
    didSet {
      policy.attemptCap = settings.attemptCap
      if settings.profile != oldValue.profile { startScan() }
    }
  }
  /// The meters seen so far, each once, in the order of their first sighting.
  public internal(set) var meters: [DiscoveredMeter] = []
  /// How far the connection has come.
  public private(set) var state = ConnectionState.peripheralNotConnected

  let radio: any MeterRadio
  let scheduler: any DelayScheduler
  var policy: ReconnectPolicy
  var phase = Phase.idle
  /// The meter that the user wants, once it is known.
  var wanted: UUID?
  /// The meter that the user wants, while it has not been seen.
  var sought: MeterChoice?
  var link: MeterLink?
  var isScanWanted = false
  var scanRetry: (any DelayedWork)?
  /// Whether the app is in the background.
  public internal(set) var isInBackground = false
  /// Whether it has been there for too long to reconnect.
  var isReconnectSuspended = false
  var backgroundLimit: (any DelayedWork)?

  /// What is being done about the wanted meter.
  enum Phase {
    case idle
    /// An attempt starts when the delay is over.
    case waiting(any DelayedWork, ReconnectPolicy.Attempt)
    /// An attempt starts after its delay when the app is in the foreground again.
    case waitingForForeground(ReconnectPolicy.Attempt)
    /// An attempt starts when Bluetooth is on again.
    case waitingForPower
    case connecting
    case linked
    /// The link, or the attempt, is being cancelled.
    case closing(Closing)
  }

  /// Why a link is being cancelled.
  enum Closing {
    /// The user wants it, and may meanwhile want the meter back.
    case byUser(connectAgain: Bool)
    case forAttempt(reason: String)
    case forGood(reason: String)
  }

  /// A manager over a radio; `start` sets it going.
  public init(
    radio: any MeterRadio, scheduler: any DelayScheduler, settings: CentralSettings = .init()
  ) {
    self.radio = radio
    self.scheduler = scheduler
    self.settings = settings
    policy = ReconnectPolicy(attemptCap: settings.attemptCap)
    radio.listener = self
  }

  /// A manager over Core Bluetooth, on a queue of its own choosing.
  public convenience init(queue: DispatchQueue, settings: CentralSettings = .init()) {
    self.init(
      radio: BluetoothRadio(queue: queue), scheduler: DispatchDelays(queue: queue),
      settings: settings)
  }

  /// Whether Bluetooth is on.
  public var isPoweredOn: Bool { radio.isPoweredOn }

  /// The meter that is connected, or being connected to, or was last.
  public var wantedMeter: DiscoveredMeter? { meters.first { $0.identifier == wanted } }

  /// Whether no meter is wanted, or the wanted one was given up: nothing will happen by itself.
  public var isIdle: Bool {
    if case .idle = phase { sought == nil } else { false }
  }

  func emit(_ event: CentralEvent) { observer?.manager(self, did: event) }

  /// Goes to a state if the connection may go there from where it is.
  func reach(_ next: ConnectionState) {
    guard state.mayBecome(next) else { return }
    let previous = state
    state = next
    emit(.state(next, previous: previous))
  }
}

/// Why a wish of the user's cannot be met.
public enum CentralCommandError: Error, Sendable, CustomStringConvertible {
  /// A connection stands or is under way.
  case busy(ConnectionState)
  /// There is nothing to disconnect.
  case notConnected
  /// No meter is ready for commands yet, or any more.
  case notReady(ConnectionState)
  /// The meter has nothing that takes commands.
  case takesNoCommands

  /// One sentence for people.
  public var description: String {
    switch self {
    case .busy(let state): "a meter is connected or being connected to (\(state.name))"
    case .notConnected: "no meter is connected or being connected to"
    case .notReady(let state): "no meter is ready for commands (\(state.name))"
    case .takesNoCommands: "the meter takes no commands"
    }
  }
}

extension BluetoothManager {
  /// The user wants this meter. An error if one is wanted already.
  public func connect(to wish: MeterChoice = .any) throws(CentralCommandError) {
    switch phase {
    case .idle where sought == nil: break
    case .closing(.byUser(connectAgain: false)):
      if let meter = meters.first(where: { $0.identifier == wanted }), wish.matches(meter) {
        phase = .closing(.byUser(connectAgain: true))
        return
      }
      throw .busy(state)
    default: throw .busy(state)
    }
    policy.reset()
    if let meter = meters.first(where: wish.matches) {
      want(meter)
    } else {
      sought = wish
      scan()
    }
  }

  /// The user wants no meter any more: what is under way is cancelled, and nothing is retried.
  public func disconnect() throws(CentralCommandError) {
    let wasSeeking = sought != nil
    sought = nil
    policy.reset()
    link?.close()
    switch phase {
    case .idle:
      guard wasSeeking else { throw .notConnected }
      stopScan()
    case .waiting(let work, _):
      work.cancel()
      phase = .idle
      emit(.log("the reconnect was cancelled by the user"))
    case .waitingForPower, .waitingForForeground:
      phase = .idle
      emit(.log("the reconnect was cancelled by the user"))
    case .connecting, .linked:
      phase = .closing(.byUser(connectAgain: false))
      if let wanted { radio.cancelConnection(wanted) }
    case .closing: phase = .closing(.byUser(connectAgain: false))
    }
  }

  /// The user wants the meter to be told this, by the way on which it is asked. What comes of it is
  /// told by events.
  public func send(_ command: [UInt8]) throws(CentralCommandError) {
    guard let link else { throw .notReady(state) }
    switch link.send(command) {
    case .isOnItsWay: break
    case .isTooEarly: throw .notReady(state)
    case .isNotTaken: throw .takesNoCommands
    }
  }

  /// Takes a meter that was seen for the wanted one.
  func want(_ meter: DiscoveredMeter) {
    sought = nil
    stopScan()
    wanted = meter.identifier
    attempt()
  }
}
