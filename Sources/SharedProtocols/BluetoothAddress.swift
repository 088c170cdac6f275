// A device's 48-bit address, as people write it and as HCI packets carry it.

/// A Bluetooth device address, public or random.
public struct BluetoothAddress: Sendable, Hashable {
  /// The six bytes in the order of writing: the most significant first.
  public let bytes: [UInt8]

  /// The address of six bytes in the order of writing; nil for another number of bytes.
  public init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 6 else { return nil }
    self.bytes = bytes
  }

  /// The address of six bytes in the order of HCI packets, the least significant first; nil for
  /// another number of bytes.
  public init?(littleEndian bytes: some Sequence<UInt8>) {
    self.init(bytes: bytes.reversed())
  }

  /// The address written as six pairs of hex digits with colons between; nil for anything else.
  public init?(_ text: String) {
    let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
    let bytes = pairs.compactMap { pair -> UInt8? in
      guard pair.utf8.count == 2, pair.allSatisfy(\.isHexDigit) else { return nil }
      return UInt8(pair, radix: 16)
    }
    guard pairs.count == 6 else { return nil }
    self.init(bytes: bytes)
  }

  /// The bytes in the order of HCI packets.
  public var littleEndian: [UInt8] { bytes.reversed() }
}

extension BluetoothAddress: CustomStringConvertible {
  /// Six pairs of capital hex digits with colons between, as BlueZ prints it.
  public var description: String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: ":")
  }
}
