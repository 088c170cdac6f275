// Every value that D-Bus knows, as a Swift value.

/// A D-Bus value. Byte arrays (`ay`) and property lists (`a{sv}`), of which BlueZ is made, have
/// forms of their own; reading always chooses these, so that a value read back equals the one sent.
public indirect enum BusValue: Equatable, Sendable {
  /// `y`
  case byte(UInt8)
  /// `b`
  case bool(Bool)
  /// `n`
  case int16(Int16)
  /// `q`
  case uint16(UInt16)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `s`; sending one with a NUL in it is an error.
  case string(String)
  /// `o`
  case objectPath(String)
  /// `g`
  case signature(String)
  /// `h`; a duplicate is sent, and what is received owns its descriptor.
  case unixDescriptor(BusDescriptor)
  /// `ay`
  case bytes([UInt8])
  /// An array whose elements all have the signature `of`.
  case array(of: String, [BusValue])
  /// `a{…}` in the order of its entries.
  case dictionary(key: String, value: String, [BusEntry])
  /// `a{sv}`, the values without their variants; sent in the order of the keys.
  case properties([String: BusValue])
  /// `(…)`
  case structure([BusValue])
  /// `v`
  case variant(BusValue)

  /// An array of strings, `as`.
  public static func strings(_ strings: [String]) -> BusValue {
    .array(of: "s", strings.map { .string($0) })
  }

  /// The value's D-Bus signature.
  public var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .unixDescriptor: "h"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{" + key + value + "}"
    case .properties: "a{sv}"
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }
}

/// One entry of a D-Bus dictionary.
public struct BusEntry: Equatable, Sendable {
  /// A basic value.
  public var key: BusValue
  /// Any value.
  public var value: BusValue

  /// An entry of the two.
  public init(_ key: BusValue, _ value: BusValue) {
    self.key = key
    self.value = value
  }
}
