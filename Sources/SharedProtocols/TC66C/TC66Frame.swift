// A TC66C's answer to a request for a measurement: three blocks of 64 bytes, encrypted.

/// One whole answer of a TC66C. That it is one is all that its frame says of the product.
public struct TC66Frame: Sendable, Hashable {
  /// What it says.
  public var measurement: TC66Measurement

  /// The length of every frame in bytes, plain and encrypted.
  public static let byteCount = 192
  /// The key that frames are encrypted with, by AES-256 in ECB mode; every meter has the same. Found by
  /// the authors of the first open clients; checked on a captured frame.
  public static let key: [UInt8] = [
    0x58, 0x21, 0xFA, 0x56, 0x01, 0xB2, 0xF0, 0x26, 0x87, 0xFF, 0x12, 0x04, 0x62, 0x2A, 0x4F, 0xB0,
    0x86, 0xF4, 0x02, 0x60, 0x81, 0x6F, 0x9A, 0x0B, 0xA7, 0xF1, 0x06, 0x61, 0x9A, 0xB8, 0x72, 0x88,
  ]
  /// How many blocks a frame has.
  public static let blockCount = 3
  /// How long a block is, with its mark before and its checksum behind.
  static let blockByteCount = 64
  private typealias Bytes = InlineArray<192, UInt8>

  /// A frame that says `measurement`.
  public init(measurement: TC66Measurement) {
    self.measurement = measurement
  }

  /// Reads a frame as it comes over the air, encrypted.
  ///
  /// Any bytes may be given; what is no frame is thrown as the first thing that is wrong, in the
  /// order of the bytes: length, then for each block its mark, the product, the checksum. Values are
  /// not judged.
  @inlinable
  public init(decoding bytes: some Sequence<UInt8>) throws(TC66DecodingError) {
    try self.init(encrypted: Array(bytes))
  }

  @usableFromInline
  init(encrypted bytes: [UInt8]) throws(TC66DecodingError) {
    measurement = TC66Measurement()
    if let problem = Self.withPlain(bytes, { take($0) }) { throw problem }
  }

  /// Reads a frame without its encryption.
  public init(decodingPlain bytes: some Sequence<UInt8>) throws(TC66DecodingError) {
    measurement = TC66Measurement()
    let bytes = Array(bytes)
    if let problem = bytes.withUnsafeBytes({ take($0) }) { throw problem }
  }

  /// Takes the values out of a plain frame, or says what is wrong.
  @inline(__always)
  private mutating func take(_ plain: UnsafeRawBufferPointer) -> TC66DecodingError? {
    guard plain.count == Self.byteCount else { return .length(found: plain.count) }
    let checksums = Self.checksums(of: plain)
    for block in 0..<3 {
      if let problem = Self.problem(in: plain, block: block, checksums) { return problem }
    }
    var reader = FieldReader(plain, .little)
    measurement.walk(&reader)
    return nil
  }

