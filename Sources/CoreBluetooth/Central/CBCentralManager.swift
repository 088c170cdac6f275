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

  /// A manager that calls `delegate` on `queue`, nil for the main queue. No option changes anything
  /// yet. The state is unknown at first; the delegate is told when it is known.
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    self.queue = queue ?? .main
    session = CentralSession(queue: self.queue)
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

  /// Scans for peripherals that advertise one of the services, nil for all peripherals. A second
  /// scan takes the place of the first. The one option is
  /// `CBCentralManagerScanOptionAllowDuplicatesKey`.
  open func scanForPeripherals(
    withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil
  ) {
    guard canDo("scan") else { return }
    let duplicates = options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber
    shown.withLock { $0.isScanning = true }
    let scan = Scan(services: serviceUUIDs, allowsDuplicates: duplicates?.boolValue ?? false)
    let session = session
    RadioThread.shared.enter { _ in session.scan(scan) }
  }

  /// Ends the scan.
  open func stopScan() {
    guard canDo("stop scanning") else { return }
    shown.withLock { $0.isScanning = false }
    let session = session
    RadioThread.shared.enter { _ in session.scan(nil) }
  }

  /// Connects to a peripheral. The delegate is told of success, or of failure once
  /// `BluetoothHost.connectTimeout` has passed or the attempt failed. With that limit off, an
  /// attempt lasts until it succeeds or is cancelled, as on Apple's systems. No option changes
  /// anything yet.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    guard canDo("connect") else { return }
    if peripheral.state != .connected { peripheral.show(.connecting) }
    let link = peripheral.link
    RadioThread.shared.enter { _ in link.connect() }
  }

  /// Ends a connection, or an attempt at one. The delegate is told by `didDisconnectPeripheral`
  /// without an error; for a connection that stood, bluetoothd takes up to 2.75 s.
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    guard canDo("cancel a connection") else { return }
    if peripheral.state != .disconnected { peripheral.show(.disconnecting) }
    let link = peripheral.link
    RadioThread.shared.enter { _ in link.cancel() }
  }

  /// Calls that come while Bluetooth is off are dropped with a line in the log, as on Apple's.
  private func canDo(_ what: String) -> Bool {
    if state == .poweredOn { return true }
    complain("a central manager can \(what) only in the powered on state")
    return false
  }

  /// Tells the delegate of a state, if it is another than the one before.
  func tell(_ state: CBManagerState) {
    if state != .poweredOn { shown.withLock { $0.isScanning = false } }
    if show(state) { delegate?.centralManagerDidUpdateState(self) }
  }
}
