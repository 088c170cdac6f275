// The 16-bit UUIDs that meters use, in the forms in which the stack wants them.

/// A UUID of 16 bits on the Bluetooth base UUID.
public struct BluetoothUUID: Sendable, Hashable {
  /// The 16 bits.
  public let value: UInt16

  /// The UUID with these 16 bits.
  public init(_ value: UInt16) {
    self.value = value
  }

  /// The UUID written as four hex digits (`FFF0`) or in full on the Bluetooth base, in any case of
  /// letters; nil for anything else.
  public init?(_ text: String) {
    var digits = Substring(text.lowercased())
    if digits.count == 36 {
      guard digits.hasPrefix("0000"), digits.hasSuffix(Self.base) else { return nil }
      digits = digits.dropFirst(4).prefix(4)
    }
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let value = UInt16(digits, radix: 16)
    else { return nil }
    self.value = value
  }

  /// Four capital hex digits, as Core Bluetooth prints it.
  public var shortForm: String { padded.uppercased() }

  /// All 128 bits in small letters, as BlueZ prints it.
  public var longForm: String { "0000" + padded + Self.base }

  private static let base = "-0000-1000-8000-00805f9b34fb"

  private var padded: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension BluetoothUUID: CustomStringConvertible {
  /// The short form.
  public var description: String { shortForm }
}

extension BluetoothUUID {
  /// The documented profile's service of the UM series.
  public static let documentedUMService = BluetoothUUID(0xFFF0)
  /// The documented profile's characteristic that notifies frames.
  public static let documentedUMFrame = BluetoothUUID(0xFFF1)
  /// The documented profile's characteristic that takes commands.
  public static let documentedUMCommand = BluetoothUUID(0xFFF2)
  /// Heart Rate: the documented profile's service of the TC66C.
  public static let heartRateService = BluetoothUUID(0x180D)
  /// Heart Rate Measurement: where a documented TC66C notifies.
  public static let heartRateMeasurement = BluetoothUUID(0x2A37)
  /// The serial bridge's service: what the meters on sale have.
  public static let serialService = BluetoothUUID(0xFFE0)
  /// The serial bridge's characteristic of a factory UM, and the notifying one of a newer TC66C.
  public static let serialData = BluetoothUUID(0xFFE1)
  /// The writable characteristic of a newer TC66C (firmware 1.15 on).
  public static let serialWrite = BluetoothUUID(0xFFE2)
  /// The notifying characteristic of an older TC66C (firmware to 1.14).
  public static let olderSerialNotify = BluetoothUUID(0xFFE4)
  /// The second service of an older TC66C, which takes commands.
  public static let olderSerialWriteService = BluetoothUUID(0xFFE5)
  /// The writable characteristic of an older TC66C.
  public static let olderSerialWrite = BluetoothUUID(0xFFE9)
  /// The older TC66C's service with a password against strangers.
  public static let passwordService = BluetoothUUID(0xFFC0)
  /// Where the old password and the new one are written.
  public static let password = BluetoothUUID(0xFFC1)
  /// Where the answer to a password is notified.
  public static let passwordAnswer = BluetoothUUID(0xFFC2)
}
