// The peripheral's entry: services, advertising, notifications, answers.

import Foundation
import Synchronization

/// Offers services to centrals, advertises, and says on its queue what centrals do.
///
/// Calls may come from any thread. They are carried out on the radio's own thread. Which adapter is
/// used is set by `BluetoothHost`.
open class CBPeripheralManager: CBManager, @unchecked Sendable {
  private let shown = Mutex(Shown())
  let session: PeripheralSession

  private struct Shown {
    var delegate = Weak<AnyObject>()
    var isAdvertising = false
    var updatesUnderWay = 0
    /// Whether an update was turned down, and the delegate has not heard of room since.
    var owesReady = false
  }

  /// Notifications on their way to bluetoothd at one time. bluetoothd itself queues without limit, so
  /// this module has the limit.
  private static let roomForUpdates = 32

  /// Who is told what happens.
  open weak var delegate: (any CBPeripheralManagerDelegate)? {
    get { shown.withLock { $0.delegate.object as? any CBPeripheralManagerDelegate } }
    set {
      let held = Weak(object: newValue as AnyObject?)
      shown.withLock { $0.delegate = held }
    }
  }

  /// Whether the peripheral advertises. While Bluetooth is off, advertising pauses and this stays.
  open var isAdvertising: Bool { shown.withLock { $0.isAdvertising } }

  /// A manager without a delegate, on the main queue.
  public convenience init() {
    self.init(delegate: nil, queue: nil, options: nil)
  }

  /// A manager that calls `delegate` on `queue`, nil for the main queue.
  public convenience init(delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// A manager that calls `delegate` on `queue`, nil for the main queue. The one option that changes
  /// anything is `CBPeripheralManagerOptionRestoreIdentifierKey`. The state is unknown at first; the
  /// delegate is told when it is known.
  public init(
    delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?,
    options: [String: Any]? = nil
  ) {
    session = PeripheralSession(
      queue: queue ?? .main,
      identifier: options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String)
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

  /// Whether this process may be a peripheral.
  @available(*, deprecated, message: "Use CBManager.authorization")
  open class func authorizationStatus() -> CBPeripheralManagerAuthorizationStatus {
    switch authorization {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .allowedAlways: .authorized
    }
  }

  /// Offers a service. The delegate is told by `didAdd`; what Apple's systems end the program for is
  /// the error there.
  open func add(_ service: CBMutableService) {
    act("add a service") { $0.add(service) }
  }

  /// Takes a service back; connected centrals are told that the services have changed.
  open func remove(_ service: CBMutableService) {
    act("remove a service") { $0.remove(service) }
  }

  /// Takes all services back.
  open func removeAllServices() {
    act("remove services") { $0.removeAllServices() }
  }

  /// Advertises a name (`CBAdvertisementDataLocalNameKey`) and services
  /// (`CBAdvertisementDataServiceUUIDsKey`). The services share 28 bytes of the advertising data: those
  /// that do not fit are named by the error that the delegate gets, `CBError.outOfSpace`. The name
  /// goes into the scan response, which holds 29 bytes; a longer one is shortened.
  open func startAdvertising(_ advertisementData: [String: Any]?) {
    let content = AdvertisingContent(advertisementData)
    act("advertise") { $0.startAdvertising(content) }
  }

  /// Ends the advertising.
  open func stopAdvertising() {
    guard canDo("stop advertising") else { return }
    show(isAdvertising: false)
    let session = session
    RadioThread.shared.enter { _ in session.stopAdvertising() }
  }

  /// Answers a read, with the request's value, or the writes that came with it. Only the codes
  /// success, readNotPermitted (of a read), writeNotPermitted (of a write), requestNotSupported,
  /// invalidOffset, insufficientAuthorization and invalidAttributeValueLength reach the central;
  /// bluetoothd makes unlikelyError of all others. Where the characteristic also takes writes without
  /// response, it has acknowledged a write before the app sees it.
  open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
    let value = request.value
    act("answer a request") { $0.respond(to: request.ticket, value, result) }
  }

  /// Notifies the centrals that have subscribed; false if the queue is full, and then
  /// `peripheralManagerIsReady(toUpdateSubscribers:)` follows.
  ///
  /// bluetoothd sends a value to all subscribed centrals or to none. So a list that leaves one of them
  /// out gives false as well, with a line in the log and nothing sent.
  @discardableResult
  open func updateValue(
    _ value: Data, for characteristic: CBMutableCharacteristic,
    onSubscribedCentrals centrals: [CBCentral]?
  ) -> Bool {
    guard canDo("update a value") else { return false }
    if let centrals {
      let left = (characteristic.subscribedCentrals ?? []).filter { central in
        !centrals.contains { $0.identifier == central.identifier }
      }
      guard left.isEmpty else {
        complain("bluetoothd cannot notify some of the subscribed centrals and not the others")
        return false
      }
    }
    let hasRoom = shown.withLock { shown in
      guard shown.updatesUnderWay < Self.roomForUpdates else {
        shown.owesReady = true
        return false
      }
      shown.updatesUnderWay += 1
      return true
    }
    guard hasRoom else { return false }
    let session = session
    RadioThread.shared.enter { _ in session.update(characteristic, [UInt8](value)) }
    return true
  }

  /// Has centrals open channels under a number that the delegate is told; with encryption, those that
  /// are not paired are paired first.
  open func publishL2CAPChannel(withEncryption encryptionRequired: Bool) {
    act("publish a channel") { $0.publishChannel(encrypted: encryptionRequired) }
  }

  /// Takes a number back. Channels that are open stay so.
  open func unpublishL2CAPChannel(_ PSM: CBL2CAPPSM) {
    act("unpublish a channel") { $0.unpublishChannel(PSM) }
  }

  /// bluetoothd has no call for it, and an app cannot ask the kernel for another link's parameters.
  @available(
    *, unavailable, message: "bluetoothd lets no program set a link's connection parameters"
  )
  open func setDesiredConnectionLatency(
    _ latency: CBPeripheralManagerConnectionLatency, for central: CBCentral
  ) {}

  private func act(_ what: String, _ work: @escaping @Sendable (PeripheralSession) -> Void) {
    guard canDo(what) else { return }
    let session = session
    RadioThread.shared.enter { _ in work(session) }
  }

  /// Calls that come while Bluetooth is off are dropped with a line in the log, as on Apple's.
  func canDo(_ what: String) -> Bool {
    if state == .poweredOn { return true }
    complain("a peripheral manager can \(what) only in the powered on state")
    return false
  }

  // What follows is called on the manager's queue, right before the delegate is told.

  /// Tells the delegate of a state, if it is another than the one before.
  func tell(_ state: CBManagerState) {
    if state != .poweredOn { shown.withLock { $0.updatesUnderWay = 0 } }
    if state != .poweredOn, state != .poweredOff { show(isAdvertising: false) }
    if show(state) { delegate?.peripheralManagerDidUpdateState(self) }
  }

  func show(isAdvertising: Bool) { shown.withLock { $0.isAdvertising = isAdvertising } }

  /// bluetoothd took an update.
  func tookUpdate() {
    let isReadyAgain = shown.withLock { shown in
      shown.updatesUnderWay = max(shown.updatesUnderWay - 1, 0)
      defer { shown.owesReady = false }
      return shown.owesReady
    }
    if isReadyAgain { delegate?.peripheralManagerIsReady(toUpdateSubscribers: self) }
  }
}
