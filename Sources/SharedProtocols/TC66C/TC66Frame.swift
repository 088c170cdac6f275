// A TC66C's answer to a request for a measurement: three blocks of 64 bytes, encrypted.

/// One whole answer of a TC66C. That it is one is all that its frame says of the product.
public struct TC66Frame: Sendable, Hashable {
  /// What it says.
  public var measurement: TC66Measurement

  /// The length of every frame in bytes, plain and encrypted.
  public static let byteCount = 192
  /// How long a block is, with its mark before and its checksum behind.
  static let blockByteCount = 64
  private typealias Bytes = TC66Cipher.Frame

  /// A frame that says `measurement`.
  public init(measurement: TC66Measurement) {
    self.measurement = measurement
  }

  /// Reads a frame as it comes over the air, encrypted.
  ///
  /// Any bytes may be given; what is no frame is thrown as the first thing that is wrong, in the
  /// order of the bytes: length, then for each block its mark, the product, the checksum. Values are
  /// not judged.
  public init(decoding bytes: some Sequence<UInt8>) throws(TC66DecodingError) {
    var bytes = try Self.frame(Array(bytes))
    TC66Cipher.shared.decrypt(&bytes)
    try self.init(bytes)
  }

  /// Reads a frame without its encryption.
  public init(decodingPlain bytes: some Sequence<UInt8>) throws(TC66DecodingError) {
    try self.init(try Self.frame(Array(bytes)))
  }

  private init(_ plain: Bytes) throws(TC66DecodingError) {
    for block in 0..<3 {
      if let problem = Self.problem(in: plain, block: block) { throw problem }
    }
    var measurement = TC66Measurement()
    plain.span.withUnsafeBytes {
      var reader = FieldReader($0, .little)
      measurement.walk(&reader)
    }
    self.init(measurement: measurement)
  }

  /// The frame's 192 bytes as they go over the air. A quantity that does not fit its field is an
  /// error, and so are more or fewer groups than two; what is finer than the meter resolves is
  /// rounded.
  public func encoded() throws(FrameEncodingError) -> [UInt8] {
    var bytes = try plain()
    TC66Cipher.shared.encrypt(&bytes)
    return bytes.array
  }

  /// The frame's 192 bytes before encryption.
  public func encodedPlain() throws(FrameEncodingError) -> [UInt8] { try plain().array }

  /// The bytes that an encrypted frame hides; 192 or an error.
  public static func decrypted(_ bytes: some Sequence<UInt8>) throws(TC66DecodingError) -> [UInt8] {
    var bytes = try frame(Array(bytes))
    TC66Cipher.shared.decrypt(&bytes)
    return bytes.array
  }

  /// The bytes that go over the air for a plain frame, which need not be a good one; 192 or an
  /// error.
  public static func encrypted(_ bytes: some Sequence<UInt8>) throws(TC66DecodingError) -> [UInt8] {
    var bytes = try frame(Array(bytes))
    TC66Cipher.shared.encrypt(&bytes)
    return bytes.array
  }

  /// The bytes of a plain frame under another key than the meters', of 32 bytes; 192 or an error.
  public static func encrypted(
    _ bytes: some Sequence<UInt8>, key: [UInt8]
  ) throws(TC66DecodingError) -> [UInt8] {
    var bytes = try frame(Array(bytes))
    TC66Cipher.encrypt(&bytes, key: key)
    return bytes.array
  }

  /// Everything that is wrong with an encrypted frame, at most one thing a block; empty for a good
  /// one.
  public static func problems(in bytes: some Sequence<UInt8>) -> [TC66DecodingError] {
    do throws(TC66DecodingError) {
      var plain = try frame(Array(bytes))
      TC66Cipher.shared.decrypt(&plain)
      return (0..<3).compactMap { problem(in: plain, block: $0) }
    } catch {
      return [error]
    }
  }

