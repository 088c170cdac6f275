// A service of a connected device, `org.bluez.GattService1` (BlueZ, doc/gatt-api.txt).

/// A GATT service of a remote device.
public struct RemoteService: RemoteObject {
  /// `org.bluez.GattService1`
  public static let interface = "org.bluez.GattService1"
  /// The client this view belongs to.
  public let client: BlueZClient
  /// The path, such as `…/dev_00_AA_01_00_00_42/service000a`.
  public let path: String

  /// A view of the service at the path.
  public init(client: BlueZClient, path: String) {
    self.client = client
    self.path = path
  }

  /// The service's UUID, 128 bits, lower case.
  public var uuid: String? { property("UUID")?.string }
  /// Whether it is a primary service.
  public var isPrimary: Bool { property("Primary")?.bool ?? false }
  /// The device's path.
  public var devicePath: String? { property("Device")?.path }
  /// Its characteristics, in the order of their handles.
  public var characteristics: [RemoteCharacteristic] {
    client.all(RemoteCharacteristic.self).filter { $0.servicePath == path }
  }
  /// The paths of the services it includes.
  public var includedPaths: [String] {
    guard case .array(_, let paths) = property("Includes") else { return [] }
    return paths.compactMap(\.path)
  }
}
