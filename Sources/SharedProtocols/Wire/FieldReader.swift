// Frame to values.

/// Reads the fields out of a frame of so many bytes. Every number on the wire is taken as it is.
struct FieldReader<let byteCount: Int>: FieldCodec {
  typealias Failure = Never

  private let bytes: InlineArray<byteCount, UInt8>
  private let order: ByteOrder

  /// A reader of bytes that are kept where they were received.
  @inline(__always)
  init(_ bytes: InlineArray<byteCount, UInt8>, _ order: ByteOrder) {
    self.bytes = bytes
    self.order = order
  }

  @inline(__always)
  private func number(at offset: Int, width: Int) -> Int {
    var number = 0
    for place in 0..<width {
      let byte = Int(bytes[offset + (order == .big ? place : width - 1 - place)])
      number = number << 8 | byte
    }
    return number
  }

  @inline(__always)
  mutating func scaled(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Double,
    countsPerUnit: Double, documented: ClosedRange<Double>?
  ) {
    value = Double(number(at: offset, width: width)) / countsPerUnit
  }

  @inline(__always)
  mutating func whole(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Int,
    documented: ClosedRange<Int>?
  ) {
    value = number(at: offset, width: width)
  }

  @inline(__always)
  mutating func signed(
    _ name: @autoclosure () -> String, signAt signOffset: Int, at offset: Int, width: Int,
    sign: inout Int, magnitude: inout Int
  ) {
    sign = number(at: signOffset, width: width)
    magnitude = number(at: offset, width: width)
  }

  @inline(__always)
  mutating func groups(at offset: Int, _ groups: inout [DataGroup]) {
    groups = [DataGroup](unsafeUninitializedCapacity: groups.count) { places, count in
      for n in places.indices {
        places.initializeElement(
          at: n,
          to: DataGroup(
            milliampereHours: number(at: offset + 8 * n, width: 4),
            milliwattHours: number(at: offset + 8 * n + 4, width: 4)))
      }
      count = places.count
    }
  }

  @inline(__always)
  mutating func characters(
    _ name: @autoclosure () -> String, at offset: Int, _ value: inout FourCharacters
  ) {
    value = FourCharacters(
      bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3])
  }
}
