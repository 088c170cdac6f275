// Services that this machine offers to centrals, registered at GattManager1 (doc/gatt-api.txt).

/// A set of GATT services. One application can be registered at one adapter; after bluetoothd has
/// left the bus it has to be registered again.
public final class GattApplication {
  /// The path that the services lie below.
  public let root: String
  /// The services, in the order of their handles.
  public private(set) var services: [LocalService] = []
  private let bus: Bus
  private var manager: ObjectManager?
  private var nameWatch: NameWatch?

  /// An application without services. Two applications of one bus connection need two roots.
  public init(bus: Bus, root: String = "/org/meterloop/gatt") {
    self.bus = bus
    self.root = root
  }

  /// Adds a service; before the application is registered. bluetoothd chooses the handle when none
  /// is given.
  public func addService(
    uuid: String, isPrimary: Bool = true, handle: UInt16? = nil
  ) -> LocalService {
    let service = LocalService(
      uuid: uuid, isPrimary: isPrimary, handle: handle, path: "\(root)/service\(services.count)",
      bus: bus)
    services.append(service)
    return service
  }

  /// Puts the services on the bus and has bluetoothd offer them at the adapter.
  public func register(
    adapter: String, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    do throws(BusError) {
      try export()
    } catch {
      bus.loop.after(.zero) { done(.failure(error)) }
      return
    }
    callManager(adapter, "RegisterApplication", [.objectPath(root), .properties([:])]) {
      [weak self] result in
      if case .failure = result { self?.withdraw() }
      done(result)
    }
  }

  /// Has bluetoothd take the services back; connected centrals are told by Service Changed.
  public func unregister(
    adapter: String, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    callManager(adapter, "UnregisterApplication", [.objectPath(root)]) { [weak self] result in
      self?.withdraw()
      done(result)
    }
  }

  private func export() throws(BusError) {
    guard isObjectPath(root) else {
      throw .invalidArguments("\(root.debugDescription) is not an object path")
    }
    // An earlier export goes first: it would take the paths off the bus again when it is let go.
    withdraw()
    let manager = ObjectManager(bus: bus, root: root)
    for service in services {
      try manager.add(service.exported)
      for characteristic in service.characteristics {
        try manager.add(characteristic.exported)
        for descriptor in characteristic.descriptors { try manager.add(descriptor.exported) }
      }
    }
    self.manager = manager
    nameWatch = NameWatch(bus: bus, name: BlueZClient.serviceName) { [weak self] owner in
      // The daemon that knew of subscriptions has gone, and nobody else will end them.
      if owner == nil { self?.reset() }
    }
  }

  private func withdraw() {
    reset()
    nameWatch = nil
    manager = nil
  }

  private func reset() {
    for service in services {
      for characteristic in service.characteristics { characteristic.reset() }
    }
  }

  private func callManager(
    _ adapter: String, _ member: String, _ arguments: [BusValue],
    _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    bus.call(
      MethodCall(
        destination: BlueZClient.serviceName, path: adapter, interface: "org.bluez.GattManager1",
        member: member, arguments: arguments)
    ) { done($0.map { _ in }) }
  }
}
