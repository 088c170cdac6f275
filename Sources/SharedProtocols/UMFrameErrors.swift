// What can be wrong with a UM frame, in each direction.

/// Why bytes are not a UM frame.
public enum UMDecodingError: Error, Sendable, Hashable {
  /// They are not 130.
  case length(found: Int)
  /// The first word names no model that is known.
  case modelID(found: UInt16)
  /// The last bytes are not what the model's rule asks for: two bytes, or one of a UM34C.
  case tail(expected: [UInt8], found: [UInt8])
}

extension UMDecodingError: CustomStringConvertible {
  /// One line that names what was found and what was expected.
  public var description: String {
    switch self {
    case .length(let found):
      "the frame has \(found) bytes instead of \(UMFrame.byteCount)"
    case .modelID(let found):
      "the frame's first word \(hex([UInt8(found >> 8), UInt8(found & 0xFF)])) names no UM meter"
    case .tail(let expected, let found):
      "the frame ends in \(hex(found)) instead of \(hex(expected))"
    }
  }
}

/// Why a measurement does not fit into a frame.
public enum UMEncodingError: Error, Sendable, Hashable {
  /// A quantity is negative, not a number, or more than its field holds.
  case outOfRange(field: String, value: Double, limit: Double)
  /// There are not ten data groups.
  case groupCount(found: Int)
}

extension UMEncodingError: CustomStringConvertible {
  /// One line that names the field, what it was given and what it holds.
  public var description: String {
    switch self {
    case .outOfRange(let field, let value, let limit):
      "\(field) is \(value), and a frame holds 0 to \(limit)"
    case .groupCount(let found):
      "there are \(found) data groups instead of \(UMMeasurement.groupCount)"
    }
  }
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { byte in
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }.joined(separator: " ")
}
