// A meter on a clock that the test moves, with what it sent.

import MeterEmulator
import Records
import SharedProtocols
import TestSupport

/// One meter, its clock, and what a central on its link got.
final class MeterBench {
  let clock = ManualScheduler()
  let records = RecordStream()
  let core: MeterCore
  private let configuration: MeterConfiguration
  private(set) var notifications: [(time: VirtualTime, bytes: [UInt8])] = []

  init(_ configuration: MeterConfiguration = MeterConfiguration(name: "UM25C-7F3A")) {
    self.configuration = configuration
    core = MeterCore(
      configuration: configuration, scheduler: clock, records: records, adapterIndex: 1)
    core.onNotification = { [unowned self] in notifications.append((clock.now, $0)) }
    core.subscribe()
  }

  var nanoseconds: [Int64] { notifications.map(\.time.nanoseconds) }

  func request() { core.write(requestBytes) }

  private var requestBytes: [UInt8] {
    switch (configuration.profile, configuration.model) {
    case (.documented, _): MeasurementRequest.bytes
    case (.factory, .tc66c): Array("bgetva\r\n".utf8)
    case (.factory, _): configuration.takesWrappedCommands ? WrappedCommand.wrapping(0xF0) : [0xF0]
    }
  }

  /// The bytes of the frame that answers one request, asked for now.
  func frameBytes() -> [UInt8] {
    notifications = []
    request()
    clock.advance(by: .seconds(1))
    return notifications.flatMap(\.bytes)
  }

  /// The same, decoded.
  func measurement() throws -> UMMeasurement { try UMFrame(decoding: frameBytes()).measurement }

  /// The same of a TC66C.
  func tc66Measurement() throws -> TC66Measurement {
    try TC66Frame(decoding: frameBytes()).measurement
  }

  func kinds(_ prefix: String = "") -> [String] {
    records.records.map(\.kind).filter { $0.hasPrefix(prefix) }
  }
}
