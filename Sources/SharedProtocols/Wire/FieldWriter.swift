// Values to frame.

/// Writes the fields into a frame of so many bytes, which begins as zeros. A value that its field
/// cannot hold is thrown, never wrapped; what is finer than a count is rounded to the nearest.
struct FieldWriter<let byteCount: Int>: FieldCodec {
  typealias Failure = FrameEncodingError

  /// The frame so far.
  var bytes = InlineArray<byteCount, UInt8>(repeating: 0)
  private let order: ByteOrder

  @inline(__always)
  init(_ order: ByteOrder) {
    self.order = order
  }

  @inline(__always)
  private mutating func put(_ number: Int, at offset: Int, width: Int) {
    for place in 0..<width {
      bytes[offset + (order == .big ? width - 1 - place : place)] = UInt8(
        truncatingIfNeeded: number >> (8 * place))
    }
  }

  @inline(__always)
  private func limit(_ width: Int) -> Int { 1 << (8 * width) - 1 }

  @inline(__always)
  mutating func scaled(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Double,
    countsPerUnit: Double, documented: ClosedRange<Double>?
  ) throws(FrameEncodingError) {
    // To the nearest, halves away from zero, as rounded() does by a call of the C library's. What is
    // not a number fails both comparisons.
    let counts = value * countsPerUnit
    guard counts > -0.5, counts < Double(limit(width)) + 0.5 else {
      throw .outOfRange(
        field: name(), value: value, limit: Double(limit(width)) / countsPerUnit)
    }
    let whole = Int(counts)
    put(counts - Double(whole) < 0.5 ? whole : whole + 1, at: offset, width: width)
  }

  @inline(__always)
  mutating func whole(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Int,
    documented: ClosedRange<Int>?
  ) throws(FrameEncodingError) {
    guard value >= 0, value <= limit(width) else {
      throw .outOfRange(field: name(), value: Double(value), limit: Double(limit(width)))
    }
    put(value, at: offset, width: width)
  }

  @inline(__always)
  mutating func signed(
    _ name: @autoclosure () -> String, signAt signOffset: Int, at offset: Int, width: Int,
    sign: inout Int, magnitude: inout Int
  ) throws(FrameEncodingError) {
    try whole("\(name()), its sign", at: signOffset, width: width, &sign, documented: nil)
    try whole(name(), at: offset, width: width, &magnitude, documented: nil)
  }

  @inline(__always)
  mutating func groups(
    at offset: Int, _ groups: inout [DataGroup]
  ) throws(FrameEncodingError) {
    for n in groups.indices {
      // Copies: to hand out an element of the array in place would copy the array first.
      var group = groups[n]
      try whole(
        "groups[\(n)].milliampereHours", at: offset + 8 * n, width: 4, &group.milliampereHours)
      try whole(
        "groups[\(n)].milliwattHours", at: offset + 8 * n + 4, width: 4, &group.milliwattHours)
    }
  }

  @inline(__always)
  mutating func characters(
    _ name: @autoclosure () -> String, at offset: Int, _ value: inout FourCharacters
  ) {
    for place in 0..<4 { bytes[offset + place] = value[place] }
  }
}
