// The command format of a UM24C's look-alike.

/// A factory command in a frame of ten bytes: `FF 55 11 03`, the command, four zeros, a checksum. The
/// look-alike that takes it answers F0 with a UM24C's plain frame. Found by
/// moormaster/python3-um24c-ble.
public enum WrappedCommand {
  /// The length in bytes.
  public static let byteCount = 10
  private static let head: [UInt8] = [0xFF, 0x55, 0x11, 0x03]

  /// The frame around the command.
  public static func wrapping(_ command: UInt8) -> [UInt8] {
    let body = head + [command, 0, 0, 0, 0]
    return body + [checksum(of: body)]
  }

  /// The command in the frame.
  public static func command(
    in bytes: some Sequence<UInt8>
  ) throws(WrappedCommandError) -> UInt8 {
    let bytes = Array(bytes)
    guard bytes.count == byteCount else { throw .length(found: bytes.count) }
    guard bytes.starts(with: head) else { throw .head(found: Array(bytes.prefix(head.count))) }
    guard bytes[5..<9].allSatisfy({ $0 == 0 }) else { throw .padding(found: Array(bytes[5..<9])) }
    let expected = checksum(of: bytes.dropLast())
    guard bytes[9] == expected else { throw .checksum(expected: expected, found: bytes[9]) }
    return bytes[4]
  }

  /// The low eight bits of the sum of what follows the first two bytes, with the bits of 44 turned
  /// over.
  private static func checksum(of body: some Sequence<UInt8>) -> UInt8 {
    body.dropFirst(2).reduce(0, &+) ^ 0x44
  }
}

/// Why bytes are not a wrapped command.
public enum WrappedCommandError: Error, Sendable, Hashable, CustomStringConvertible {
  /// They are not ten.
  case length(found: Int)
  /// They do not begin with FF 55 11 03.
  case head(found: [UInt8])
  /// What is between command and checksum is not zero.
  case padding(found: [UInt8])
  /// The last byte is not the checksum of what precedes.
  case checksum(expected: UInt8, found: UInt8)

  /// One line that names what was found and what was expected.
  public var description: String {
    switch self {
    case .length(let found):
      "the wrapped command has \(found) bytes instead of \(WrappedCommand.byteCount)"
    case .head(let found):
      "the wrapped command begins with \(found.spacedHex) instead of FF 55 11 03"
    case .padding(let found):
      "the wrapped command has \(found.spacedHex) where zeros should be"
    case .checksum(let expected, let found):
      "the wrapped command ends in \(found.hexDigits) instead of \(expected.hexDigits)"
    }
  }
}
