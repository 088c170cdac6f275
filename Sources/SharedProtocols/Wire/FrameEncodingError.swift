// What can be wrong with a measurement that is to become a frame.

/// Why a measurement does not fit into a frame.
public enum FrameEncodingError: Error, Sendable, Hashable {
  /// A quantity is negative, not a number, or more than its field holds.
  case outOfRange(field: String, value: Double, limit: Double)
  /// There are more or fewer data groups than the frame has.
  case groupCount(found: Int, expected: Int)
}

extension FrameEncodingError: CustomStringConvertible {
  /// One line that names the field, what it was given and what it holds.
  public var description: String {
    switch self {
    case .outOfRange(let field, let value, let limit):
      "\(field) is \(value), and a frame holds 0 to \(limit)"
    case .groupCount(let found, let expected):
      "there are \(found) data groups instead of \(expected)"
    }
  }
}
