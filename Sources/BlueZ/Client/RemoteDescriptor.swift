// A descriptor of a characteristic, `org.bluez.GattDescriptor1` (BlueZ, doc/gatt-api.txt).

/// A GATT descriptor of a remote device. The client characteristic configuration (2902) can be read
/// only: bluetoothd writes it by itself.
public struct RemoteDescriptor: RemoteObject {
  /// `org.bluez.GattDescriptor1`
  public static let interface = "org.bluez.GattDescriptor1"
  /// The client this view belongs to.
  public let client: BlueZClient
  /// The path, such as `…/service000a/char000b/desc000d`.
  public let path: String

  /// A view of the descriptor at the path.
  public init(client: BlueZClient, path: String) {
    self.client = client
    self.path = path
  }

  /// The descriptor's UUID, 128 bits, lower case.
  public var uuid: String? { property("UUID")?.string }
  /// The characteristic's path.
  public var characteristicPath: String? { property("Characteristic")?.path }
  /// What can be done with it.
  public var flags: Set<GattFlag> { GattFlag.read(property("Flags")) }

  /// Reads the value, from `offset` on.
  public func readValue(
    offset: UInt16 = 0, _ done: @escaping (Result<[UInt8], BusError>) -> Void
  ) {
    call("ReadValue", [.properties(offset == 0 ? [:] : ["offset": .uint16(offset)])]) {
      done(bytes(of: $0))
    }
  }

  /// Writes the value, with a response.
  public func writeValue(_ value: [UInt8], _ done: @escaping (Result<Void, BusError>) -> Void) {
    run("WriteValue", [.bytes(value), .properties([:])], done)
  }
}

/// The bytes that a ReadValue returned.
func bytes(of result: Result<[BusValue], BusError>) -> Result<[UInt8], BusError> {
  result.flatMap { values in
    values.first?.bytes.map { .success($0) } ?? .failure(.inconsistent("ReadValue gave no bytes"))
  }
}
