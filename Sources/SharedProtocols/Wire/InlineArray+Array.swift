// Frames come and leave as ordinary arrays.

extension InlineArray where Element == UInt8 {
  /// The bytes of an array of the same length.
  @inline(__always)
  init(copying array: [UInt8]) {
    precondition(array.count == Self.count, "the array has another length")
    self.init(repeating: 0)
    var places = mutableSpan
    places.withUnsafeMutableBytes { places in
      array.withUnsafeBytes { places.copyMemory(from: $0) }
    }
  }

  /// The same bytes in an array of their own.
  @inline(__always)
  var array: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { places, initialized in
      for place in 0..<count { places.initializeElement(at: place, to: self[place]) }
      initialized = count
    }
  }
}
