// Looking into values that somebody else sent: each accessor gives nil when the type is another.

extension BusValue {
  /// The value itself, out of its variants.
  public var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// A string (`s`).
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// An object path (`o`).
  public var path: String? {
    if case .objectPath(let path) = self { path } else { nil }
  }

  /// A boolean.
  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// Any integer type, if the number fits.
  public var integer: Int? {
    switch self {
    case .byte(let number): Int(number)
    case .int16(let number): Int(number)
    case .uint16(let number): Int(number)
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    case .int64(let number): Int(number)
    case .uint64(let number): Int(exactly: number)
    default: nil
    }
  }

  /// A byte array (`ay`).
  public var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// An array of strings (`as`).
  public var strings: [String]? {
    if case .array("s", let elements) = self { elements.compactMap(\.string) } else { nil }
  }

  /// A property list (`a{sv}`), its values without their variants.
  public var properties: [String: BusValue]? {
    if case .properties(let properties) = self { properties } else { nil }
  }

  /// The entries of a dictionary that is not a property list.
  public var entries: [BusEntry]? {
    if case .dictionary(_, _, let entries) = self { entries } else { nil }
  }

  /// A file descriptor with its owner.
  public var unixDescriptor: BusDescriptor? {
    if case .unixDescriptor(let descriptor) = self { descriptor } else { nil }
  }
}
