// A characteristic of a connected device, `org.bluez.GattCharacteristic1` (doc/gatt-api.txt).

/// How a value is written.
public enum WriteType: String, Sendable {
  /// ATT Write Request: answered.
  case request
  /// ATT Write Command: not answered; BlueZ refuses more than MTU − 3 bytes.
  case command
}

/// A GATT characteristic of a remote device.
public struct RemoteCharacteristic: RemoteObject {
  /// `org.bluez.GattCharacteristic1`
  public static let interface = "org.bluez.GattCharacteristic1"
  /// The client this view belongs to.
  public let client: BlueZClient
  /// The path, such as `…/service000a/char000b`.
  public let path: String

  /// A view of the characteristic at the path.
  public init(client: BlueZClient, path: String) {
    self.client = client
    self.path = path
  }

  /// The characteristic's UUID, 128 bits, lower case.
  public var uuid: String? { property("UUID")?.string }
  /// The service's path.
  public var servicePath: String? { property("Service")?.path }
  /// What can be done with it.
  public var flags: Set<GattFlag> { GattFlag.read(property("Flags")) }
  /// Whether StartNotify is in force; stays false under AcquireNotify.
  public var isNotifying: Bool { property("Notifying")?.bool ?? false }
  /// The link's ATT MTU in bytes.
  public var mtuBytes: Int? { property("MTU")?.integer }
  /// Its descriptors, in the order of their handles.
  public var descriptors: [RemoteDescriptor] {
    client.all(RemoteDescriptor.self).filter { $0.characteristicPath == path }
  }

  /// Reads the value, from `offset` on.
  public func readValue(
    offset: UInt16 = 0, _ done: @escaping (Result<[UInt8], BusError>) -> Void
  ) {
    call("ReadValue", [.properties(offset == 0 ? [:] : ["offset": .uint16(offset)])]) {
      done(bytes(of: $0))
    }
  }

  /// Writes the value. A request is done when the device has answered, a command when bluetoothd has
  /// taken it; requests made while one is under way fail with InProgress.
  public func writeValue(
    _ value: [UInt8], type: WriteType, _ done: @escaping (Result<Void, BusError>) -> Void
  ) {
    run("WriteValue", [.bytes(value), .properties(["type": .string(type.rawValue)])], done)
  }

  /// Subscribes, with each notification as a packet of its own on a descriptor that bluetoothd hands
  /// over. Refused with NotSupported where there are only indications, and with NotPermitted while
  /// somebody else has it.
  public func acquireNotify(
    onValue: @escaping ([UInt8]) -> Void, onClosed: @escaping () -> Void,
    _ done: @escaping (Result<NotificationStream, BusError>) -> Void
  ) {
    call("AcquireNotify", [.properties([:])]) { [client] result in
      done(
        result.flatMap { values in
          guard values.count == 2, let mtuBytes = values[1].integer,
            let descriptor = values[0].unixDescriptor
          else { return .failure(.inconsistent("AcquireNotify gave no descriptor")) }
          return .success(
            NotificationStream(
              descriptor: descriptor, mtuBytes: mtuBytes, loop: client.bus.loop,
              onValue: onValue, onClosed: onClosed))
        })
    }
  }

  /// Subscribes, with each notification as a change of the property Value. A ReadValue by anybody
  /// changes it too and looks like a notification.
  public func startNotify(
    onValue: @escaping ([UInt8]) -> Void, onClosed: @escaping () -> Void,
    _ done: @escaping (Result<NotificationStream, BusError>) -> Void
  ) {
    // Listening before the call: the first values may come with its answer.
    let stream = NotificationStream(of: self, onValue: onValue, onClosed: onClosed)
    run("StartNotify") { result in
      if case .failure = result { stream.abandon() }
      done(result.map { stream })
    }
  }
}
