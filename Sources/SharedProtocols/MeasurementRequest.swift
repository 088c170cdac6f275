// The documented profile's request for a measurement.

/// The command that asks a documented UM for one frame. The documents give its first four bytes and
/// say that a checksum follows, without the rule; the rule here is this project's own.
public enum MeasurementRequest {
  /// The whole command: `00 F0 A0 1B` and its checksum, `AB`.
  public static let bytes: [UInt8] = sealed([0x00, 0xF0, 0xA0, 0x1B])

  /// Whether `command` is the request, checksum and all.
  public static func matches(_ command: some Sequence<UInt8>) -> Bool {
    command.elementsEqual(bytes)
  }

  /// The low eight bits of the sum of `body`.
  public static func checksum(of body: some Sequence<UInt8>) -> UInt8 {
    body.reduce(0, &+)
  }

  /// `body` with its checksum behind it.
  static func sealed(_ body: [UInt8]) -> [UInt8] {
    body + [checksum(of: body)]
  }
}
