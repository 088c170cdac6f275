// A service that this machine offers (BlueZ, doc/gatt-api.txt).

/// A service of a GATT application.
public final class LocalService {
  /// The UUID, in any length that BlueZ takes.
  public let uuid: String
  /// The object's path.
  public let path: String
  /// Its characteristics, in the order of their handles.
  public private(set) var characteristics: [LocalCharacteristic] = []
  /// The services that it includes: of the same application, and added before this one.
  public var includes: [LocalService] = []
  private let isPrimary: Bool
  private let handle: UInt16?
  private let bus: Bus

  init(uuid: String, isPrimary: Bool, handle: UInt16?, path: String, bus: Bus) {
    self.uuid = uuid
    self.isPrimary = isPrimary
    self.handle = handle
    self.path = path
    self.bus = bus
  }

  /// Adds a characteristic; before the application is registered. bluetoothd chooses the handle when
  /// none is given.
  public func addCharacteristic(
    uuid: String, flags: Set<GattFlag>, handle: UInt16? = nil
  ) -> LocalCharacteristic {
    let characteristic = LocalCharacteristic(
      uuid: uuid, flags: flags, handle: handle, path: "\(path)/char\(characteristics.count)",
      servicePath: path, bus: bus)
    characteristics.append(characteristic)
    return characteristic
  }

  var exported: ExportedObject {
    var properties: [String: BusValue] = ["UUID": .string(uuid), "Primary": .bool(isPrimary)]
    if let handle { properties["Handle"] = .uint16(handle) }
    if !includes.isEmpty {
      properties["Includes"] = .array(of: "o", includes.map { .objectPath($0.path) })
    }
    return ExportedObject(
      path: path,
      interfaces: [ExportedInterface(RemoteService.interface, properties: { properties })])
  }
}
