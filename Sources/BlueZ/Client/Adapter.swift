// A Bluetooth adapter, `org.bluez.Adapter1` (BlueZ, doc/adapter-api.txt).

/// An adapter of this machine.
public struct Adapter: RemoteObject {
  /// `org.bluez.Adapter1`
  public static let interface = "org.bluez.Adapter1"
  /// The client this view belongs to.
  public let client: BlueZClient
  /// The path, such as `/org/bluez/hci0`.
  public let path: String

  /// A view of the adapter at the path.
  public init(client: BlueZClient, path: String) {
    self.client = client
    self.path = path
  }

  /// The address, as in `00:AA:01:00:00:42`.
  public var address: String? { property("Address")?.string }
  /// The name that others see.
  public var alias: String? { property("Alias")?.string }
  /// Whether the adapter is on.
  public var isPowered: Bool { property("Powered")?.bool ?? false }
  /// Whether any client of bluetoothd has it discovering.
  public var isDiscovering: Bool { property("Discovering")?.bool ?? false }
  /// The devices known to this adapter.
  public var devices: [Device] { client.all(Device.self).filter { $0.adapterPath == path } }

  /// Turns the adapter on or off.
  public func setPowered(_ isPowered: Bool, _ done: @escaping (Result<Void, BusError>) -> Void) {
    set("Powered", to: .bool(isPowered), done)
  }

  /// Sets the name that others see.
  public func setAlias(_ alias: String, _ done: @escaping (Result<Void, BusError>) -> Void) {
    set("Alias", to: .string(alias), done)
  }

  /// Sets what this bus connection's discovery is to report; without any filter, equal reports give
  /// no signals.
  public func setDiscoveryFilter(
    _ filter: DiscoveryFilter, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    run("SetDiscoveryFilter", [.properties(filter.properties)], done)
  }

  /// Starts discovering, for as long as this bus connection wants it.
  public func startDiscovery(_ done: @escaping (Result<Void, BusError>) -> Void) {
    run("StartDiscovery", [], done)
  }

  /// Ends this bus connection's discovery.
  public func stopDiscovery(_ done: @escaping (Result<Void, BusError>) -> Void) {
    run("StopDiscovery", [], done)
  }

  /// Forgets the device with all that is known about it; disconnects it first.
  public func removeDevice(_ path: String, _ done: @escaping (Result<Void, BusError>) -> Void) {
    run("RemoveDevice", [.objectPath(path)], done)
  }
}

/// What a discovery is to report.
public struct DiscoveryFilter: Equatable, Sendable {
  /// Only devices that advertise one of these services; all when empty.
  public var uuids: [String]
  /// Only devices heard at least so loud, in dBm.
  public var minimumRSSI: Int16?
  /// Also reports that say what was said before.
  public var reportsDuplicates: Bool
  /// `le`, `bredr` or `auto`.
  public var transport: String

  /// By default: everything on LE, each report.
  public init(
    uuids: [String] = [], minimumRSSI: Int16? = nil, reportsDuplicates: Bool = true,
    transport: String = "le"
  ) {
    self.uuids = uuids
    self.minimumRSSI = minimumRSSI
    self.reportsDuplicates = reportsDuplicates
    self.transport = transport
  }

  var properties: [String: BusValue] {
    var properties: [String: BusValue] = [
      "Transport": .string(transport), "DuplicateData": .bool(reportsDuplicates),
    ]
    if !uuids.isEmpty { properties["UUIDs"] = .strings(uuids) }
    if let minimumRSSI { properties["RSSI"] = .int16(minimumRSSI) }
    return properties
  }
}
