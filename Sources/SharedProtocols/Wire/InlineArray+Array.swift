// Frames leave as ordinary arrays.

extension InlineArray where Element == UInt8 {
  /// The bytes in an array of their own.
  @inline(__always)
  var array: [UInt8] {
    span.withUnsafeBytes { [UInt8]($0) }
  }
}
