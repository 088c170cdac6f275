// bluetoothd and one adapter of it, as all managers of the process share them.

import BlueZ
import EventLoop
import Foundation

/// The adapter that the process uses. Confined to the radio thread.
final class Radio {
  let loop: EventLoop
  private let configuration: BluetoothHost.Configuration
  private var bus: Bus?
  private var busFailure: BusError?
  private var nameWatch: NameWatch?
  private var agent: PairingAgent?
  private(set) var client: BlueZClient?
  private(set) var discovery: Discovery?
  private(set) var state = CBManagerState.unknown
  /// Whether the bus has begun to refuse calls to bluetoothd, whose properties may be heard still.
  private var isRefused = false
  var management: ManagementSocket?
  var reports: [String: ManagementEvent.DeviceReport] = [:]
  var losses: [String: ManagementEvent.DisconnectReason] = [:]
  var strengths: [String: Int] = [:]
  let shared = SharedValues()
  private var sessions: [any RadioSession] = []
  /// Devices that this process has met, by what they are called towards the app.
  var known: [UUID: KnownDevice] = [:]
  /// How long an adapter that has gone is waited for, before there is none.
  private static let adapterReturn = Duration.seconds(5)
  /// From a refusal to the next try.
  private static let refusalRetry = Duration.seconds(5)
  /// Where managers' state is kept.
  let stateFolder: String?

  init(loop: EventLoop, configuration: BluetoothHost.Configuration) {
    self.loop = loop
    self.configuration = configuration
    stateFolder = configuration.stateFolder
  }

  /// Connects to the bus. Without one there is no Bluetooth for this process.
  func start() {
    management = ManagementSocket(adapterName: configuration.adapterName, loop: loop) {
      [weak self] in self?.heard($0)
    }
    do throws(BusError) {
      let bus = try Bus(loop: loop, address: configuration.bus)
      self.bus = bus
      bus.onProblem = { [weak self] in self?.met($0) }
      bus.onClosed = { [weak self] in self?.enter(.unsupported) }
      follow(BlueZClient(bus: bus), on: bus)
    } catch {
      warn("there is no bus: \(error)")
      busFailure = error
      met(error)
      if state == .unknown { enter(.unsupported) }
    }
  }

  private func follow(_ client: BlueZClient, on bus: Bus) {
    self.client = client
    let discovery = Discovery(adapter: client.adapter(named: configuration.adapterName))
    discovery.onFailure = { [weak self] in self?.refused($0) }
    self.discovery = discovery
    client.observe { [weak self] in self?.changed($0) }
    nameWatch = NameWatch(bus: bus, name: BlueZClient.serviceName) { [weak self] owner in
      guard let self, owner == nil else { return }
      // Never there: no Bluetooth. There before: it is being restarted.
      enter(state == .unknown || state == .unsupported ? .unsupported : .resetting)
    }
  }

  /// bluetoothd asks somebody before it pairs; without an agent it never answers a read that needs
  /// pairing. The agent follows bluetoothd's later comings by itself.
  private func registerAgent() {
    guard agent == nil, let client else { return }
    agent = PairingAgent(client: client, path: "/org/meterloop/CoreBluetooth/agent")
    agent?.register { result in
      if case .failure(let error) = result {
        warn("the pairing agent was not registered: \(error)")
      }
    }
  }

  /// The path of the adapter's object.
  var adapterPath: String? { adapter?.path }
  /// The adapter's address.
  var adapterAddress: String? { adapter?.address }
  var adapter: Adapter? { client?.adapter(named: configuration.adapterName) }

  func add(_ session: any RadioSession) {
    sessions.append(session)
    session.radioState = state
  }

  func remove(_ session: any RadioSession) {
    sessions.removeAll { $0 === session }
    updateDiscovery()
  }

  /// Has the adapter discover what all managers together need.
  func updateDiscovery() {
    let needs = sessions.flatMap(\.needs)
    discovery?.want(state == .poweredOn ? Scan.filter(for: needs) : nil)
  }

  private func changed(_ change: BlueZChange) {
    switch change {
    case .arrived: registerAgent()
    case .added(let path, Device.interface): noteStrength(path)
    case .changed(let path, Device.interface, let values, _) where values["RSSI"] != nil:
      noteStrength(path)
    case .removed(let path, Device.interface): forget(path)
    default: break
    }
    updateState()
    for session in sessions { session.changed(change) }
  }

  /// Why Bluetooth cannot be used, as far as that is known.
  var problem: BluetoothHost.Problem? {
    if let busFailure { return .noBus("\(busFailure)") }
    switch state {
    case .poweredOn, .unknown: return nil
    case .unauthorized: return .notPermitted
    case .poweredOff: return .poweredOff(adapter: configuration.adapterName)
    case .resetting, .unsupported: break
    }
    guard let client, client.isPresent else { return .noDaemon }
    return .noAdapter(
      configuration.adapterName,
      others: client.adapters.compactMap { $0.path.split(separator: "/").last.map(String.init) })
  }

  private func updateState() {
    guard let client, client.isPresent, let adapter, !isRefused else { return }
    if adapter.exists { return enter(adapter.isPowered ? .poweredOn : .poweredOff) }
    // A bluetoothd that is stopped takes its adapters away before it goes.
    guard state == .poweredOn || state == .poweredOff else {
      if state != .resetting { enter(.unsupported) }
      return
    }
    enter(.resetting)
    loop.after(Self.adapterReturn) { [weak self] in
      guard let self, state == .resetting, client.isPresent, !adapter.exists else { return }
      enter(.unsupported)
    }
  }

  private func enter(_ next: CBManagerState) {
    guard next != state else { return }
    state = next
    switch next {
    case .poweredOn, .poweredOff: CBManager.show(.allowedAlways)
    case .unauthorized: CBManager.show(.denied)
    default: break
    }
    if next != .poweredOn { discovery?.reset() }
    for session in sessions { session.radioState = next }
  }

  private func met(_ problem: BusError) {
    warn("\(problem)")
    if problem.isRefusal { enter(.unauthorized) }
  }

  /// The machine's policy may change while bluetoothd runs; only trying shows that it has changed
  /// back.
  private func refused(_ error: BusError) {
    guard error.isRefusal else { return }
    isRefused = true
    enter(.unauthorized)
    loop.after(Self.refusalRetry) { [weak self] in
      guard let self else { return }
      adapter?.stopDiscovery { [weak self] in self?.triedAgain($0) }
    }
  }

  private func triedAgain(_ result: Result<Void, BusError>) {
    if case .failure(let error) = result, error.isRefusal { return refused(error) }
    isRefused = false
    updateState()
  }
}

extension BusError {
  /// Whether the bus's policy does not let this process make the call.
  fileprivate var isRefusal: Bool { name == "org.freedesktop.DBus.Error.AccessDenied" }
}
