// Putting meters on the air of a guest.

import MeterEmulator
import SharedProtocols

/// Why a meter cannot be emulated.
public struct MeterSpecificationError: Error, Sendable, CustomStringConvertible {
  /// What is wrong with the specification.
  public let description: String
}

/// Meters, each on an adapter of its own from hci1 on.
extension Stage {
  /// A meter as specified, switched on; nobody can find it before `register`.
  public func makeMeter(
    _ specification: MeterSpecification, onAdapter index: Int
  ) throws -> Meter {
    guard let model = MeterModel(named: specification.model), MeterSpecification.isEmulated(model)
    else {
      throw MeterSpecificationError(
        description: "a meter of the model '\(specification.model)' cannot be emulated; um25c can")
    }
    let configuration = MeterConfiguration(
      model: model, name: specification.name,
      load: try Load(volts: specification.volts, amperes: specification.amperes),
      advertiseAfter: .nanoseconds(specification.advertiseAfterNanoseconds))
    let meter = Meter(
      configuration: configuration, scheduler: loop, records: records, adapterIndex: index)
    let radio = air.adapters[index]
    // The radio goes silent with the meter's supply.
    meter.onPowerChange = { isPowered in radio.isInRange = isPowered }
    return meter
  }

  /// Registers the meter with bluetoothd; `done` comes once it is on the air, or would be but for
  /// its delay.
  public func register(
    _ meter: Meter, onAdapter index: Int,
    _ done: @escaping (Result<Void, MeterRegistrationError>) -> Void
  ) {
    guard let client else { return }
    meter.register(on: client, adapter: "/org/bluez/hci\(index)", done)
  }
}
