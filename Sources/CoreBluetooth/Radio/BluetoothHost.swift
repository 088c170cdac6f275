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

    /// An adapter on a bus.
    public init(
      adapterName: String = BluetoothHost.adapterName(in: ProcessInfo.processInfo.environment),
      bus: Bus.Address = .system
    ) {
      self.adapterName = adapterName
      self.bus = bus
    }
  }

  /// The adapter that an environment chooses: the one in `METERLOOP_ADAPTER`; without it the one in
  /// `METERLOOP_CENTRAL_ADAPTER`, which the bench tells its client; hci0 without either. An empty
  /// variable counts as none.
  public static func adapterName(in environment: [String: String]) -> String {
    ["METERLOOP_ADAPTER", "METERLOOP_CENTRAL_ADAPTER"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? "hci0"
  }

  private static let settings = Mutex(Settings())

  private struct Settings {
    var configuration = Configuration()
    var connectTimeout: Duration? = .seconds(30)
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
}
