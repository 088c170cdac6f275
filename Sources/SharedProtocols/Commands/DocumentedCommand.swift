// The documented profile's commands to a UM meter. No meter on sale is known to take them.

/// What a documented UM is told over FFF2.
public enum DocumentedCommand: Sendable, Hashable {
  /// `00 F0 A0 1B` and the checksum: send a frame.
  case measurement
  /// `02`, seconds since 1970 in four bytes with the highest first, and the checksum: set the
  /// clock.
  case setTime(unixSeconds: UInt32)
  /// `03`, anything, and the checksum: calibrate. The documents name this command and give no byte
  /// of it; all of its form is this project's own.
  case calibrate(values: [UInt8])

  /// The bytes of the command.
  public var encoded: [UInt8] {
    switch self {
    case .measurement: MeasurementRequest.sealed([0x00, 0xF0, 0xA0, 0x1B])
    case .setTime(let seconds):
      MeasurementRequest.sealed(
        [0x02] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> $0) })
    case .calibrate(let values): MeasurementRequest.sealed([0x03] + values)
    }
  }

  /// Reads a command.
  public init(decoding bytes: some Sequence<UInt8>) throws(DocumentedCommandError) {
    let bytes = Array(bytes)
    switch bytes.first {
    case 0x00:
      guard bytes.starts(with: [0x00, 0xF0, 0xA0, 0x1B]) else { throw .unknown }
      try Self.check(bytes, byteCount: 5)
      self = .measurement
    case 0x02:
      try Self.check(bytes, byteCount: 6)
      self = .setTime(unixSeconds: bytes[1...4].reduce(0) { $0 << 8 | UInt32($1) })
    case 0x03:
      try Self.check(bytes, byteCount: max(bytes.count, 2))
      self = .calibrate(values: Array(bytes[1..<bytes.count - 1]))
    default: throw .unknown
    }
  }

  /// Length and checksum.
  private static func check(
    _ bytes: [UInt8], byteCount: Int
  ) throws(DocumentedCommandError) {
    guard bytes.count == byteCount else { throw .length(found: bytes.count, expected: byteCount) }
    let checksum = MeasurementRequest.checksum(of: bytes.dropLast())
    guard bytes[byteCount - 1] == checksum else {
      throw .checksum(expected: checksum, found: bytes[byteCount - 1])
    }
  }
}

/// Why bytes are not a documented command.
public enum DocumentedCommandError: Error, Sendable, Hashable, CustomStringConvertible {
  /// They begin like none.
  case unknown
  /// They begin like one that has another length.
  case length(found: Int, expected: Int)
  /// The last byte is not the sum of those before.
  case checksum(expected: UInt8, found: UInt8)

  /// One line that names what was found and what was expected.
  public var description: String {
    switch self {
    case .unknown: "the documents have no such command"
    case .length(let found, let expected):
      "the command has \(found) bytes instead of \(expected)"
    case .checksum(let expected, let found):
      "the command ends in \(found.hexDigits) instead of its checksum \(expected.hexDigits)"
    }
  }
}

/// The command that asks a documented UM for one frame. The documents give its first four bytes and
/// say that a checksum follows, without the rule; the rule here is this project's own.
public enum MeasurementRequest {
  /// The whole command: `00 F0 A0 1B` and its checksum, `AB`.
  public static let bytes = DocumentedCommand.measurement.encoded

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
