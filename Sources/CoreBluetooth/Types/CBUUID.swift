// A Bluetooth UUID of 16, 32 or 128 bits.

import Foundation

/// Characteristic Extended Properties; its value is an NSNumber.
public let CBUUIDCharacteristicExtendedPropertiesString = "2900"
/// Characteristic User Description; its value is a String.
public let CBUUIDCharacteristicUserDescriptionString = "2901"
/// Client Characteristic Configuration; its value is an NSNumber.
public let CBUUIDClientCharacteristicConfigurationString = "2902"
/// Server Characteristic Configuration; its value is an NSNumber.
public let CBUUIDServerCharacteristicConfigurationString = "2903"
/// Characteristic Presentation Format; its value is Data.
public let CBUUIDCharacteristicFormatString = "2904"
/// Characteristic Aggregate Format; its value is Data.
public let CBUUIDCharacteristicAggregateFormatString = "2905"
/// Valid Range; its value is Data.
public let CBUUIDCharacteristicValidRangeString = "2906"
/// Observation Schedule; its value is Data.
public let CBUUIDCharacteristicObservationScheduleString = "2910"
/// Apple's characteristic that tells the PSM of an L2CAP channel; its value is an NSNumber.
public let CBUUIDL2CAPPSMCharacteristicString = "ABDD3056-28FA-441D-A470-55A75A52553A"

/// A UUID as attributes and advertisements carry it. Equal to another if both mean the same 128
/// bits, whatever their widths: `180D` is `0000180D-0000-1000-8000-00805F9B34FB`.
open class CBUUID: NSObject, NSCopying, @unchecked Sendable {
  private let bytes: [UInt8]

  /// The UUID's 2, 4 or 16 bytes, most significant first.
  open var data: Data { Data(bytes) }

  /// The UUID in capitals: 4 or 8 hexadecimal digits, or the 36 characters of the full form.
  open var uuidString: String {
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + text : text
    }
    guard digits.count == 16 else { return digits.joined() }
    return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
      .map { $0.joined() }.joined(separator: "-")
  }

  /// A UUID of zeros. Apple's class can be made so too.
  public override init() {
    bytes = [UInt8](repeating: 0, count: 16)
    super.init()
  }

  /// From 2, 4 or 16 bytes, most significant first; any other number ends the program, as Apple's
  /// class raises an exception.
  public init(data theData: Data) {
    precondition(
      [2, 4, 16].contains(theData.count), "A CBUUID has 2, 4 or 16 bytes, not \(theData.count)")
    bytes = [UInt8](theData)
    super.init()
  }

  /// From 4 or 8 hexadecimal digits, which may follow `0x`, or the 36 characters of the full form;
  /// anything else ends the program, as Apple's class raises an exception.
  public convenience init(string theString: String) {
    // No document says so, but many apps write `0x180D`, and on Apple's systems they work.
    let isPrefixed = theString.lowercased().hasPrefix("0x") && theString.count <= 10
    guard let bytes = Self.parse(isPrefixed ? String(theString.dropFirst(2)) : theString) else {
      preconditionFailure("'\(theString)' is not a 16-bit, 32-bit or 128-bit UUID")
    }
    self.init(data: Data(bytes))
  }

  /// From Foundation's UUID.
  public convenience init(nsuuid theUUID: UUID) {
    self.init(data: withUnsafeBytes(of: theUUID.uuid) { Data($0) })
  }

  /// From CoreFoundation's UUID, which Linux lacks.
  @available(*, unavailable, message: "Linux's Foundation has no CFUUID; use init(nsuuid:)")
  public convenience init(cfuuid theUUID: AnyObject) { self.init() }

  /// From the text that BlueZ gives, in the shortest form that means the same; nil if it is no UUID.
  convenience init?(shortest text: String) {
    guard var bytes = Self.parse(text) else { return nil }
    if bytes.count == 16, bytes[4...].elementsEqual(Self.base[4...]) {
      bytes = Array(bytes[0] == 0 && bytes[1] == 0 ? bytes[2..<4] : bytes[0..<4])
    }
    self.init(data: Data(bytes))
  }

  /// Itself: a UUID never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether both mean the same 128 bits.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CBUUID)?.full == full
  }

  /// Equal for UUIDs that are equal.
  open override var hash: Int { full.hashValue }

  /// The UUID's text.
  open override var description: String { uuidString }

  /// The 16 bytes that a 16- or 32-bit UUID stands for.
  private var full: [UInt8] {
    switch bytes.count {
    case 2: [0, 0] + bytes + Self.base[4...]
    case 4: bytes + Self.base[4...]
    default: bytes
    }
  }

  /// The full form as BlueZ writes it, in small letters.
  var fullText: String { CBUUID(data: Data(full)).uuidString.lowercased() }

  /// The Bluetooth base UUID, Core Specification Vol 3 Part B 2.5.1.
  private static let base: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB,
  ]

  private static func parse(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    var digits: [UInt8] = []
    for (position, character) in characters.enumerated() {
      let dash = characters.count == 36 && [8, 13, 18, 23].contains(position)
      guard dash == (character == UInt8(ascii: "-")) else { return nil }
      guard !dash else { continue }
      guard let digit = Character(UnicodeScalar(character)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    guard [4, 8, 36].contains(characters.count) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
