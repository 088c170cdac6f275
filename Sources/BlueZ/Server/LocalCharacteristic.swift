// A characteristic that this machine offers (BlueZ, doc/gatt-api.txt).

/// A central that subscribes.
public struct Subscriber: Hashable, Sendable {
  /// The central's device path.
  public let device: String
  /// The link's ATT MTU in bytes.
  public let mtuBytes: Int?

  /// A central, with the MTU where it is known.
  public init(device: String, mtuBytes: Int?) {
    self.device = device
    self.mtuBytes = mtuBytes
  }
}

/// A characteristic of a GATT application. Set its handlers before the application is registered.
public final class LocalCharacteristic {
  /// The UUID, in any length that BlueZ takes: `fff1` or 128 bits.
  public let uuid: String
  /// What centrals can do with it.
  public let flags: Set<GattFlag>
  /// The object's path.
  public let path: String
  /// Whether any central has subscribed.
  public private(set) var isNotifying = false
  /// Answers reads; without it they are refused as not permitted.
  public var onRead: ((ReadRequest) -> Void)?
  /// Answers writes; without it they are refused as not permitted.
  public var onWrite: ((WriteRequest) -> Void)?
  /// Called when the first central subscribes.
  public var onSubscribed: (() -> Void)?
  /// Called for every central that subscribes, when it is to be notified from now on; nil where
  /// bluetoothd did not tell which one it is. With a handler, bluetoothd is led to believe that it
  /// could have a socket for the notifications, for it names the central only when it asks for one.
  public var onSubscriber: ((Subscriber?) -> Void)?
  /// Called when the last central unsubscribes or is gone, or bluetoothd is.
  public var onUnsubscribed: (() -> Void)?
  /// Its descriptors, in the order of their handles, but those that bluetoothd adds by itself.
  public private(set) var descriptors: [LocalDescriptor] = []
  private var announced: [Subscriber] = []
  private let handle: UInt16?
  private let servicePath: String
  private let bus: Bus

  init(
    uuid: String, flags: Set<GattFlag>, handle: UInt16?, path: String, servicePath: String, bus: Bus
  ) {
    self.uuid = uuid
    self.flags = flags
    self.handle = handle
    self.path = path
    self.servicePath = servicePath
    self.bus = bus
  }

  /// Adds a descriptor; before the application is registered.
  public func addDescriptor(uuid: String, value: [UInt8]) {
    descriptors.append(
      LocalDescriptor(
        uuid: uuid, value: value, path: "\(path)/desc\(descriptors.count)",
        characteristicPath: path))
  }

  /// Notifies the subscribed centrals; whether there were any. bluetoothd cuts the value to what the
  /// link's MTU holds.
  @discardableResult
  public func notify(_ value: [UInt8]) throws(BusError) -> Bool {
    guard isNotifying else { return false }
    try bus.emitPropertiesChanged(
      path, RemoteCharacteristic.interface, ["Value": .bytes(value)])
    return true
  }

  /// Forgets a subscription that nobody will end any more.
  func reset() { setNotifying(false) }

  var exported: ExportedObject {
    ExportedObject(
      path: path,
      interfaces: [
        ExportedInterface(
          RemoteCharacteristic.interface,
          properties: { [weak self] in self?.properties ?? [:] },
          methods: [
            "ReadValue": { [weak self] in self?.read($0) },
            "WriteValue": { [weak self] in self?.write($0) },
            "AcquireNotify": { [weak self] in self?.acquireNotify($0) },
            "StartNotify": { [weak self] in self?.startNotify($0) },
            "StopNotify": { [weak self] call in
              self?.setNotifying(false)
              call.reply()
            },
            // Indications are confirmed by a call without a content.
            "Confirm": { $0.reply() },
          ])
      ])
  }

  private var properties: [String: BusValue] {
    var properties: [String: BusValue] = [
      "UUID": .string(uuid), "Service": .objectPath(servicePath), "Flags": GattFlag.value(flags),
    ]
    if let handle { properties["Handle"] = .uint16(handle) }
    if canNotify { properties["Notifying"] = .bool(isNotifying) }
    if canNotify, onSubscriber != nil { properties["NotifyAcquired"] = .bool(false) }
    return properties
  }

  private var canNotify: Bool { !flags.isDisjoint(with: GattFlag.subscribing) }

  private func read(_ call: IncomingCall) {
    guard let options = call.arguments.first?.properties else {
      return call.fail(.invalidArguments("ReadValue takes a{sv}"))
    }
    guard let onRead else { return call.fail(GattFailure.notPermitted.busError) }
    onRead(ReadRequest(call, options: options))
  }

  private func write(_ call: IncomingCall) {
    guard call.arguments.count == 2, let value = call.arguments[0].bytes,
      let options = call.arguments[1].properties
    else { return call.fail(.invalidArguments("WriteValue takes aya{sv}")) }
    guard let onWrite else { return call.fail(GattFailure.notPermitted.busError) }
    onWrite(WriteRequest(call, value: value, options: options))
  }

  /// bluetoothd wants a socket for a central. It is refused one: over a socket it could not be told
  /// of the next central, and calls StartNotify instead.
  private func acquireNotify(_ call: IncomingCall) {
    if let options = call.arguments.first?.properties, let device = options["device"]?.path {
      announced.append(Subscriber(device: device, mtuBytes: options["mtu"]?.integer))
    }
    call.fail(GattFailure.notSupported.busError)
  }

  private func startNotify(_ call: IncomingCall) {
    guard canNotify else { return call.fail(GattFailure.notSupported.busError) }
    // Answered first: what the handler sends is to come after the subscription.
    call.reply()
    setNotifying(true)
    let subscriber = announced.isEmpty ? nil : announced.removeFirst()
    onSubscriber?(subscriber)
  }

  private func setNotifying(_ isNotifying: Bool) {
    if !isNotifying { announced = [] }
    guard isNotifying != self.isNotifying else { return }
    self.isNotifying = isNotifying
    if isNotifying { onSubscribed?() } else { onUnsubscribed?() }
  }
}
