// The app's logic on a bench of its own: a radio that only notes what is asked of it, and a clock that
// the test moves.

import CoreBluetooth
import Records
import SharedProtocols
import TestSupport

@testable import CentralUnderTest

/// What the logic asked of the radio.
enum Asked: Equatable {
  case scan([CBUUID])
  case stopScan
  case connect
  case cancel
  case services([CBUUID])
  case characteristics([CBUUID])
  case subscribe(CBUUID)
  /// With response.
  case write([UInt8], CBUUID)
  /// Without response.
  case command([UInt8], CBUUID)
}

final class NotedRadio: MeterRadio {
  weak var listener: (any MeterRadioListener)?
  var isPoweredOn = true
  var isScanning = false
  /// Each request with its time in milliseconds.
  private(set) var asked: [(atMilliseconds: Int, Asked)] = []
  private let clock: ManualScheduler

  init(clock: ManualScheduler) { self.clock = clock }

  private func note(_ request: Asked) {
    asked.append((Int(clock.now.nanoseconds / 1_000_000), request))
  }

  func times(of request: Asked) -> [Int] { asked.filter { $0.1 == request }.map(\.0) }

  func startScan(for services: [CBUUID]) {
    isScanning = true
    note(.scan(services))
  }
  func stopScan() {
    isScanning = false
    note(.stopScan)
  }
  func connect(_ device: UUID) { note(.connect) }
  func cancelConnection(_ device: UUID) { note(.cancel) }
  func discoverServices(_ services: [CBUUID], of device: UUID) { note(.services(services)) }
  func discoverCharacteristics(_ wanted: [CBUUID], of service: CBUUID, on device: UUID) {
    note(.characteristics(wanted))
  }
  func subscribe(to characteristic: CBUUID, on device: UUID) { note(.subscribe(characteristic)) }
  func write(
    _ bytes: [UInt8], to characteristic: CBUUID, on device: UUID,
    _ type: CBCharacteristicWriteType
  ) {
    note(type == .withResponse ? .write(bytes, characteristic) : .command(bytes, characteristic))
  }
}

final class ManualDelays: DelayScheduler {
  private let clock: ManualScheduler

  init(clock: ManualScheduler) { self.clock = clock }

  func after(_ delay: Duration, _ work: @escaping () -> Void) -> any DelayedWork {
    ManualDelay(clock.after(delay, work))
  }
}

private final class ManualDelay: DelayedWork {
  private let work: any ScheduledWork
  init(_ work: any ScheduledWork) { self.work = work }
  func cancel() { work.cancel() }
}

/// A manager on its bench.
final class Rig: CentralObserver {
  let clock = ManualScheduler()
  let radio: NotedRadio
  let delays: ManualDelays
  let manager: BluetoothManager
  let device = UUID()
  private(set) var events: [CentralEvent] = []

  static let service = CBUUID(string: "FFF0")
  static let frames = CBUUID(string: "FFF1")
  static let commands = CBUUID(string: "FFF2")

  init(settings: CentralSettings = CentralSettings()) {
    radio = NotedRadio(clock: clock)
    delays = ManualDelays(clock: clock)
    manager = BluetoothManager(radio: radio, scheduler: delays, settings: settings)
    manager.observer = self
  }

  func manager(_ manager: BluetoothManager, did event: CentralEvent) { events.append(event) }

  func tell(_ event: RadioEvent) { manager.radio(radio, did: event) }

  func sight(name: String? = "UM25C-7F3A", services: [CBUUID] = [Rig.service]) {
    tell(.sighted(Sighting(device: device, name: name, services: services, rssi: -60)))
  }

  /// The user connects to a meter that was seen; the link stands.
  func connect() throws {
    if manager.meters.isEmpty { sight() }
    try manager.connect()
    tell(.connected(device))
  }

  /// The meter's table, as it should be.
  func discover() {
    tell(.services(device, .success([Self.service])))
    tell(
      .characteristics(
        device,
        .success([
          FoundCharacteristic(uuid: Self.frames, properties: [.read, .notify]),
          FoundCharacteristic(uuid: Self.commands, properties: [.write]),
        ])))
    tell(.subscribed(device, nil))
  }

  /// The meter's table is as it should be in another profile: services, and for each that is asked
  /// for its characteristics with what they permit.
  func discover(_ table: [(String, [(String, CBCharacteristicProperties)])]) {
    tell(.services(device, .success(table.map { CBUUID(string: $0.0) })))
    for _ in table {
      guard case .characteristics(let wanted)? = radio.asked.last?.1 else { break }
      let found = table.flatMap(\.1)
        .map { FoundCharacteristic(uuid: CBUUID(string: $0.0), properties: $0.1) }
        .filter { wanted.contains($0.uuid) }
      tell(.characteristics(device, .success(found)))
    }
    tell(.subscribed(device, nil))
  }

  /// Connects to a meter of the factory profile with this name and table.
  static func factory(
    _ name: String?, _ table: [(String, [(String, CBCharacteristicProperties)])]
  ) throws -> Rig {
    var settings = CentralSettings()
    settings.profile = .factory
    let rig = Rig(settings: settings)
    rig.sight(name: name, services: [CBUUID(string: "FFE0")])
    try rig.connect()
    rig.discover(table)
    return rig
  }

  /// The meter sends these bytes, in pieces of at most so many.
  func send(_ bytes: [UInt8], piece: Int = .max) {
    var rest = bytes[...]
    while !rest.isEmpty {
      tell(.received(device, Array(rest.prefix(piece))))
      rest = rest.dropFirst(piece)
    }
  }

  /// The meter answers with a frame.
  func answer(volts: Double = 5.08, model: UMModel = .um25c) throws {
    tell(.wrote(device, nil))
    tell(.received(device, try Self.frame(volts: volts, model: model)))
  }

  /// The link is lost.
  func drop() { tell(.disconnected(device, CBError(.peripheralDisconnected))) }

  static func frame(volts: Double = 5.08, model: UMModel = .um25c) throws -> [UInt8] {
    var measurement = UMMeasurement()
    measurement.volts = volts
    return try UMFrame(model: model, measurement: measurement).encoded()
  }

  var states: [ConnectionState] {
    events.compactMap { if case .state(let state, _) = $0 { state } else { nil } }
  }
  var measurements: [Double] {
    events.compactMap {
      switch $0 {
      case .measurement(.um(let frame)): frame.measurement.volts
      case .measurement(.tc66c(let frame)): frame.measurement.volts
      default: nil
      }
    }
  }
  /// The models told since the beginning, nil for unknown.
  var identities: [MeterModel?] {
    events.compactMap { if case .identified(let model, _) = $0 { .some(model) } else { nil } }
  }
  var incompatibilities: [String] {
    events.compactMap { if case .incompatible(let reason) = $0 { reason } else { nil } }
  }
  var rejections: [Rejection] {
    events.compactMap { if case .rejected(let error) = $0 { error } else { nil } }
  }
  var timeouts: [TimedStep] {
    events.compactMap { if case .timedOut(let step) = $0 { step } else { nil } }
  }
  var drops: [Bool] {
    events.compactMap { if case .dropped(let wanted, _) = $0 { wanted } else { nil } }
  }
  var surrenders: [Int] {
    events.compactMap { if case .gaveUp(let attempts) = $0 { attempts } else { nil } }
  }
  var requestTimes: [Int] {
    radio.times(of: .write(MeasurementRequest.bytes, Self.commands))
  }
}
