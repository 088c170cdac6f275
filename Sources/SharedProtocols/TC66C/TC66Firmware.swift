// The version of a TC66C's firmware, by which one tells which radio the meter has.

/// A firmware version of the TC66C as its display and its frames have it, such as `1.14`.
///
/// Meters up to 1.14 have another radio than those from 1.15 on, with other services and another
/// name. thijsputman/tc66c-mqtt and kolinger/rd-usb tell the two apart by it.
public struct TC66Firmware: Sendable, Hashable, LosslessStringConvertible {
  /// The version as a frame has it.
  public let characters: FourCharacters
  private let hundredths: Int

  /// The version of the meter whose frame was published: a newer one.
  public static let published = TC66Firmware(hundredths: 118)
  /// The last version that was seen with the older radio.
  public static let lastOlder = TC66Firmware(hundredths: 114)

  private init(hundredths: Int) {
    self.hundredths = hundredths
    characters = FourCharacters(
      Self.digit(hundredths / 100), UInt8(ascii: "."), Self.digit(hundredths / 10 % 10),
      Self.digit(hundredths % 10))
  }

  /// A version written as a digit, a point and two digits; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let digits = bytes.indices.filter { $0 != 1 }.map { Int(bytes[$0]) - Int(UInt8(ascii: "0")) }
    guard bytes.count == 4, bytes[1] == UInt8(ascii: "."),
      digits.allSatisfy((0...9).contains)
    else { return nil }
    self.init(hundredths: digits.reduce(0) { $0 * 10 + $1 })
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(value) }

  /// Whether meters with this version have the older radio.
  public var hasOlderRadio: Bool { hundredths <= Self.lastOlder.hundredths }

  /// The version, as it is written.
  public var description: String { characters.description }
}

extension TC66Firmware: Codable {
  /// Reads the version as text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let firmware = TC66Firmware(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is no firmware version")
    }
    self = firmware
  }

  /// Writes the version as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
