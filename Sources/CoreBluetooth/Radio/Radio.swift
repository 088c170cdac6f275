// bluetoothd and one adapter of it, as all managers of the process share them.

import BlueZ
import EventLoop
import Foundation

/// The adapter that the process uses. Confined to the radio thread.
final class Radio {
  let loop: EventLoop
  private let configuration: BluetoothHost.Configuration
  private var bus: Bus?
  private var nameWatch: NameWatch?
  private var agent: PairingAgent?
  private(set) var client: BlueZClient?
  private(set) var discovery: Discovery?
  private(set) var state = CBManagerState.unknown
  private var management: ManagementSocket?
  private var reports: [String: ManagementEvent.DeviceReport] = [:]
  private var losses: [String: ManagementEvent.DisconnectReason] = [:]
  private var strengths: [String: Int] = [:]
  private var sessions: [any RadioSession] = []
  /// Devices that this process has met, by what they are called towards the app.
  private(set) var known: [UUID: KnownDevice] = [:]
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
      met(error)
      if state == .unknown { enter(.unsupported) }
    }
  }

  private func follow(_ client: BlueZClient, on bus: Bus) {
    self.client = client
    discovery = Discovery(adapter: client.adapter(named: configuration.adapterName))
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
  private var adapter: Adapter? { client?.adapter(named: configuration.adapterName) }

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
    case .removed(let path, Device.interface): strengths[path] = nil
    default: break
    }
    updateState()
    for session in sessions { session.changed(change) }
  }

  private func updateState() {
    guard let client, client.isPresent, let adapter else { return }
    enter(!adapter.exists ? .unsupported : adapter.isPowered ? .poweredOn : .poweredOff)
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
    if problem.name == "org.freedesktop.DBus.Error.AccessDenied" { enter(.unauthorized) }
  }
}

// What is known of devices.
extension Radio {
  /// Keeps a device in mind.
  func remember(_ device: KnownDevice) { known[device.identifier] = device }

  /// A device of this adapter, if its address is known.
  func known(_ device: Device) -> KnownDevice? {
    guard device.adapterPath == adapterPath, let address = device.address,
      let host = adapterAddress
    else { return nil }
    return KnownDevice(
      identifier: UUID(device: address, host: host), path: device.path, address: address,
      name: device.name)
  }

  /// The devices of this adapter that bluetoothd has objects for.
  var devices: [Device] { adapter?.devices ?? [] }

  private func noteStrength(_ path: String) {
    strengths[path] = client.flatMap { Device(client: $0, path: path).rssi } ?? strengths[path]
  }

  /// How strong a device was heard last, in dBm.
  func lastStrength(of path: String) -> Int? { strengths[path] }

  /// How strong a device's link is, in dBm; nil where nobody tells.
  func readStrength(of address: String, isRandom: Bool, _ done: @escaping (Int?) -> Void) {
    guard let management else { return done(nil) }
    management.readStrength(address: address, isRandom: isRandom, done)
  }

  private func heard(_ event: ManagementEvent) {
    switch event {
    case .found(let report): reports[report.address] = report
    case .disconnected(let address, let reason): losses[address] = reason
    }
  }

  /// The advertisement that was received last from a device, where this process may hear of it.
  func report(of address: String) -> ManagementEvent.DeviceReport? {
    management?.drain()
    return reports[address]
  }

  /// Why a device's link has ended, if that is known; told once.
  func takeLoss(of address: String) -> ManagementEvent.DisconnectReason? {
    management?.drain()
    return losses.removeValue(forKey: address)
  }

  /// Forgets how an earlier link ended.
  func forgetLoss(of address: String) {
    management?.drain()
    losses[address] = nil
  }
}
