// A descriptor that this machine offers (BlueZ, doc/gatt-api.txt).

/// A descriptor of a characteristic, with a value that stays as it is.
public final class LocalDescriptor {
  /// The UUID, in any length that BlueZ takes.
  public let uuid: String
  /// The object's path.
  public let path: String
  /// What every read gives.
  public let value: [UInt8]
  private let characteristicPath: String

  init(uuid: String, value: [UInt8], path: String, characteristicPath: String) {
    self.uuid = uuid
    self.value = value
    self.path = path
    self.characteristicPath = characteristicPath
  }

  var exported: ExportedObject {
    let properties: [String: BusValue] = [
      "UUID": .string(uuid), "Characteristic": .objectPath(characteristicPath),
      "Flags": GattFlag.value([.read]),
    ]
    return ExportedObject(
      path: path,
      interfaces: [
        ExportedInterface(
          RemoteDescriptor.interface, properties: { properties },
          methods: ["ReadValue": { [value] in Self.read($0, of: value) }])
      ])
  }

  private static func read(_ call: IncomingCall, of value: [UInt8]) {
    guard let options = call.arguments.first?.properties else {
      return call.fail(.invalidArguments("ReadValue takes a{sv}"))
    }
    ReadRequest(call, options: options).answer(from: value)
  }
}
