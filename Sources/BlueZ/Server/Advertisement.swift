// What an adapter advertises, registered at LEAdvertisingManager1 (doc/advertising-api.txt).

/// A connectable advertisement. bluetoothd puts the name into the scan response and refuses, with
/// Failed, what does not fit the 31 bytes of the rest; it knows one advertisement by its path.
public final class Advertisement {
  /// What is advertised.
  public struct Content: Equatable, Sendable {
    /// The name; none is sent when nil.
    public var localName: String?
    /// Services, in any length that BlueZ takes.
    public var serviceUUIDs: [String]
    /// Manufacturer data by company.
    public var manufacturerData: [UInt16: [UInt8]]
    /// Whether the general discoverable flag is set.
    public var isDiscoverable: Bool

    /// What is advertised.
    public init(
      localName: String? = nil, serviceUUIDs: [String] = [],
      manufacturerData: [UInt16: [UInt8]] = [:], isDiscoverable: Bool = true
    ) {
      self.localName = localName
      self.serviceUUIDs = serviceUUIDs
      self.manufacturerData = manufacturerData
      self.isDiscoverable = isDiscoverable
    }

    var properties: [String: BusValue] {
      var properties: [String: BusValue] = [
        "Type": .string("peripheral"), "Discoverable": .bool(isDiscoverable),
      ]
      if let localName { properties["LocalName"] = .string(localName) }
      if !serviceUUIDs.isEmpty { properties["ServiceUUIDs"] = .strings(serviceUUIDs) }
      if !manufacturerData.isEmpty {
        properties["ManufacturerData"] = .dictionary(
          key: "q", value: "v",
          manufacturerData.sorted { $0.key < $1.key }
            .map { BusEntry(.uint16($0.key), .variant(.bytes($0.value))) })
      }
      return properties
    }
  }

  /// What is advertised; fixed, for bluetoothd reads it when it registers.
  public let content: Content
  /// The object's path.
  public let path: String
  /// Called when bluetoothd has taken the advertisement off the air by itself.
  public var onReleased: (() -> Void)?
  private let bus: Bus

  /// An advertisement that is not registered yet. Two of one bus connection need two paths.
  public init(bus: Bus, content: Content, path: String = "/org/meterloop/advertisement") {
    self.bus = bus
    self.content = content
    self.path = path
  }

  deinit { bus.unexport(path) }

  /// Puts the advertisement on the air of the adapter. Fails with NotPermitted when the adapter has
  /// no room for one more.
  public func register(
    adapter: String, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    let properties = content.properties
    bus.export(
      ExportedObject(
        path: path,
        interfaces: [
          ExportedInterface(
            "org.bluez.LEAdvertisement1", properties: { properties },
            methods: [
              "Release": { [weak self] call in
                call.reply()
                self?.onReleased?()
              }
            ])
        ]))
    callManager(
      adapter, "RegisterAdvertisement", [.objectPath(path), .properties([:])], done)
  }

  /// Takes the advertisement off the air.
  public func unregister(
    adapter: String, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    callManager(adapter, "UnregisterAdvertisement", [.objectPath(path)], done)
  }

  private func callManager(
    _ adapter: String, _ member: String, _ arguments: [BusValue],
    _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    bus.call(
      MethodCall(
        destination: BlueZClient.serviceName, path: adapter,
        interface: "org.bluez.LEAdvertisingManager1", member: member, arguments: arguments)
    ) { done($0.map { _ in }) }
  }
}
