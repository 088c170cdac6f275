// One peripheral of one manager on the radio thread: its connection.

import BlueZ
import EventLoop
import Foundation
import Records

/// What lies between a `CBPeripheral` and bluetoothd's object for it. Confined to the radio thread.
final class Link: @unchecked Sendable {
  let known: KnownDevice
  let device: Device
  let radio: Radio
  let requests = RequestQueue()
  /// Who waits for bluetoothd to have read the whole table: filters.
  var awaitedServices: [[CBUUID]?] = []
  var streams: [String: NotificationStream] = [:]
  /// What has happened to the table since the app was told last.
  var modification = TableModification()
  private(set) var options = ConnectOptions()
  /// Whether the device must be heard before it can be connected to.
  private(set) var isSought = false
  /// Whether it is of a time before bluetoothd was lost, and of no use any more.
  private(set) var isVoid = false
  private weak var session: CentralSession?
  private weak var owner: CBPeripheral?
  private var machine: ConnectionMachine?

  init(known: KnownDevice, client: BlueZClient, radio: Radio, session: CentralSession) {
    self.known = known
    let device = Device(client: client, path: known.path)
    self.device = device
    self.radio = radio
    self.session = session
    machine = ConnectionMachine(
      scheduler: radio.loop,
      calls: ConnectionMachine.Calls(
        exists: { device.exists }, isConnected: { device.isConnected },
        seek: { [weak self] in self?.seek($0) },
        whenSettled: { [unowned radio] work in
          if let discovery = radio.discovery { discovery.whenSettled(work) } else { work() }
        },
        connect: { [unowned radio] done in
          radio.forgetLoss(of: known.address)
          device.connect(done)
        }, disconnect: { device.disconnect($0) },
        loss: { [unowned radio] in
          ConnectionMachine.Loss(radio.takeLoss(of: known.address))
        })
    ) { [weak self] in self?.took($0) }
  }

  /// The object that stands for the device, while somebody holds it.
  var peripheral: CBPeripheral? { owner }
  /// Whether nobody holds the peripheral any more and its connection has ended.
  var isUnused: Bool { owner == nil && machine?.isIdle != false }
  /// Whether the connection stands and nobody has asked for its end.
  var isConnected: Bool { machine?.isConnected ?? false }
  /// Whether there is a connection, or one is asked for.
  var isWanted: Bool { machine?.isIdle == false && machine?.isEnding == false }

  func adopt(_ peripheral: CBPeripheral) { owner = peripheral }

  /// Connects.
  func connect(_ options: ConnectOptions) {
    guard radio.state == .poweredOn, !isVoid else { return }
    self.options = options
    machine?.connect(options.wish)
    session?.keep()
  }

  /// Takes over a connection that a process before this one has made.
  func takeOver(_ options: ConnectOptions) {
    self.options = options
    machine?.adopt(options.wish)
  }

  /// Ends the connection, or the attempt at one.
  func cancel() {
    machine?.cancel()
    session?.keep()
  }

  /// The adapter is off, or bluetoothd is gone and then the peripheral is of no use any more.
  func reset(isVoid: Bool) {
    self.isVoid = isVoid
    machine?.reset()
    release()
  }

  func changed(_ change: BlueZChange) {
    switch change {
    case .added(device.path, Device.interface): machine?.objectAppeared()
    case .removed(device.path, Device.interface) where radio.client?.isPresent == true:
      // With bluetoothd itself gone, the radio's state tells it.
      machine?.connectedChanged(to: false)
    case .changed(device.path, Device.interface, let values, _): changed(values)
    default: tableChanged(change)
    }
  }

  private func changed(_ values: [String: BusValue]) {
    // bluetoothd reads the name of the Generic Access service on a new link; a name that comes
    // without one is an advertised name.
    if let name = values["Name"]?.string {
      let isOwn = device.isConnected
      deliver { _, peripheral in
        if peripheral.show(name: name, isOwn: isOwn) {
          peripheral.delegate?.peripheralDidUpdateName(peripheral)
        }
      }
    }
    if let isConnected = values["Connected"]?.bool { machine?.connectedChanged(to: isConnected) }
    if values["ServicesResolved"]?.bool == true, isConnected { resolved() }
  }

  private func seek(_ isSought: Bool) {
    self.isSought = isSought
    session?.updateDiscovery()
  }

  /// Lets go of all that belonged to the connection; nothing of it is reported later.
  private func release() {
    requests.clear()
    awaitedServices = []
    modification = TableModification()
    for path in Array(streams.keys) { endStream(of: path) }
  }

  private func took(_ report: ConnectionMachine.Report) {
    switch report {
    case .connecting: deliver { $1.show(.connecting) }
    case .connected:
      alert(options.notifiesOnConnection, "is connected")
      deliver { manager, peripheral in
        peripheral.show(.connected)
        manager.delegate?.centralManager(manager, didConnect: peripheral)
      }
    case .failed(let error):
      release()
      deliver { manager, peripheral in
        peripheral.show(.disconnected)
        manager.delegate?.centralManager(manager, didFailToConnect: peripheral, error: error)
      }
    case .disconnected(let error, let isReconnecting):
      release()
      alert(options.notifiesOnDisconnection, "is disconnected")
      deliver { manager, peripheral in
        peripheral.show(.disconnected)
        manager.delegate?.centralManager(
          manager, didDisconnectPeripheral: peripheral, timestamp: CFAbsoluteTimeGetCurrent(),
          isReconnecting: isReconnecting, error: error)
      }
    }
    session?.keep()
  }

  /// What iOS tells the user by an alert when the app is in the background.
  func alert(_ isWanted: Bool, _ what: String) {
    guard isWanted, BluetoothHost.isInBackground else { return }
    warn("\(known.name ?? "a peripheral") \(what)")
  }

  /// Runs `body` on the manager's queue with the peripheral, which is held until then.
  func deliver(_ body: @escaping @Sendable (CBCentralManager, CBPeripheral) -> Void) {
    guard let peripheral = owner else { return }
    session?.deliver { body($0, peripheral) }
  }
}

/// A device of which enough is known to find it again.
struct KnownDevice: Codable, Sendable, Equatable {
  /// What it is called towards the app.
  var identifier: UUID
  /// bluetoothd's object for it.
  var path: String
  /// The address, as in `00:AA:01:00:00:42`.
  var address: String
  /// Its name as last heard.
  var name: String?
}