  /// How many bytes show whether a frame begins with them: the cipher's block.
  public static let startByteCount = 16

  /// Whether an encrypted frame begins with these bytes: the first block's mark and the product are
  /// in them. Fewer than `startByteCount` never do. It is for finding the next frame in a stream that
  /// has lost its step.
  public static func isStart(_ bytes: some Sequence<UInt8>) -> Bool {
    let start = Array(bytes.prefix(startByteCount))
    guard start.count == startByteCount else { return false }
    var frame = Bytes(repeating: 0)
    for place in start.indices { frame[place] = start[place] }
    TC66Cipher.shared.decrypt(&frame)
    return characters(frame, at: 0) == mark(0) && characters(frame, at: 4) == product
  }

  private static func frame(_ bytes: [UInt8]) throws(TC66DecodingError) -> Bytes {
    guard bytes.count == byteCount else { throw .length(found: bytes.count) }
    return Bytes(copying: bytes)
  }
}

/// Marks and checksums.
extension TC66Frame {
  /// What is wrong with the block of this number, counted from 0.
  @inline(__always)
  private static func problem(in plain: Bytes, block: Int) -> TC66DecodingError? {
    let start = block * blockByteCount
    let mark = characters(plain, at: start)
    guard mark == Self.mark(block) else { return .mark(block: block + 1, found: mark) }
    if block == 0 {
      let product = characters(plain, at: 4)
      guard product == Self.product else { return .product(found: product) }
    }
    let end = start + blockByteCount - 4
    let expected = CRC16.modbus(plain, from: start, to: end)
    var found: UInt32 = 0
    for place in (0..<4).reversed() { found = found << 8 | UInt32(plain[end + place]) }
    guard found == UInt32(expected) else {
      return .checksum(block: block + 1, expected: expected, found: found)
    }
    return nil
  }

  @inline(__always)
  private func plain() throws(FrameEncodingError) -> Bytes {
    guard measurement.groups.count == TC66Measurement.groupCount else {
      throw .groupCount(found: measurement.groups.count, expected: TC66Measurement.groupCount)
    }
    var writer = FieldWriter<192>(.little)
    var measurement = measurement
    try measurement.walk(&writer)
    Self.put(Self.product, at: 4, into: &writer.bytes)
    for block in 0..<3 {
      let start = block * Self.blockByteCount
      let end = start + Self.blockByteCount - 4
      Self.put(Self.mark(block), at: start, into: &writer.bytes)
      let checksum = CRC16.modbus(writer.bytes, from: start, to: end)
      writer.bytes[end] = UInt8(truncatingIfNeeded: checksum)
      writer.bytes[end + 1] = UInt8(checksum >> 8)
    }
    return writer.bytes
  }

  private static let product = FourCharacters(0x54, 0x43, 0x36, 0x36)

  @inline(__always)
  private static func mark(_ block: Int) -> FourCharacters {
    FourCharacters(0x70, 0x61, 0x63, 0x31 + UInt8(block))
  }

  @inline(__always)
  private static func characters(_ bytes: Bytes, at offset: Int) -> FourCharacters {
    FourCharacters(bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3])
  }

  @inline(__always)
  private static func put(_ characters: FourCharacters, at offset: Int, into bytes: inout Bytes) {
    for place in 0..<4 { bytes[offset + place] = characters[place] }
  }
}

extension TC66Frame: FieldedMeasurement {
  /// All quantities in the order of the frame, with what the meter's documents do not allow.
  public var fields: [MeasurementField] {
    var lister = FieldLister()
    var measurement = measurement
    measurement.walk(&lister)
    return lister.fields
  }

  /// Sets the quantity that `name` means, from its text. Whether it fits shows when encoding.
  public mutating func set(_ name: String, to text: String) throws(FieldSettingError) {
    var setter = FieldSetter(name, to: text)
    try measurement.walk(&setter)
    guard setter.isFound else { throw .name(name) }
  }
}
