// The limits that the app's Bluetooth logic keeps; the defaults are the requirements' own.

import SharedProtocols

/// The settings of a `BluetoothManager`.
public struct CentralSettings: Sendable, Hashable {
  /// Which meters are looked for: those of the documents, or those on sale too.
  public var profile = MeterProfile.documented
  /// The most reconnect attempts in a row, or nil for no end.
  public var attemptCap: Int? = 3
  /// How long service discovery may take; characteristics and subscribing have as long each.
  public var discoveryTimeout: Duration = .seconds(5)
  /// How long a meter may take to answer a request, or to send by itself if it does.
  public var measurementTimeout: Duration = .seconds(3)
  /// How long an unknown device may take to answer each kind of request that is tried on it.
  public var probeTimeout: Duration = .seconds(3)
  /// How many requests in a row may fail before the meter counts as mute.
  public var missesUntilMute = 3
  /// From one answer to the next request.
  public var pollInterval: Duration = .milliseconds(500)
  /// From a scan that could not start to the next try.
  public var scanRetryInterval: Duration = .seconds(5)
  /// How long a lost meter is tried again while the app is in the background.
  public var backgroundReconnectLimit: Duration = .seconds(600)

  /// The defaults.
  public init() {}
}
