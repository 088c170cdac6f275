// Objects below a path, listed and announced as D-Bus's ObjectManager has it.

/// Exports objects below a root path and answers GetManagedObjects there.
public final class ObjectManager {
  /// The path that the list is asked of.
  public let root: String
  private let bus: Bus
  private var objects: [ExportedObject] = []

  /// Exports an empty list at the path.
  public init(bus: Bus, root: String) {
    self.bus = bus
    self.root = root
    bus.export(
      ExportedObject(
        path: root,
        interfaces: [
          ExportedInterface(
            objectManagerInterface,
            methods: [
              "GetManagedObjects": { [weak self] call in
                call.reply([self?.content ?? .dictionary(key: "o", value: "a{sa{sv}}", [])])
              }
            ])
        ]))
  }

  deinit {
    for object in objects { bus.unexport(object.path) }
    bus.unexport(root)
  }

  /// All objects with all their properties, `a{oa{sa{sv}}}`, in the order they were added.
  public var content: BusValue {
    .dictionary(
      key: "o", value: "a{sa{sv}}",
      objects.map { BusEntry(.objectPath($0.path), $0.content) })
  }

  /// Exports an object and announces it.
  public func add(_ object: ExportedObject) throws(BusError) {
    guard isObjectPath(object.path) else {
      throw .invalidArguments("\(object.path.debugDescription) is not an object path")
    }
    objects.removeAll { $0.path == object.path }
    objects.append(object)
    bus.export(object)
    try bus.emit(
      Signal(
        path: root, interface: objectManagerInterface, member: "InterfacesAdded",
        arguments: [.objectPath(object.path), object.content]))
  }

  /// Takes an object off the bus and announces that.
  public func remove(_ path: String) throws(BusError) {
    guard let index = objects.firstIndex(where: { $0.path == path }) else { return }
    let object = objects.remove(at: index)
    bus.unexport(path)
    try bus.emit(
      Signal(
        path: root, interface: objectManagerInterface, member: "InterfacesRemoved",
        arguments: [.objectPath(path), .strings(object.interfaces.map(\.name))]))
  }
}
