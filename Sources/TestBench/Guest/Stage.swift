// Bringing up what every run inside a guest needs: the air, its adapters, and bluetoothd's view of
// them, one after the other, so that hci0 is always the central's and hci1 the first meter's.

import BlueZ
import EventLoop
import Glibc
import Records
import VirtualAir

/// What went wrong while a guest was being set up, and in which part.
public struct StageError: Error, Sendable, CustomStringConvertible {
  /// The part: its log is NAME.log in the run's folder.
  public let part: String
  /// What went wrong.
  public let reason: String

  /// Both.
  public var description: String { "\(part) did not come up: \(reason)" }
}

/// The air and the adapters of one guest.
public final class Stage {
  /// The guest's loop.
  public let loop: EventLoop
  /// What all witnesses see.
  public let records: RecordStream
  /// The radio.
  public let air: Air
  /// The harness's own connection to the bus, once it is up.
  public private(set) var client: BlueZClient?

  private let folder: String
  private let progress: ProgressWriter
  private let capture: BTSnoopWriter
  private let bridge: AirBridge
  private var isWired = false
  private var observation: BlueZObservation?
  private var returning: BlueZObservation?
  private var agent: PairingAgent?
  private var deadline: (any ScheduledWork)?
  private var wanted = 0
  private var done: ((StageError?) -> Void)?

  /// The file in the run's folder that has all HCI packets.
  public static let captureFile = "capture.btsnoop"
  static let busSocket = "/run/dbus/system_bus_socket"
  /// In the guest's own time; what computes without end is noticed by the host.
  private static let patience = Duration.seconds(5)

  /// An empty stage whose capture goes to the run's folder.
  public init(
    loop: EventLoop, records: RecordStream, folder: String, progress: ProgressWriter
  ) throws(CaptureError) {
    // A program under test may close what it is spoken to on, which must not end the runner.
    signal(SIGPIPE, SIG_IGN)
    self.loop = loop
    self.records = records
    self.folder = folder
    self.progress = progress
    capture = try BTSnoopWriter(path: "\(folder)/\(Self.captureFile)")
    air = Air(scheduler: loop, records: records, capture: capture)
    bridge = AirBridge(loop: loop, air: air)
  }

  /// Brings up this many adapters, of which the last ones are for the client's own use and may have
  /// several centrals; `done` gets nil, or the part that failed.
  public func bringUp(
    adapters: Int, spare: Int = 0, _ done: @escaping (StageError?) -> Void
  ) {
    self.done = done
    wanted = adapters
    begin("dbus-daemon")
    do throws(BusError) {
      let bus = try Bus(loop: loop, address: .path(Self.busSocket))
      let client = BlueZClient(bus: bus)
      self.client = client
      observation = client.observe { [unowned self] _ in lookAgain() }
    } catch {
      finish(StageError(part: "dbus-daemon", reason: "\(error)"))
      return
    }
    begin("btvirt")
    bridge.bringUp(adapters) { [unowned self] result in
      switch result {
      case .success(let made):
        // A meter is silent while it is connected; a peripheral of the client's is its host's.
        for adapter in made.suffix(spare) { adapter.appearance.silentWhileConnected = false }
        begin("bluetoothd")
        isWired = true
        lookAgain()
      case .failure(let error): finish(StageError(part: "btvirt", reason: "\(error)"))
      }
    }
  }

  /// The guest's bluetoothd, to be ended and started, once the bus is up.
  public var bluetoothd: BluetoothService? {
    client.map { BluetoothService(loop: loop, bus: $0.bus, folder: folder) }
  }

  /// Hears of every error that anyone gets on the guest's bus, until the monitor is let go.
  public func monitorRefusals(
    _ heard: @escaping (BusRefusal) -> Void
  ) throws(BusError) -> BusMonitor {
    try BusMonitor(loop: loop, address: .path(Self.busSocket), heard)
  }

  /// Writes what the capture still holds; an error when any of it could not be written.
  public func flushCapture() throws(CaptureError) {
    capture.flush()
    if let failure = capture.failure { throw failure }
  }

  private func begin(_ part: String) {
    progress.tell(.bringingUp(part: part))
    deadline?.cancel()
    deadline = loop.after(Self.patience) { [unowned self] in
      finish(
        StageError(part: part, reason: "nothing happened for \(Int(Self.patience.inSeconds)) s"))
    }
  }

  /// Does the work once bluetoothd shows every adapter powered, be it now or later.
  func whenPowered(_ work: @escaping () -> Void) {
    guard let client else { return }
    if isPowered(client) { return work() }
    returning = client.observe { [unowned self] _ in
      guard let client = self.client, isPowered(client) else { return }
      returning?.cancel()
      returning = nil
      work()
    }
  }

  private func isPowered(_ client: BlueZClient) -> Bool {
    client.isPresent
      && (0..<wanted).allSatisfy { client.adapter(named: "hci\($0)").isPowered }
  }

  /// Goes on once bluetoothd shows every adapter powered.
  private func lookAgain() {
    guard done != nil, isWired, let client, isPowered(client) else { return }
    registerAgent(client)
  }

  /// Without an agent an insufficient-authentication error would leave a call unanswered for ever.
  private func registerAgent(_ client: BlueZClient) {
    guard agent == nil else { return }
    let agent = PairingAgent(client: client)
    self.agent = agent
    agent.register { [unowned self] result in
      switch result {
      case .success: finish(nil)
      case .failure(let error): finish(StageError(part: "bluetoothd", reason: "\(error)"))
      }
    }
  }

  private func finish(_ error: StageError?) {
    deadline?.cancel()
    observation?.cancel()
    if error == nil { progress.tell(.reached(.adapters)) }
    let report = done
    done = nil
    report?(error)
  }
}
