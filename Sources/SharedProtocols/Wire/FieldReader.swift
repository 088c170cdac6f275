// Frame to values.

/// Reads the fields out of a frame. Every number on the wire is taken as it is.
struct FieldReader: FieldCodec {
  typealias Failure = Never

  /// The frame, which outlives the reader.
  private let bytes: UnsafeRawBufferPointer
  private let order: ByteOrder

  /// A reader of a whole frame. A field that lies outside of it would be a mistake in the model's
  /// walk and ends the process.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, _ order: ByteOrder) {
    self.bytes = bytes
    self.order = order
  }

  @inline(__always)
  private func load<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type
  ) -> Number {
    precondition(
      offset >= 0 && offset + MemoryLayout<Number>.size <= bytes.count, "no such field")
    let number = bytes.loadUnaligned(fromByteOffset: offset, as: type)
    return order == .big ? Number(bigEndian: number) : Number(littleEndian: number)
  }

  @inline(__always)
  private func number(at offset: Int, width: Int) -> Int {
    switch width {
    case 1: Int(load(at: offset, as: UInt8.self))
    case 2: Int(load(at: offset, as: UInt16.self))
    case 4: Int(load(at: offset, as: UInt32.self))
    default: preconditionFailure("a field has one, two or four bytes")
    }
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
    // In place: the reader's values are its own, and another array would cost more than all else.
    groups.withUnsafeMutableBufferPointer { places in
      for n in places.indices {
        places[n] = DataGroup(
          milliampereHours: number(at: offset + 8 * n, width: 4),
          milliwattHours: number(at: offset + 8 * n + 4, width: 4))
      }
    }
  }

  @inline(__always)
  mutating func characters(
    _ name: @autoclosure () -> String, at offset: Int, _ value: inout FourCharacters
  ) {
    let word = load(at: offset, as: UInt32.self)
    value = FourCharacters(order == .big ? word : word.byteSwapped)
  }
}
