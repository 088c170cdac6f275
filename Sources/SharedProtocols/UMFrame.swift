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
    let bytes = Array(bytes)
    guard bytes.count == Self.byteCount else { throw .length(found: bytes.count) }
    let id = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard let model = UMModel(frameID: id) else { throw .modelID(found: id) }
    let expected = Self.tail(of: model, over: bytes)
    let found = Array(bytes.suffix(expected.count))
    guard found == expected else { throw .tail(expected: expected, found: found) }
    var measurement = UMMeasurement()
    for field in UMField.all(of: model) { field.read(from: bytes, into: &measurement) }
    self.init(model: model, measurement: measurement)
  }

  /// The frame's 130 bytes. A quantity that does not fit its field is an error, and so are more or
  /// fewer groups than ten; what is finer than the model resolves is rounded.
  public func encoded() throws(UMEncodingError) -> [UInt8] {
    guard measurement.groups.count == UMMeasurement.groupCount else {
      throw .groupCount(found: measurement.groups.count)
    }
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    bytes[0] = UInt8(model.frameID >> 8)
    bytes[1] = UInt8(model.frameID & 0xFF)
    for field in UMField.all(of: model) { try field.write(measurement, into: &bytes) }
    // Outside a UM34C's checksum, so it is not part of its tail; 0x80 is what one was seen to send.
    bytes[128] = 0x80
    let tail = Self.tail(of: model, over: bytes)
    bytes.replaceSubrange((Self.byteCount - tail.count)..., with: tail)
    return bytes
  }

  /// The last bytes that a frame of `model` must have: the fixed FF F1 of a UM24C or UM25C, or the
  /// one byte of a UM34C that is the XOR of some of the bytes before. Found by libsigrok; the
  /// UM34C's rule holds for a captured frame.
  private static func tail(of model: UMModel, over bytes: [UInt8]) -> [UInt8] {
    switch model {
    case .um24c, .um25c: [0xFF, 0xF1]
    case .um34c: [um34cCoveredOffsets.reduce(0) { $0 ^ bytes[$1] }]
    }
  }

  /// The offsets that a UM34C's checksum covers. The gaps are the meter's: corruption there passes.
  static let um34cCoveredOffsets = [
    1, 3, 7, 9, 15, 17, 19, 23, 31, 39, 41, 45, 49, 53, 55, 57, 59, 63, 67, 69, 73, 79, 83, 89, 97,
    99, 109, 111, 113, 119, 121, 127,
  ]
}
