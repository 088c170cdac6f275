// The limits that the app's Bluetooth logic keeps; the defaults are the requirements' own.

/// The settings of a `BluetoothManager`.
public struct CentralSettings: Sendable, Hashable {
  /// The most reconnect attempts in a row, or nil for no end.
  public var attemptCap: Int? = 3
  /// How long service discovery may take; characteristics and subscribing have as long each.
  public var discoveryTimeout: Duration = .seconds(5)
  /// How long a meter may take to answer a request.
  public var measurementTimeout: Duration = .seconds(3)
  /// How many requests in a row may fail before the meter counts as mute.
  public var missesUntilMute = 3
  /// From one answer to the next request.
  public var pollInterval: Duration = .milliseconds(500)
  /// From a scan that could not start to the next try.
  public var scanRetryInterval: Duration = .seconds(5)

  /// The defaults.
  public init() {}
}
