// A remote device, `org.bluez.Device1` (BlueZ, doc/device-api.txt).

/// A device that an adapter has heard of. Its object comes and goes: a device that was never paired
/// is removed 30 s after it was last heard or connected.
public struct Device: RemoteObject {
  /// `org.bluez.Device1`
  public static let interface = "org.bluez.Device1"
  /// The client this view belongs to.
  public let client: BlueZClient
  /// The path, such as `/org/bluez/hci0/dev_00_AA_01_00_00_42`.
  public let path: String

  /// A view of the device at the path.
  public init(client: BlueZClient, path: String) {
    self.client = client
    self.path = path
  }

  /// The adapter's path.
  public var adapterPath: String? { property("Adapter")?.path }
  /// The address, as in `00:AA:01:00:00:42`.
  public var address: String? { property("Address")?.string }
  /// `public` or `random`.
  public var addressType: String? { property("AddressType")?.string }
  /// The name it gave itself, nil until heard.
  public var name: String? { property("Name")?.string }
  /// The name, or one made of the address.
  public var alias: String? { property("Alias")?.string }
  /// Services advertised, and after discovery those found; 128 bits, lower case.
  public var uuids: [String] { property("UUIDs")?.strings ?? [] }
  /// In dBm; only while discovering and not connected.
  public var rssi: Int? { property("RSSI")?.integer }
  /// In dBm, as advertised.
  public var txPower: Int? { property("TxPower")?.integer }
  /// Advertised manufacturer data by company.
  public var manufacturerData: [UInt16: [UInt8]] {
    var data: [UInt16: [UInt8]] = [:]
    for entry in property("ManufacturerData")?.entries ?? [] {
      guard case .uint16(let company) = entry.key else { continue }
      data[company] = entry.value.unwrapped.bytes
    }
    return data
  }
  /// Advertised service data by UUID.
  public var serviceData: [String: [UInt8]] {
    (property("ServiceData")?.properties ?? [:]).compactMapValues(\.bytes)
  }
  /// Whether there is a link.
  public var isConnected: Bool { property("Connected")?.bool ?? false }
  /// Whether it is paired.
  public var isPaired: Bool { property("Paired")?.bool ?? false }
  /// Whether the keys of the pairing are kept. bluetoothd 5.66 tells a peripheral this of its central,
  /// and may not tell that it is paired.
  public var isBonded: Bool { property("Bonded")?.bool ?? false }
  /// Whether service discovery has ended; also true, with no services, when the device never
  /// answered it.
  public var servicesAreResolved: Bool { property("ServicesResolved")?.bool ?? false }
  /// The services found so far.
  public var services: [RemoteService] {
    client.all(RemoteService.self).filter { $0.devicePath == path }
  }

  /// Connects; done when there is a link, before service discovery. bluetoothd gives up after 40 s.
  public func connect(_ done: @escaping (Result<Void, BusError>) -> Void) {
    run("Connect", [], done)
  }

  /// Disconnects, or gives up connecting; up to 2 s pass before the link ends.
  public func disconnect(_ done: @escaping (Result<Void, BusError>) -> Void) {
    run("Disconnect", [], done)
  }
}
