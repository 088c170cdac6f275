// The services that a meter offers, in the order of their handles.

import BlueZ
import SharedProtocols

/// A meter's attributes, but for those that bluetoothd adds.
public struct MeterServer: Sendable, Hashable {
  /// A service.
  public struct Service: Sendable, Hashable {
    /// Its UUID.
    public var uuid: BluetoothUUID
    /// The handle of its declaration; nil leaves it to bluetoothd.
    public var handle: UInt16?
    /// Its characteristics.
    public var characteristics: [Characteristic]
  }

  /// A characteristic.
  public struct Characteristic: Sendable, Hashable {
    /// Its UUID.
    public var uuid: BluetoothUUID
    /// The handle of its value; nil leaves it to bluetoothd.
    public var handle: UInt16?
    /// What can be done with it.
    public var flags: Set<GattFlag>
    /// Whether the meter's frames are notified here.
    public var carriesFrames = false
    /// Whether what is written here is a command to the meter.
    public var takesCommands = false
  }

  /// The services.
  public var services: [Service]

  /// The characteristic that carries the frames.
  public var frames: Characteristic? { first(\.carriesFrames) }
  /// The characteristic that takes the commands, other than the one that carries the frames where
  /// there are both.
  public var commands: Characteristic? {
    first { $0.takesCommands && !$0.carriesFrames } ?? first(\.takesCommands)
  }

  private func first(_ condition: (Characteristic) -> Bool) -> Characteristic? {
    services.lazy.flatMap(\.characteristics).first(where: condition)
  }
}

extension MeterConfiguration {
  /// The services of the meter.
  public var server: MeterServer {
    switch layout {
    case .documentedUM: .documentedUM
    case .documentedTC66C: .documentedTC66C
    case .factoryUM: .factoryUM
    case .olderFactoryTC66C: .olderFactoryTC66C
    default: .newerFactoryTC66C(refusesWriteRequests: refusesWriteRequests)
    }
  }
}

extension MeterServer {
  /// FFF1 is read and notifies, FFF2 is written with response. With write-without-response beside it,
  /// bluetoothd would answer writes before the meter does.
  fileprivate static let documentedUM = MeterServer(services: [
    Service(
      uuid: .documentedUMService, handle: nil,
      characteristics: [
        Characteristic(
          uuid: .documentedUMFrame, flags: [.read, .notify], carriesFrames: true),
        Characteristic(uuid: .documentedUMCommand, flags: [.write], takesCommands: true),
      ])
  ])

  /// 2A37 notifies.
  fileprivate static let documentedTC66C = MeterServer(services: [
    Service(
      uuid: .heartRateService, handle: nil,
      characteristics: [
        Characteristic(uuid: .heartRateMeasurement, flags: [.notify], carriesFrames: true)
      ])
  ])

  /// FFE1 for both directions and FFE2 to write to, as the radio's data sheet has it. Which properties
  /// a UM really declares is not known; these leave no client out, and are ours.
  fileprivate static let factoryUM = MeterServer(services: [
    Service(
      uuid: .serialService, handle: nil,
      characteristics: [
        Characteristic(
          uuid: .serialData, flags: [.read, .write, .writeWithoutResponse, .notify],
          carriesFrames: true, takesCommands: true),
        Characteristic(
          uuid: .serialWrite, flags: [.write, .writeWithoutResponse], takesCommands: true),
      ])
  ])

  /// FFE5 before FFE0, so that FFE4 has the handle 0x17 that libsigrok reads from. The handle 0x12 that
  /// it writes to cannot be FFE9's, for bluetoothd's own services end there: the bench's radio takes
  /// what is written to it for FFE9. FFC0 holds a password (FFC1) and the answer to it (FFC2), of
  /// which nothing more is known: it takes what is written and says nothing.
  fileprivate static let olderFactoryTC66C = MeterServer(services: [
    Service(
      uuid: .olderSerialWriteService, handle: 0x12,
      characteristics: [
        Characteristic(
          uuid: .olderSerialWrite, handle: 0x14, flags: [.write], takesCommands: true)
      ]),
    Service(
      uuid: .serialService, handle: 0x15,
      characteristics: [
        Characteristic(
          uuid: .olderSerialNotify, handle: 0x17, flags: [.notify], carriesFrames: true)
      ]),
    Service(
      uuid: .passwordService, handle: 0x19,
      characteristics: [
        Characteristic(uuid: .password, handle: 0x1B, flags: [.write]),
        Characteristic(uuid: .passwordAnswer, handle: 0x1D, flags: [.notify]),
      ]),
  ])

  /// FFE1 is read and notifies, FFE2 is written. The handles are bluetoothd's first free ones, named so
  /// that the radio knows them.
  fileprivate static func newerFactoryTC66C(refusesWriteRequests: Bool) -> MeterServer {
    MeterServer(services: [
      Service(
        uuid: .serialService, handle: 0x12,
        characteristics: [
          Characteristic(
            uuid: .serialData, handle: 0x14, flags: [.read, .notify], carriesFrames: true),
          Characteristic(
            uuid: .serialWrite, handle: 0x17,
            flags: refusesWriteRequests
              ? [.writeWithoutResponse] : [.write, .writeWithoutResponse],
            takesCommands: true),
        ])
    ])
  }
}
