// Which of a device's services and characteristics carry a meter's traffic, and how it is spoken to
// through them.

import CoreBluetooth
import SharedProtocols

/// One way to talk with a device over its link.
struct MeterRoute: Equatable {
  /// What is said.
  var dialect: MeterDialect
  /// Where requests are written; nil for a meter that sends unasked.
  var command: CBUUID?
  /// How they are written.
  var writeType = CBCharacteristicWriteType.withResponse
}

/// The kind of table that a connected device has.
enum MeterTable {
  /// FFF0 with FFF1 and FFF2.
  case documentedUM
  /// 180D with 2A37.
  case documentedTC66C
  /// FFE0 with FFE1 and FFE2: a UM on sale, a TC66C of firmware 1.15 on, or something else.
  case serial
  /// FFE0 with FFE4, FFE5 with FFE9: a TC66C of firmware to 1.14, or something else.
  case olderSerial

  /// Why a device's characteristics are not what a meter needs.
  enum Lack: Error, Equatable, CustomStringConvertible {
    case missing(CBUUID)
    case properties(CBUUID)

    var description: String {
      switch self {
      case .missing(let uuid): "characteristic \(uuid) is missing"
      case .properties(let uuid): "characteristic \(uuid) lacks what it must permit"
      }
    }
  }

  /// The services to discover: those that are scanned for, and the second one of an older TC66C.
  static func services(for profile: MeterProfile) -> [CBUUID] {
    MeterCapabilities.scannedServices(for: profile)
      + (profile == .factory ? [CBUUID(.olderSerialWriteService)] : [])
  }

  /// The table of a device with these services; nil when it has none that is known. What was
  /// advertised goes first, should it have more than one.
  init?(services: [CBUUID], advertised: [CBUUID]) {
    let bridge: MeterTable =
      services.contains(CBUUID(.olderSerialWriteService)) ? .olderSerial : .serial
    let present = [.documentedUM, .documentedTC66C, bridge].filter {
      services.contains(CBUUID($0.layout.service))
    }
    guard
      let table = present.first(where: { advertised.contains(CBUUID($0.layout.service)) })
        ?? present.first
    else { return nil }
    self = table
  }

  private var layout: MeterLayout {
    switch self {
    case .documentedUM: .documentedUM
    case .documentedTC66C: .documentedTC66C
    case .serial: .newerFactoryTC66C
    case .olderSerial: .olderFactoryTC66C
    }
  }

  /// The characteristics to discover, service by service.
  var wanted: [(service: CBUUID, characteristics: [CBUUID])] {
    let service = CBUUID(layout.service)
    guard let command = layout.command.map(CBUUID.init) else { return [(service, [notifying])] }
    return layout.commandService == layout.service
      ? [(service, [notifying, command])]
      : [(service, [notifying]), (CBUUID(layout.commandService), [command])]
  }

  /// The characteristic to subscribe to.
  var notifying: CBUUID { CBUUID(layout.notifying) }

  /// The ways to talk with a device of this table that may be of `model`, in the order in which they
  /// are tried; at least one.
  func routes(
    over found: [FoundCharacteristic], model: MeterModel?
  ) throws(Lack) -> [MeterRoute] {
    switch self {
    case .documentedUM:
      try need(.documentedUMFrame, [.read, .notify], in: found)
      try need(.documentedUMCommand, .write, in: found)
      return [MeterRoute(dialect: .documentedUM, command: CBUUID(.documentedUMCommand))]
    case .documentedTC66C:
      try need(.heartRateMeasurement, .notify, in: found)
      return [MeterRoute(dialect: .documentedTC66C)]
    case .olderSerial:
      try need(.olderSerialNotify, .notify, in: found)
      // It takes a Write Command without a word and does nothing: only a request will do.
      try need(.olderSerialWrite, .write, in: found)
      let dialects: [MeterDialect] =
        model == .tc66c ? [.factoryTC66C] : [.factoryUM, .factoryTC66C]
      return dialects.map { MeterRoute(dialect: $0, command: CBUUID(.olderSerialWrite)) }
    case .serial:
      try need(.serialData, .notify, in: found)
      return try serialRoutes(over: found, model: model)
    }
  }

  private func serialRoutes(
    over found: [FoundCharacteristic], model: MeterModel?
  ) throws(Lack) -> [MeterRoute] {
    // Which of the two a UM takes requests on is not the same in all, so what they permit decides.
    let um = [CBUUID(.serialData), CBUUID(.serialWrite)].lazy
      .compactMap { Self.route(.factoryUM, $0, in: found, preferring: .withResponse) }.first
    let tc66c = Self.route(
      .factoryTC66C, CBUUID(.serialWrite), in: found, preferring: .withoutResponse)
    let routes =
      switch model {
      case .tc66c: [tc66c]
      case .um24c, .um25c, .um34c: [um]
      case nil: [um, tc66c]
      }
    let possible = routes.compactMap { $0 }
    guard !possible.isEmpty else {
      let command = CBUUID(.serialWrite)
      throw found.contains { $0.uuid == command } ? .properties(command) : .missing(command)
    }
    return possible
  }

  private static func route(
    _ dialect: MeterDialect, _ command: CBUUID, in found: [FoundCharacteristic],
    preferring preferred: CBCharacteristicWriteType
  ) -> MeterRoute? {
    guard let properties = found.first(where: { $0.uuid == command })?.properties else {
      return nil
    }
    let types: [CBCharacteristicWriteType] =
      preferred == .withResponse
      ? [.withResponse, .withoutResponse] : [.withoutResponse, .withResponse]
    return types.first {
      properties.contains($0 == .withResponse ? .write : .writeWithoutResponse)
    }.map { MeterRoute(dialect: dialect, command: command, writeType: $0) }
  }

  private func need(
    _ uuid: BluetoothUUID, _ properties: CBCharacteristicProperties,
    in found: [FoundCharacteristic]
  ) throws(Lack) {
    guard let match = found.first(where: { $0.uuid == CBUUID(uuid) }) else {
      throw .missing(CBUUID(uuid))
    }
    guard match.properties.isSuperset(of: properties) else { throw .properties(CBUUID(uuid)) }
  }
}
