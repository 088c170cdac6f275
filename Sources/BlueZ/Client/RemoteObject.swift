// What the typed views of bluetoothd's objects have in common.

/// A view of one object through one of its interfaces: no state of its own, so it can be made, copied
/// and thrown away at will, and may outlive the object.
public protocol RemoteObject: Hashable {
  /// The interface seen, such as `org.bluez.Device1`.
  static var interface: String { get }
  /// Where the properties come from and the calls go through.
  var client: BlueZClient { get }
  /// The object's path.
  var path: String { get }
  /// A view of the object at the path, there or not.
  init(client: BlueZClient, path: String)
}

extension RemoteObject {
  /// Whether bluetoothd has such an object now.
  public var exists: Bool { client.objects[path]?[Self.interface] != nil }

  /// A property as last heard; nil when the object, or for now the property, does not exist.
  public func property(_ name: String) -> BusValue? {
    client.property(path, Self.interface, name)
  }

  /// Calls a method and hands over what it returns. Waits for as long as bluetoothd takes.
  public func call(
    _ member: String, _ arguments: [BusValue] = [],
    _ done: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    client.bus.call(
      MethodCall(
        destination: BlueZClient.serviceName, path: path, interface: Self.interface,
        member: member, arguments: arguments), done)
  }

  /// Calls a method that returns nothing.
  public func run(
    _ member: String, _ arguments: [BusValue] = [],
    _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    call(member, arguments) { done($0.map { _ in }) }
  }

  /// Sets a property.
  public func set(
    _ name: String, to value: BusValue, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    client.bus.call(
      MethodCall(
        destination: BlueZClient.serviceName, path: path, interface: propertiesInterface,
        member: "Set", arguments: [.string(Self.interface), .string(name), .variant(value)])
    ) { done($0.map { _ in }) }
  }

  /// The same object of the same client.
  public static func == (a: Self, b: Self) -> Bool { a.client === b.client && a.path == b.path }

  /// Hashes the path.
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension BlueZClient {
  /// All objects with the view's interface, in the order of their paths.
  public func all<Object: RemoteObject>(_ type: Object.Type = Object.self) -> [Object] {
    objects.filter { $0.value[Object.interface] != nil }.keys.sorted()
      .map { Object(client: self, path: $0) }
  }

  /// The object at the path if it has the view's interface now.
  public func object<Object: RemoteObject>(
    _ path: String, as type: Object.Type = Object.self
  ) -> Object? {
    objects[path]?[Object.interface] == nil ? nil : Object(client: self, path: path)
  }

  /// All adapters.
  public var adapters: [Adapter] { all() }

  /// The adapter of that name, such as `hci0`, there or not.
  public func adapter(named name: String) -> Adapter {
    Adapter(client: self, path: "/org/bluez/\(name)")
  }
}
