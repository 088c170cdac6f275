// What the documents say that a TC66C notifies on 2A37. No meter on sale does.

/// The documented value of Heart Rate Measurement: whole watts and whole amperes in three bytes.
public struct TC66DocumentedValue: Sendable, Hashable {
  /// The first byte; its lowest bit, which says that two bytes of value follow, is set. The others
  /// mean nothing here.
  public var flags: UInt8
  /// Power in whole watts.
  public var watts: UInt8
  /// Current in whole amperes.
  public var amperes: UInt8

  /// How long the value is in bytes.
  public static let byteCount = 3
  private static let wideFlag: UInt8 = 0x01

  /// The value that says this, cut to whole units as the documents' integers are; what is negative,
  /// not a number or 256 and more is an error.
  public init(watts: Double, amperes: Double) throws(FrameEncodingError) {
    flags = Self.wideFlag
    self.watts = try Self.byte("watts", watts)
    self.amperes = try Self.byte("amperes", amperes)
  }

  private static func byte(_ field: String, _ value: Double) throws(FrameEncodingError) -> UInt8 {
    guard value >= 0, value < 256 else { throw .outOfRange(field: field, value: value, limit: 255) }
    return UInt8(value)
  }

  /// Reads the value: flags, low byte, high byte.
  public init(decoding bytes: some Sequence<UInt8>) throws(TC66DocumentedValueError) {
    let bytes = Array(bytes)
    guard bytes.count == Self.byteCount else { throw .length(found: bytes.count) }
    guard bytes[0] & Self.wideFlag != 0 else { throw .flags(found: bytes[0]) }
    flags = bytes[0]
    amperes = bytes[1]
    watts = bytes[2]
  }

  /// What it says, by name. The documents set no limit to either.
  public var fields: [MeasurementField] {
    [
      MeasurementField(name: "watts", value: .number(Double(watts))),
      MeasurementField(name: "amperes", value: .number(Double(amperes))),
    ]
  }

  /// The three bytes.
  public var encoded: [UInt8] { [flags, amperes, watts] }
}

/// Why bytes are not a documented value.
public enum TC66DocumentedValueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// They are not three.
  case length(found: Int)
  /// The lowest bit of the flags is clear: one byte of value would follow.
  case flags(found: UInt8)

  /// One line that names what was found and what was expected.
  public var description: String {
    switch self {
    case .length(let found):
      "the value has \(found) bytes instead of \(TC66DocumentedValue.byteCount)"
    case .flags(let found):
      "the value's flags \(found.hexDigits) do not announce two bytes: bit 0 is clear"
    }
  }
}
