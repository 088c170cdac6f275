// A mirror of bluetoothd's objects, kept up to date by its signals.

/// bluetoothd as a client sees it: its objects and their properties, by the ObjectManager at `/`.
/// bluetoothd may leave the bus and come back at any time; the mirror follows.
public final class BlueZClient {
  /// bluetoothd's name on the bus.
  public static let serviceName = "org.bluez"

  /// The bus used.
  public let bus: Bus
  /// Whether bluetoothd is on the bus and its objects are known.
  public private(set) var isPresent = false
  /// Paths, interfaces, property names, values.
  public private(set) var objects: [String: [String: [String: BusValue]]] = [:]
  private var owner: String?
  private var subscriptions: [SignalSubscription] = []
  private var nameWatch: NameWatch?
  private var observations: [BlueZObservation] = []

  /// Follows bluetoothd on this bus from now on.
  public init(bus: Bus) {
    self.bus = bus
    let rules = [
      SignalRule(
        sender: Self.serviceName, path: "/", interface: objectManagerInterface,
        member: "InterfacesAdded"),
      SignalRule(
        sender: Self.serviceName, path: "/", interface: objectManagerInterface,
        member: "InterfacesRemoved"),
      SignalRule(
        sender: Self.serviceName, interface: propertiesInterface, member: "PropertiesChanged"),
    ]
    subscriptions = rules.map { rule in
      bus.onSignal(rule) { [weak self] in self?.take($0) }
    }
    nameWatch = NameWatch(bus: bus, name: Self.serviceName) { [weak self] in self?.follow($0) }
  }

  deinit {
    for subscription in subscriptions { subscription.cancel() }
  }

  /// Calls `body` at every change, until the observation is cancelled. What is there already is not
  /// told: see `objects`.
  @discardableResult
  public func observe(_ body: @escaping (BlueZChange) -> Void) -> BlueZObservation {
    let observation = BlueZObservation(client: self, body)
    observations.append(observation)
    return observation
  }

  /// A property as last heard.
  public func property(_ path: String, _ interface: String, _ name: String) -> BusValue? {
    objects[path]?[interface]?[name]
  }

  func forget(_ observation: BlueZObservation) {
    observations.removeAll { $0 === observation }
  }

  private func tell(_ change: BlueZChange) {
    for observation in observations { observation.tell(change) }
  }
}

extension BlueZClient {
  private func follow(_ newOwner: String?) {
    guard newOwner != owner else { return }
    owner = newOwner
    leave()
    guard let newOwner else { return }
    // Asked by its unique name: the answer cannot be that of a successor.
    bus.call(
      MethodCall(
        destination: newOwner, path: "/", interface: objectManagerInterface,
        member: "GetManagedObjects")
    ) { [weak self] result in
      guard let self, owner == newOwner else { return }
      switch result {
      case .success(let values): arrive(values.first)
      case .failure: bus.report(result)
      }
    }
  }

  private func leave() {
    guard isPresent else { return }
    isPresent = false
    // Children before their parents.
    for path in objects.keys.sorted(by: >) {
      for interface in (objects[path] ?? [:]).keys.sorted() { remove(path, interface) }
    }
    tell(.left)
  }

  private func arrive(_ managed: BusValue?) {
    let entries = managed?.entries ?? []
    for entry in entries.sorted(by: { ($0.key.path ?? "") < ($1.key.path ?? "") }) {
      guard let path = entry.key.path else { continue }
      add(path, entry.value)
    }
    isPresent = true
    tell(.arrived)
  }

  /// A signal from the mirrored bluetoothd. Others on the bus may send us signals unasked, and before
  /// the first full answer there is nothing to apply them to: it will contain what they say.
  private func take(_ signal: Signal) {
    guard isPresent, signal.sender == owner, let first = signal.arguments.first else { return }
    switch signal.member {
    case "InterfacesAdded":
      guard let path = first.path, signal.arguments.count == 2 else { return }
      add(path, signal.arguments[1])
    case "InterfacesRemoved":
      guard let path = first.path, signal.arguments.count == 2 else { return }
      for interface in signal.arguments[1].strings ?? [] { remove(path, interface) }
    default:
      guard let interface = first.string, signal.arguments.count == 3 else { return }
      change(
        signal.path, interface, signal.arguments[1].properties ?? [:],
        lost: signal.arguments[2].strings ?? [])
    }
  }

  private func add(_ path: String, _ interfaces: BusValue) {
    for entry in (interfaces.entries ?? []).sorted(by: {
      ($0.key.string ?? "") < ($1.key.string ?? "")
    }) {
      guard let interface = entry.key.string, let properties = entry.value.properties else {
        continue
      }
      objects[path, default: [:]][interface] = properties
      tell(.added(path: path, interface: interface))
    }
  }

  private func remove(_ path: String, _ interface: String) {
    guard objects[path]?.removeValue(forKey: interface) != nil else { return }
    if objects[path]?.isEmpty == true { objects[path] = nil }
    tell(.removed(path: path, interface: interface))
  }

  private func change(
    _ path: String, _ interface: String, _ values: [String: BusValue], lost: [String]
  ) {
    guard var properties = objects[path]?[interface] else { return }
    properties.merge(values) { _, new in new }
    for name in lost { properties[name] = nil }
    objects[path]?[interface] = properties
    tell(.changed(path: path, interface: interface, values: values, lost: lost))
  }
}
