// The meter says what nobody asked for.

import SharedProtocols
import VirtualAir

/// Notifications come that no request asked for.
struct Unsolicited: AirFaultVerb {
  static let level = FaultLevel.gatt
  static let name = "unsolicited"
  static let example = "{gatt: unsolicited, value: 'FF 00', every: 200ms, times: 5}"
  static let summary = """
    The central gets a notification with this value at once and, with an interval, again and \
    again, whether it subscribed or not.
    """
  static let parameters = [value, characteristic, every, FaultParameter.times]
  static let proof = """
    the notification was sent to the central; it is not while no link is there or the central has \
    not discovered the characteristic
    """
  private static let value = FaultParameter(
    "value", .bytes(0...509), isRequired: true, summary: "what it says")
  private static let characteristic = FaultParameter(
    "characteristic", .text,
    summary: "of which characteristic; the one that carries the meter's frames without it")
  private static let every = FaultParameter(
    "every", .duration, summary: "how long until it comes again; it comes once without it")

  private let value: [UInt8]
  private let characteristic: BluetoothUUID?
  private let every: Duration?
  let times: Int?

  init(_ arguments: FaultArguments) throws(FaultArgumentError) {
    value = try arguments.bytes(Self.value)
    characteristic = try arguments.uuid(Self.characteristic)
    every = try arguments.positiveDuration(Self.every)
    times = arguments.integer(.times)
  }

  func action(on targets: FaultTargets) -> AirAction {
    .say(
      .notification(characteristic ?? targets.frameCharacteristic, value), every: every)
  }
}
