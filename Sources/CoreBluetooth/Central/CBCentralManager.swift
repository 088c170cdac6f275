// The central's entry: state, scanning, connecting.

import Foundation
import Synchronization

/// Scans for peripherals, connects to them and says what happens on its queue.
///
/// Calls may come from any thread. They are carried out on the radio's own thread, and the delegate
/// hears of them on the queue that was given. Which adapter is used is set by `BluetoothHost`.
open class CBCentralManager: CBManager, @unchecked Sendable {
  private let shown = Mutex(Shown())
  private let queue: DispatchQueue
  private let session: CentralSession

  private struct Shown {
    var delegate = Weak<AnyObject>()
    var isScanning = false
  }

  /// Who is told what happens.
  open weak var delegate: (any CBCentralManagerDelegate)? {
    get { shown.withLock { $0.delegate.object as? any CBCentralManagerDelegate } }
    set {
      let held = Weak(object: newValue as AnyObject?)
      shown.withLock { $0.delegate = held }
    }
  }

  /// Whether the central scans.
  open var isScanning: Bool { shown.withLock { $0.isScanning } }

  /// A manager without a delegate, on the main queue.
  public convenience init() {
    self.init(delegate: nil, queue: nil, options: nil)
  }

  /// A manager that calls `delegate` on `queue`, nil for the main queue.
  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// Whether the host has a feature. bluetoothd makes extended advertisements and connections where the
  /// controller can, but nothing tells whether: no feature is claimed.
  @discardableResult
  open class func supports(_ features: Feature) -> Bool { features.isEmpty }

  /// A manager that calls `delegate` on `queue`, nil for the main queue. The options are
  /// `CBCentralManagerOptionRestoreIdentifierKey` and `…ShowPowerAlertKey`. The state is unknown at
  /// first; the delegate is told when it is known.
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    self.queue = queue ?? .main
    let identifier = options?[CBCentralManagerOptionRestoreIdentifierKey] as? String
    let alerts = options?[CBCentralManagerOptionShowPowerAlertKey] as? NSNumber
    session = CentralSession(
      queue: self.queue, restoreIdentifier: identifier, showsPowerAlert: alerts?.boolValue ?? false)
    super.init(in: .unknown)
    self.delegate = delegate
    let manager = Handover(Weak(object: self))
    let session = session
    RadioThread.shared.enter { radio in session.open(for: manager.value, on: radio) }
  }

  deinit {
    let session = session
    RadioThread.shared.enter { _ in session.close() }
  }

  /// The peripherals with these identifiers that are known: those that this process has met, and those
  /// that bluetoothd remembers. What nobody knows is left out.
  @discardableResult
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    guard canDo("retrieve peripherals") else { return [] }
    let session = session
    return RadioThread.shared.ask { _ in session.retrieve(identifiers) }
  }

  /// The peripherals that are connected to this host, by whichever program, and have one of these
  /// services. To this app they are connected once it connects to them.
  @discardableResult
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    guard canDo("retrieve peripherals") else { return [] }
    let session = session
    return RadioThread.shared.ask { _ in session.retrieveConnected(serviceUUIDs) }
  }

  /// Scans for peripherals that advertise one of the services, nil for all peripherals. A second
  /// scan takes the place of the first. The options are
  /// `CBCentralManagerScanOptionAllowDuplicatesKey` and `…SolicitedServiceUUIDsKey`.
  open func scanForPeripherals(
    withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil
  ) {
    guard canDo("scan") else { return }
    show(isScanning: true)
    let scan = Scan(services: serviceUUIDs, options: options)
    let session = session
    RadioThread.shared.enter { _ in session.scan(scan) }
  }

  /// Ends the scan.
  open func stopScan() {
    guard canDo("stop scanning") else { return }
    show(isScanning: false)
    let session = session
    RadioThread.shared.enter { _ in session.scan(nil) }
  }

  /// Connects to a peripheral. The delegate is told of success, or of failure once
  /// `BluetoothHost.connectTimeout` has passed or the attempt failed. With that limit off, an
  /// attempt lasts until it succeeds or is cancelled, as on Apple's systems. The options are
  /// `CBConnectPeripheralOption…`.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    guard canDo("connect") else { return }
    guard !peripheral.isVoid else {
      return complain("bluetoothd was restarted since; retrieve the peripheral anew")
    }
    if peripheral.state != .connected { peripheral.show(.connecting) }
    let link = peripheral.link
    let options = ConnectOptions(options)
    RadioThread.shared.enter { _ in link.connect(options) }
  }

  /// Ends a connection, or an attempt at one. The delegate is told by `didDisconnectPeripheral`
  /// without an error; for a connection that stood, bluetoothd takes up to 2.75 s.
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    guard canDo("cancel a connection") else { return }
    if peripheral.state != .disconnected { peripheral.show(.disconnecting) }
    let link = peripheral.link
    RadioThread.shared.enter { _ in link.cancel() }
  }

  /// Has the delegate hear of connections of this host that match, whichever program makes them; nil
  /// for none any more.
  open func registerForConnectionEvents(
    options: [CBConnectionEventMatchingOption: Any]? = nil
  ) {
    guard canDo("register for connection events") else { return }
    let match = options.map { options in
      ConnectionEventMatch(
        services: options[.serviceUUIDs] as? [CBUUID] ?? [],
        identifiers: options[.peripheralUUIDs] as? [UUID] ?? [])
    }
    let session = session
    RadioThread.shared.enter { _ in session.watchConnections(match) }
  }

  /// Calls that come while Bluetooth is off are dropped with a line in the log, as on Apple's.
  private func canDo(_ what: String) -> Bool {
    if state == .poweredOn { return true }
    complain("a central manager can \(what) only in the powered on state")
    return false
  }

  /// Tells the delegate of a state, if it is another than the one before.
  func tell(_ state: CBManagerState) {
    if state != .poweredOn { show(isScanning: false) }
    if show(state) { delegate?.centralManagerDidUpdateState(self) }
  }

  func show(isScanning: Bool) { shown.withLock { $0.isScanning = isScanning } }

  /// What a host may be able to do.
  public struct Feature: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// From bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Scanning and connecting by extended advertisements.
    public static let extendedScanAndConnect = Feature(rawValue: 1)
  }
}
