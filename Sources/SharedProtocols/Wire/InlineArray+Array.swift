// Frames leave as ordinary arrays.

extension InlineArray where Element == UInt8 {
  /// The same bytes in an array of their own.
  var array: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { places, initialized in
      for place in 0..<count { places.initializeElement(at: place, to: self[place]) }
      initialized = count
    }
  }
}
