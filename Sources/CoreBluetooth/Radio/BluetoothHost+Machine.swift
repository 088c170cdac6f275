// What a program on Linux may want to know that an app on Apple's systems cannot: why there is no
// Bluetooth, and which address a peripheral has.

import Foundation

extension BluetoothHost {
  /// Why Bluetooth cannot be used.
  public enum Problem: Sendable, Hashable, CustomStringConvertible {
    /// The system bus cannot be reached; the text says why.
    case noBus(String)
    /// bluetoothd is not on the bus.
    case noDaemon
    /// The bus does not let this process call bluetoothd.
    case notPermitted
    /// bluetoothd does not have this adapter, but those.
    case noAdapter(String, others: [String])
    /// The adapter is off.
    case poweredOff(adapter: String)

    /// One sentence that says what is wrong.
    public var description: String {
      switch self {
      case .noBus(let reason): "the system bus cannot be reached: \(reason)"
      case .noDaemon: "bluetoothd is not running"
      case .notPermitted: "this user may not use bluetoothd"
      case .noAdapter(let name, let others) where others.isEmpty:
        "there is no adapter \(name), nor any other"
      case .noAdapter(let name, let others):
        "there is no adapter \(name); there is \(others.joined(separator: ", "))"
      case .poweredOff(let adapter): "the adapter \(adapter) is off"
      }
    }

    /// What to do about it.
    public var remedy: String {
      switch self {
      case .noBus: "Start it: sudo systemctl start dbus"
      case .noDaemon: "Start it: sudo systemctl start bluetooth"
      case .notPermitted: "Join its group and log in again: sudo usermod -aG bluetooth $USER"
      case .noAdapter(_, let others) where others.isEmpty:
        "Plug one in; `bluetoothctl list` shows what bluetoothd sees"
      case .noAdapter: "Name one of these"
      case .poweredOff: "Switch it on: rfkill unblock bluetooth; bluetoothctl power on"
      }
    }
  }

  /// Why Bluetooth cannot be used now; nil while it can, or while that is not known yet. Starts the
  /// radio thread, like the first manager.
  public static var problem: Problem? { RadioThread.shared.ask { $0.problem } }

  /// The address of a peripheral that this process has met.
  public static func address(of identifier: UUID) -> String? {
    RadioThread.shared.ask { $0.known[identifier]?.address }
  }
}
