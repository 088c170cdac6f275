// A UM meter's answer to a request for a measurement: 130 bytes, both directions.

/// One whole answer of a UM meter.
public struct UMFrame: Sendable, Hashable {
  /// The model that the frame names.
  public var model: UMModel
  /// What it says.
  public var measurement: UMMeasurement

  /// The length of every frame in bytes.
  public static let byteCount = 130

  /// A frame of `model` that says `measurement`.
  public init(model: UMModel, measurement: UMMeasurement) {
    self.model = model
    self.measurement = measurement
  }

  /// Reads a frame: length, then model id, then tail, then the values.
  ///
  /// Any bytes may be given; what is no frame is thrown as the first of the three that is wrong.
  /// Values are not judged: a meter may well say that its backlight is 77.
  public init(decoding bytes: some Sequence<UInt8>) throws(UMDecodingError) {
    try self.init(array: Array(bytes))
  }

  private init(array: [UInt8]) throws(UMDecodingError) {
    guard array.count == Self.byteCount else { throw .length(found: array.count) }
    let bytes = array.span
    let id = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard let model = UMModel(frameID: id) else { throw .modelID(found: id) }
    switch model {
    case .um24c, .um25c:
      guard bytes[128] == Self.fixedTail.0, bytes[129] == Self.fixedTail.1 else {
        throw .tail(
          expected: [Self.fixedTail.0, Self.fixedTail.1], found: [bytes[128], bytes[129]])
      }
    case .um34c:
      let checksum = Self.um34cChecksum(bytes)
      guard bytes[129] == checksum else {
        throw .tail(expected: [checksum], found: [bytes[129]])
      }
    }
    var measurement = UMMeasurement()
    array.withUnsafeBytes {
      var reader = FieldReader($0, .big)
      measurement.walk(model, &reader)
    }
    self.init(model: model, measurement: measurement)
  }

  /// The frame's 130 bytes. A quantity that does not fit its field is an error, and so are more or
  /// fewer groups than ten; what is finer than the model resolves is rounded.
  public func encoded() throws(FrameEncodingError) -> [UInt8] {
    guard measurement.groups.count == UMMeasurement.groupCount else {
      throw .groupCount(found: measurement.groups.count, expected: UMMeasurement.groupCount)
    }
    var writer = FieldWriter<130>(.big)
    writer.bytes[0] = UInt8(model.frameID >> 8)
    writer.bytes[1] = UInt8(model.frameID & 0xFF)
    var measurement = measurement
    try measurement.walk(model, &writer)
    switch model {
    case .um24c, .um25c: (writer.bytes[128], writer.bytes[129]) = Self.fixedTail
    case .um34c: writer.bytes[129] = Self.um34cChecksum(writer.bytes.span)
    }
    return writer.bytes.array
  }

  /// A frame's bytes with another model's id, and with a tail that is right for that model; nil for
  /// bytes that are no whole frame. All else stays as it is.
  public static func relabelled(_ bytes: [UInt8], as model: UMModel) -> [UInt8]? {
    guard bytes.count == byteCount else { return nil }
    var bytes = bytes
    (bytes[0], bytes[1]) = (UInt8(model.frameID >> 8), UInt8(model.frameID & 0xFF))
    switch model {
    case .um24c, .um25c: (bytes[128], bytes[129]) = fixedTail
    case .um34c: bytes[129] = um34cChecksum(bytes.span)
    }
    return bytes
  }

  /// The last bytes of every UM24C and UM25C frame. Found by libsigrok.
  private static let fixedTail: (UInt8, UInt8) = (0xFF, 0xF1)

  /// The last byte of a UM34C's frame: the XOR of some of the bytes before. Found by libsigrok, and
  /// it holds for a captured frame.
  private static func um34cChecksum(_ bytes: Span<UInt8>) -> UInt8 {
    var sum: UInt8 = 0
    for place in um34cCoveredOffsets.indices { sum ^= bytes[um34cCoveredOffsets[place]] }
    return sum
  }

  /// The offsets that a UM34C's checksum covers. The gaps are the meter's: corruption there passes.
  private static let um34cCoveredOffsets: InlineArray<32, Int> = [
    1, 3, 7, 9, 15, 17, 19, 23, 31, 39, 41, 45, 49, 53, 55, 57, 59, 63, 67, 69, 73, 79, 83, 89, 97,
    99, 109, 111, 113, 119, 121, 127,
  ]
}

extension UMFrame: FieldedMeasurement {
  /// All quantities in the order of the frame, with what the model's documents do not allow.
  public var fields: [MeasurementField] {
    var lister = FieldLister()
    var measurement = measurement
    measurement.walk(model, &lister)
    return lister.fields
  }

  /// Sets the quantity that `name` means, from its text. Whether it fits shows when encoding.
  public mutating func set(_ name: String, to text: String) throws(FieldSettingError) {
    var setter = FieldSetter(name, to: text)
    try measurement.walk(model, &setter)
    guard setter.isFound else { throw .name(name) }
  }
}
