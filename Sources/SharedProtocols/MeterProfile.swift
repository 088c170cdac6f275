// Where a meter keeps its data: as its documents say, or as the meters on sale do.

/// Which of the two descriptions of a meter's Bluetooth side holds.
public enum MeterProfile: String, Sendable, Codable, CaseIterable {
  /// The protocol documents: FFF0 for the UM series, Heart Rate for the TC66C.
  case documented
  /// What meters on sale have been seen to do: serial bridges under FFE0.
  case factory

  /// The layouts that a meter of this model may have, the older hardware first. Only the factory
  /// TC66C has two, by its firmware.
  public func layouts(of model: MeterModel) -> [MeterLayout] {
    switch (self, model) {
    case (.documented, .um24c), (.documented, .um25c), (.documented, .um34c): [.documentedUM]
    case (.documented, .tc66c): [.documentedTC66C]
    case (.factory, .um24c), (.factory, .um25c), (.factory, .um34c): [.factoryUM]
    case (.factory, .tc66c): [.olderFactoryTC66C, .newerFactoryTC66C]
    }
  }

  /// The layout of one meter of this model. The firmware counts for a factory TC66C only.
  public func layout(of model: MeterModel, firmware: TC66Firmware) -> MeterLayout {
    switch (self, model) {
    case (.factory, .tc66c) where firmware.hasOlderRadio: .olderFactoryTC66C
    case (.factory, .tc66c): .newerFactoryTC66C
    default: layouts(of: model)[0]
    }
  }

  /// The services to scan for so that no meter of this profile is missed.
  public var advertisedServices: [BluetoothUUID] {
    switch self {
    case .documented: [.documentedUMService, .heartRateService]
    case .factory: [.serialService]
    }
  }

  /// The company identifier that the documents give to RDTech in manufacturer data. No meter on
  /// sale has been seen to send it.
  public static let companyID: UInt16 = 0x5449
}

/// The services and characteristics that carry a meter's traffic.
public struct MeterLayout: Sendable, Hashable {
  /// The service that is advertised and holds the notifying characteristic.
  public var service: BluetoothUUID
  /// The characteristic that notifies measurements.
  public var notifying: BluetoothUUID
  /// The service of the characteristic that takes commands.
  public var commandService: BluetoothUUID
  /// The characteristic that takes commands, or nil for a meter that sends unasked.
  public var command: BluetoothUUID?

  /// FFF0 with FFF1 (read, notify) and FFF2 (write).
  public static let documentedUM = MeterLayout(
    service: .documentedUMService, notifying: .documentedUMFrame,
    commandService: .documentedUMService, command: .documentedUMCommand)
  /// Heart Rate with its measurement (notify), sent unasked.
  public static let documentedTC66C = MeterLayout(
    service: .heartRateService, notifying: .heartRateMeasurement,
    commandService: .heartRateService, command: nil)
  /// FFE0 with FFE1 for both directions.
  public static let factoryUM = MeterLayout(
    service: .serialService, notifying: .serialData,
    commandService: .serialService, command: .serialData)
  /// FFE0 with FFE4 (notify), FFE5 with FFE9 (write with response only).
  public static let olderFactoryTC66C = MeterLayout(
    service: .serialService, notifying: .olderSerialNotify,
    commandService: .olderSerialWriteService, command: .olderSerialWrite)
  /// FFE0 with FFE1 (notify) and FFE2 (write without response).
  public static let newerFactoryTC66C = MeterLayout(
    service: .serialService, notifying: .serialData,
    commandService: .serialService, command: .serialWrite)
}
