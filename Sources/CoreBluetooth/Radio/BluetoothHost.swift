// What Apple's API has no word for: which adapter is used, and how long an attempt may last.

import BlueZ
import Foundation
import Synchronization

/// The machine's Bluetooth as this process uses it. One adapter a process, so that unchanged code
/// for Apple's systems runs on whichever adapter its program, or who started it, chose.
public enum BluetoothHost {
  /// Which Bluetooth is used.
  public struct Configuration: Sendable {
    /// The adapter's name, such as `hci0`.
    public var adapterName: String
    /// The bus on which bluetoothd is found.
    public var bus: Bus.Address
    /// The folder in which the state of managers with a restore identifier is kept, nil for nowhere.
    public var stateFolder: String?

    /// An adapter on a bus, with the state kept in `meterloop` below `$XDG_STATE_HOME`.
    public init(
      adapterName: String = BluetoothHost.adapterName(in: ProcessInfo.processInfo.environment),
      bus: Bus.Address = BluetoothHost.bus(in: ProcessInfo.processInfo.environment),
      stateFolder: String? = Self.standardStateFolder(in: ProcessInfo.processInfo.environment)
    ) {
      self.adapterName = adapterName
      self.bus = bus
      self.stateFolder = stateFolder
    }

    /// `meterloop` below `$XDG_STATE_HOME`, or below `~/.local/state` where that is not set (XDG Base
    /// Directory Specification); nil where `HOME` is not set either.
    public static func standardStateFolder(in environment: [String: String]) -> String? {
      if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
        return state + "/meterloop"
      }
      return environment["HOME"].map { $0 + "/.local/state/meterloop" }
    }
  }

  /// The adapter that an environment chooses: the one in `METERLOOP_ADAPTER`; without it the one in
  /// `METERLOOP_CENTRAL_ADAPTER`, which the bench tells its client; hci0 without either. An empty
  /// variable counts as none.
  public static func adapterName(in environment: [String: String]) -> String {
    ["METERLOOP_ADAPTER", "METERLOOP_CENTRAL_ADAPTER"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? "hci0"
  }

  /// The bus that an environment chooses: the one in `DBUS_SYSTEM_BUS_ADDRESS`, as for every D-Bus
  /// program, and the system bus without it.
  public static func bus(in environment: [String: String]) -> Bus.Address {
    guard let address = environment["DBUS_SYSTEM_BUS_ADDRESS"], !address.isEmpty else {
      return .system
    }
    return .address(address)
  }

  private static let settings = Mutex(Settings())

  private struct Settings {
    var configuration = Configuration()
    var connectTimeout: Duration? = .seconds(30)
    var isInBackground = false
  }

  /// Takes effect until the first manager is made. Unless it is set, the system bus and the adapter
  /// that the process's environment chooses, which is read once.
  public static var configuration: Configuration {
    get { settings.withLock { $0.configuration } }
    set { settings.withLock { $0.configuration = newValue } }
  }

  /// How long `connect` tries before it fails with `CBError.connectionTimeout`, from the next
  /// attempt on. nil for Apple's own behaviour: until it succeeds or is cancelled.
  public static var connectTimeout: Duration? {
    get { settings.withLock { $0.connectTimeout } }
    set { settings.withLock { $0.connectTimeout = newValue } }
  }

  /// Whether the app is in the background, which on iOS the system decides and here the program. In the
  /// background a scan without services finds nothing, and a scan reports each device once.
  public static var isInBackground: Bool {
    get { settings.withLock { $0.isInBackground } }
    set {
      settings.withLock { $0.isInBackground = newValue }
      RadioThread.ifStarted { $0.updateDiscovery() }
    }
  }
}