  /// What `body` makes of the plain frame that these bytes hide. Bytes that are no whole frame hide
  /// nothing and are handed to it as they are.
  @inline(__always)
  private static func withPlain<Result>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count == byteCount else { return body(bytes) }
      return withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { plain in
        TC66Cipher.shared.decrypt(bytes, into: plain)
        return body(UnsafeRawBufferPointer(plain))
      }
    }
  }

  /// The frame's 192 bytes as they go over the air. A quantity that does not fit its field is an
  /// error, and so are more or fewer groups than two; what is finer than the meter resolves is
  /// rounded.
  public func encoded() throws(FrameEncodingError) -> [UInt8] {
    var bytes = try plain()
    var span = bytes.mutableSpan
    span.withUnsafeMutableBytes {
      TC66Cipher.shared.encrypt(UnsafeRawBufferPointer($0), into: $0)
    }
    return bytes.array
  }

  /// The frame's 192 bytes before encryption.
  public func encodedPlain() throws(FrameEncodingError) -> [UInt8] { try plain().array }

  /// The bytes that an encrypted frame hides; 192 or an error.
  public static func decrypted(_ bytes: some Sequence<UInt8>) throws(TC66DecodingError) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.count == byteCount else { throw .length(found: bytes.count) }
    return withPlain(bytes) { [UInt8]($0) }
  }

  /// The bytes that go over the air for a plain frame, which need not be a good one; 192 or an
  /// error.
  public static func encrypted(_ bytes: some Sequence<UInt8>) throws(TC66DecodingError) -> [UInt8] {
    var bytes = Array(bytes)
    guard bytes.count == byteCount else { throw .length(found: bytes.count) }
    bytes.withUnsafeMutableBytes {
      TC66Cipher.shared.encrypt(UnsafeRawBufferPointer($0), into: $0)
    }
    return bytes
  }

  /// The bytes of a plain frame under another key than the meters', of 32 bytes; 192 or an error.
  public static func encrypted(
    _ bytes: some Sequence<UInt8>, key: [UInt8]
  ) throws(TC66DecodingError) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.count == byteCount else { throw .length(found: bytes.count) }
    return TC66Cipher.encrypted(bytes, key: key)
  }

  /// Everything that is wrong with an encrypted frame, at most one thing a block; empty for a good
  /// one.
  public static func problems(in bytes: some Sequence<UInt8>) -> [TC66DecodingError] {
    withPlain(Array(bytes)) { plain in
      guard plain.count == byteCount else { return [.length(found: plain.count)] }
      let checksums = checksums(of: plain)
      return (0..<3).compactMap { problem(in: plain, block: $0, checksums) }
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
    return withPlain(start + Array(repeating: 0, count: byteCount - startByteCount)) {
      characters($0, at: 0) == mark(0) && characters($0, at: 4) == product
    }
  }
}

/// Marks and checksums.
extension TC66Frame {
  /// The checksum and the two zeros behind it, at the end of each block.
  private static let checksumByteCount = 4

  /// Where in the plain frame the checksum of a block from 1 to 3 stands: two bytes, the lower first.
  public static func checksumRange(ofBlock block: Int) -> Range<Int> {
    precondition((1...blockCount).contains(block), "a frame has \(blockCount) blocks")
    let start = block * blockByteCount - checksumByteCount
    return start..<start + 2
  }

  /// What the three blocks' checksums should be.
  @inline(__always)
  private static func checksums(of plain: UnsafeRawBufferPointer) -> InlineArray<3, UInt16> {
    CRC16.modbus(
      plain, blocksApart: blockByteCount, over: blockByteCount - checksumByteCount)
  }

  /// What is wrong with the block of this number, counted from 0.
  @inline(__always)
  private static func problem(
    in plain: UnsafeRawBufferPointer, block: Int, _ checksums: InlineArray<3, UInt16>
  ) -> TC66DecodingError? {
    let start = block * blockByteCount
    let mark = characters(plain, at: start)
    guard mark == Self.mark(block) else { return .mark(block: block + 1, found: mark) }
    if block == 0 {
      let product = characters(plain, at: 4)
      guard product == Self.product else { return .product(found: product) }
    }
    let end = start + blockByteCount - checksumByteCount
    let expected = checksums[block]
    let found = UInt32(littleEndian: plain.loadUnaligned(fromByteOffset: end, as: UInt32.self))
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
      Self.put(Self.mark(block), at: block * Self.blockByteCount, into: &writer.bytes)
    }
    let checksums = writer.bytes.span.withUnsafeBytes { Self.checksums(of: $0) }
    for block in 0..<3 {
      let end = (block + 1) * Self.blockByteCount - Self.checksumByteCount
      writer.bytes[end] = UInt8(truncatingIfNeeded: checksums[block])
      writer.bytes[end + 1] = UInt8(checksums[block] >> 8)
    }
    return writer.bytes
  }

  private static let product = FourCharacters(0x54, 0x43, 0x36, 0x36)

  @inline(__always)
  private static func mark(_ block: Int) -> FourCharacters {
    FourCharacters(0x70, 0x61, 0x63, 0x31 + UInt8(block))
  }

  @inline(__always)
  private static func characters(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> FourCharacters
  {
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
