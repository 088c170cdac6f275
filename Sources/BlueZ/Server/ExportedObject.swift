// An object of ours on the bus: interfaces with methods and properties.

/// One interface of an exported object.
public struct ExportedInterface {
  /// The interface's name.
  public var name: String
  /// Gives the properties as they are now.
  public var properties: () -> [String: BusValue]
  /// The methods by name.
  public var methods: [String: (IncomingCall) -> Void]

  /// An interface.
  public init(
    _ name: String, properties: @escaping () -> [String: BusValue] = { [:] },
    methods: [String: (IncomingCall) -> Void] = [:]
  ) {
    self.name = name
    self.properties = properties
    self.methods = methods
  }
}

/// An object that answers for its interfaces, and to D-Bus's own for its properties.
public struct ExportedObject {
  /// The object's path.
  public var path: String
  /// Its interfaces.
  public var interfaces: [ExportedInterface]

  /// An object.
  public init(path: String, interfaces: [ExportedInterface]) {
    self.path = path
    self.interfaces = interfaces
  }

  /// The interfaces with their properties as they are now, `a{sa{sv}}`.
  public var content: BusValue {
    .dictionary(
      key: "s", value: "a{sv}",
      interfaces.map { BusEntry(.string($0.name), .properties($0.properties())) })
  }

  /// Answers a call.
  func answer(_ call: IncomingCall) {
    if call.interface == propertiesInterface { return answerProperties(call) }
    // A caller may leave the interface out.
    for interface in interfaces where interface.name == call.interface ?? interface.name {
      if let method = interface.methods[call.member] { return method(call) }
    }
    call.fail(.unknownMethod("\(path) has no \(call.interface ?? "").\(call.member)"))
  }

  private func answerProperties(_ call: IncomingCall) {
    guard let name = call.arguments.first?.string,
      let interface = interfaces.first(where: { $0.name == name })
    else { return call.fail(.invalidArguments("\(path) has no such interface")) }
    let properties = interface.properties()
    switch (call.member, call.arguments.dropFirst().first?.string) {
    case ("GetAll", _): call.reply([.properties(properties)])
    case ("Get", let property?):
      guard let value = properties[property] else {
        return call.fail(.unknownProperty("\(name) has no \(property)"))
      }
      call.reply([.variant(value)])
    case ("Set", let property?): call.fail(.readOnlyProperty("\(property) cannot be set"))
    default: call.fail(.invalidArguments("\(call.member) was called with the wrong arguments"))
    }
  }
}

extension Bus {
  /// Puts the object on the bus.
  public func export(_ object: ExportedObject) {
    export(object.path) { object.answer($0) }
  }

  /// Tells that properties of an exported object have changed.
  public func emitPropertiesChanged(
    _ path: String, _ interface: String, _ values: [String: BusValue], lost: [String] = []
  ) throws(BusError) {
    try emit(
      Signal(
        path: path, interface: propertiesInterface, member: "PropertiesChanged",
        arguments: [.string(interface), .properties(values), .strings(lost)]))
  }
}
