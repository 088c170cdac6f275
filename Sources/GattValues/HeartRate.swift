// The values of the Heart Rate and Battery Services.

import Foundation

/// A Heart Rate Measurement, 2A37 (Heart Rate Service 1.0, 3.1).
public struct HeartRateMeasurement: Sendable, Hashable {
  /// Beats a minute.
  public var beatsPerMinute: Int
  /// Whether the sensor touches the skin; nil where it cannot tell.
  public var hasContact: Bool?

  /// Reads the flags and the rate that follows them, in one byte or, as the lowest flag says, in two;
  /// nil when bytes are missing.
  public init?(_ data: Data) {
    guard let flags = data.uint8(at: 0),
      let rate = flags & 0x01 == 0
        ? data.uint8(at: 1).map(Int.init) : data.uint16(at: 1).map(Int.init)
    else { return nil }
    beatsPerMinute = rate
    hasContact = flags & 0x04 == 0 ? nil : flags & 0x02 != 0
  }
}

/// A Battery Level, 2A19 (Battery Service 1.0, 3.1).
public struct BatteryLevel: Sendable, Hashable {
  /// From 0 to 100.
  public var percent: Int

  /// Reads one byte; nil when it is missing or more than 100, which is reserved.
  public init?(_ data: Data) {
    guard let level = data.uint8(at: 0), level <= 100 else { return nil }
    percent = Int(level)
  }
}
