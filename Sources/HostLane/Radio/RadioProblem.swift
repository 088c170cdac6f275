// What can be wrong with this machine's Bluetooth, each with what to do about it.

import BlueZ
import MeterEmulator
import TestBench

/// The problems of the host's radio.
enum RadioProblem {
  private static let bench =
    "or do without an adapter: meterloop bench --meter MODEL -- CLIENT"

  static func noBus(_ address: String, _ error: BusError) -> BenchError {
    BenchError(
      "there is no system bus at \(address): \(error.message)",
      remedy: "Start one: sudo systemctl start dbus; \(bench)")
  }

  static func noBluetoothd(_ address: String) -> BenchError {
    BenchError(
      "bluetoothd is not running: there is no org.bluez on the bus \(address)",
      remedy: "Start it: sudo systemctl start bluetooth; \(bench)")
  }

  static let silentBluetoothd = BenchError(
    "bluetoothd is on the bus and does not answer",
    remedy: "Restart it: sudo systemctl restart bluetooth")

  static let noAdapter = BenchError(
    "this machine has no Bluetooth adapter",
    remedy: "Plug one in and look at bluetoothctl list; \(bench)")

  static func wrongAdapter(_ name: String, there: [String], _ option: String) -> BenchError {
    BenchError(
      "there is no adapter \(name); bluetoothd has \(there.joined(separator: ", "))",
      remedy: "Name one of them with \(option).")
  }

  static func address(_ wanted: String, of adapter: String, is found: String?) -> BenchError {
    BenchError(
      "the meter cannot have the address \(wanted): bluetoothd gives no adapter another address than "
        + "its own, and \(adapter) has \(found ?? "none")",
      remedy: "Leave --address out, or name the adapter that has the address with --adapter.")
  }

  static func notPowered(_ names: [String]) -> BenchError {
    BenchError(
      names.count == 1
        ? "the adapter \(names[0]) is not powered"
        : "none of the adapters \(names.joined(separator: ", ")) is powered",
      remedy: "Unblock it and switch it on: rfkill unblock bluetooth; bluetoothctl power on")
  }

  static func taken(_ name: String, _ option: String) -> BenchError {
    BenchError(
      "another meterloop has a meter on the adapter \(name)",
      remedy: "End it, or name another adapter with \(option).")
  }

  static func denied(_ error: BusError) -> BenchError {
    BenchError(
      "you have no permission to use bluetoothd: \(error.message)",
      remedy: "Join its group and log in again: sudo usermod -aG bluetooth $USER; or be root.")
  }

  /// Why the meter could not be put on the air.
  static func registration(_ failure: MeterRegistrationError, adapter: String) -> BenchError {
    let error = failure.error
    if isDenial(error) { return denied(error) }
    let remedy =
      switch (failure.step, error.bluez) {
      case (_, .notReady?): "Switch the adapter on: bluetoothctl power on"
      case (.advertise, .notPermitted?):
        "The adapter takes no more advertisements: end another program that advertises on it."
      case (.registerService, .alreadyExists?):
        "Is another meterloop emulate on this adapter? End it, or name another adapter."
      case (_, nil) where error.name.hasSuffix(".UnknownMethod"):
        "This bluetoothd or adapter cannot do that; it takes BlueZ 5.50 or later and Bluetooth 4.0."
      default: "See what bluetoothd says: journalctl -u bluetooth"
      }
    return BenchError("\(adapter): \(failure)", remedy: remedy)
  }

  /// Whether an error is about permissions.
  static func isDenial(_ error: BusError) -> Bool {
    error.name == "org.freedesktop.DBus.Error.AccessDenied" || error.bluez == .notAuthorized
  }
}
