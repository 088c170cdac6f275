// What is done with each number of a frame. A model's frame is one walk over its fields, and a codec
// decides what the walk does: read them, write them, judge them, list them, or set one by name. So
// names, offsets, scales and documented ranges are written down once.

/// One of the things that can be done with the fields of a frame.
///
/// Offsets and widths are in bytes. A name is made only when somebody wants it, since most walks do
/// not. `documented` is what the model's documents allow, nil where they say nothing.
protocol FieldCodec {
  /// What can go wrong on the way.
  associatedtype Failure: Error

  /// A number that counts a fraction of its unit.
  mutating func scaled(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Double,
    countsPerUnit: Double, documented: ClosedRange<Double>?
  ) throws(Failure)

  /// A number that counts whole units, or names something.
  mutating func whole(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Int,
    documented: ClosedRange<Int>?
  ) throws(Failure)

  /// A number in two words of the same width: 1 for negative, and how far it is from zero.
  mutating func signed(
    _ name: @autoclosure () -> String, signAt signOffset: Int, at offset: Int, width: Int,
    sign: inout Int, magnitude: inout Int
  ) throws(Failure)

  /// Charge and energy of several groups, two 32-bit numbers each, one behind the other.
  mutating func groups(at offset: Int, _ groups: inout [DataGroup]) throws(Failure)

  /// Four characters.
  mutating func characters(
    _ name: @autoclosure () -> String, at offset: Int, _ value: inout FourCharacters
  ) throws(Failure)
}

extension FieldCodec {
  /// A number that counts a fraction of its unit, of which the documents say no limits.
  @inline(__always)
  mutating func scaled(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Double,
    countsPerUnit: Double
  ) throws(Failure) {
    try scaled(
      name(), at: offset, width: width, &value, countsPerUnit: countsPerUnit, documented: nil)
  }

  /// A number that counts whole units, of which the documents say no limits.
  @inline(__always)
  mutating func whole(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Int
  ) throws(Failure) {
    try whole(name(), at: offset, width: width, &value, documented: nil)
  }

  /// The groups as numbers of their own, for a codec that has no shorter way with them.
  @inline(__always)
  mutating func eachGroup(at offset: Int, _ groups: inout [DataGroup]) throws(Failure) {
    for n in groups.indices {
      try whole(
        "groups[\(n)].milliampereHours", at: offset + 8 * n, width: 4, &groups[n].milliampereHours)
      try whole(
        "groups[\(n)].milliwattHours", at: offset + 8 * n + 4, width: 4, &groups[n].milliwattHours)
    }
  }
}

/// Which byte of a number comes first.
enum ByteOrder {
  case big
  case little
}
