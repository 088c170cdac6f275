// What is known of devices, be it by bluetoothd or by the kernel's management channel.

import BlueZ
import Foundation

extension Radio {
  /// Keeps a device in mind.
  func remember(_ device: KnownDevice) { known[device.identifier] = device }

  /// A device of this adapter, if its address is known.
  func known(_ device: Device) -> KnownDevice? {
    guard device.adapterPath == adapterPath, let address = device.address,
      let host = adapterAddress
    else { return nil }
    return KnownDevice(
      identifier: UUID(device: address, host: host), path: device.path, address: address,
      name: device.name)
  }

  /// The devices of this adapter that bluetoothd has objects for.
  var devices: [Device] { adapter?.devices ?? [] }

  /// Keeps in mind how strong a device was heard.
  func noteStrength(_ path: String) {
    strengths[path] = client.flatMap { Device(client: $0, path: path).rssi } ?? strengths[path]
  }

  /// Lets go of what was heard of a device that bluetoothd has removed. Its path ends in its address:
  /// `dev_00_AA_01_00_00_42`.
  func forget(_ path: String) {
    strengths[path] = nil
    guard let name = path.split(separator: "/").last, name.hasPrefix("dev_") else { return }
    reports[String(name.dropFirst(4)).replacing("_", with: ":")] = nil
  }

  /// How strong a device was heard last, in dBm.
  func lastStrength(of path: String) -> Int? { strengths[path] }

  /// How strong a device's link is, in dBm; nil where nobody tells.
  func readStrength(of address: String, isRandom: Bool, _ done: @escaping (Int?) -> Void) {
    guard let management else { return done(nil) }
    management.readStrength(address: address, isRandom: isRandom, done)
  }

  /// The management channel has told something.
  func heard(_ event: ManagementEvent) {
    switch event {
    case .found(let report): reports[report.address] = report
    case .disconnected(let address, let reason): losses[address] = reason
    }
  }

  /// The advertisement that was received last from a device, where this process may hear of it.
  func report(of address: String) -> ManagementEvent.DeviceReport? {
    management?.drain()
    return reports[address]
  }

  /// Why a device's link has ended, if that is known; told once.
  func takeLoss(of address: String) -> ManagementEvent.DisconnectReason? {
    management?.drain()
    return losses.removeValue(forKey: address)
  }

  /// Forgets how an earlier link ended.
  func forgetLoss(of address: String) {
    management?.drain()
    losses[address] = nil
  }
}
