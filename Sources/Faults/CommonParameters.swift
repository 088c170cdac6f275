// Parameters that several verbs have.

import MeterEmulator
import SharedProtocols
import VirtualAir

extension FaultParameter {
  /// How often a fault fires.
  static let times = FaultParameter(
    "times", .integer(1...Int.max),
    summary: "on how many occasions, from the first on; on each one until lifted without it")

  /// Which step of the GATT conversation is hit.
  static let procedure = FaultParameter(
    "to", .choice(GATTProcedure.allCases.map(\.rawValue)),
    default: .text(GATTProcedure.any.rawValue),
    summary: "what the central asks for")

  /// Which characteristic is hit.
  static let characteristic = FaultParameter(
    "characteristic", .text,
    summary: """
      the UUID of the one that is read, written or subscribed to, as FFF1; without it, each one but \
      those of the services 1800 and 1801, which hosts use for themselves
      """)
}

extension FaultArguments {
  /// The requests that `procedure` and `characteristic` stand for.
  func selector() throws(FaultArgumentError) -> ATTSelector {
    guard let procedure = text(.procedure).flatMap(GATTProcedure.init(rawValue:)) else {
      throw .missing(parameter: FaultParameter.procedure.name)
    }
    return ATTSelector(procedure, characteristic: try uuid(.characteristic))
  }

  /// The UUID given for a parameter, if one was.
  func uuid(_ parameter: FaultParameter) throws(FaultArgumentError) -> BluetoothUUID? {
    guard let text = text(parameter) else { return nil }
    guard let uuid = BluetoothUUID(text) else {
      throw .unacceptable(parameter: parameter.name, allowed: "a 16-bit UUID, as FFF1")
    }
    return uuid
  }

  /// The text given for a parameter that is required.
  func word(_ parameter: FaultParameter) throws(FaultArgumentError) -> String {
    guard let text = text(parameter) else { throw .missing(parameter: parameter.name) }
    return text
  }

  /// The random static address given for a parameter: one whose two highest bits are set.
  func randomAddress(_ parameter: FaultParameter) throws(FaultArgumentError) -> BluetoothAddress {
    guard let address = BluetoothAddress(try word(parameter)), address.bytes[0] >= 0xC0 else {
      throw .unacceptable(
        parameter: parameter.name, allowed: "an address whose two highest bits are set, as C0:…")
    }
    return address
  }

  /// The duration above zero given for a parameter, if one was.
  func positiveDuration(_ parameter: FaultParameter) throws(FaultArgumentError) -> Duration? {
    guard let duration = optionalDuration(parameter) else { return nil }
    guard duration > .zero else {
      throw .unacceptable(parameter: parameter.name, allowed: "more than nothing")
    }
    return duration
  }

  /// The milliseconds given for a parameter that is required; what is finer is cut off.
  func milliseconds(
    _ parameter: FaultParameter, _ range: ClosedRange<Int>
  ) throws(FaultArgumentError) -> Int {
    let whole = Int(try duration(parameter) / .milliseconds(1))
    guard range.contains(whole) else {
      throw .unacceptable(
        parameter: parameter.name, allowed: "\(range.lowerBound) ms to \(range.upperBound) ms")
    }
    return whole
  }

  /// The same, as a duration, if it was given.
  func optionalMilliseconds(
    _ parameter: FaultParameter, _ range: ClosedRange<Int>
  ) throws(FaultArgumentError) -> Duration? {
    optionalDuration(parameter) == nil ? nil : .milliseconds(try milliseconds(parameter, range))
  }
}

extension FaultTargets {
  /// The characteristic that carries the meter's frames.
  var frameCharacteristic: BluetoothUUID {
    meter.configuration.server.frames?.uuid ?? .documentedUMFrame
  }

  /// The service in which it is.
  var frameService: BluetoothUUID {
    let services = meter.configuration.server.services
    return services.first { $0.characteristics.contains(where: \.carriesFrames) }?.uuid
      ?? .documentedUMService
  }
}
