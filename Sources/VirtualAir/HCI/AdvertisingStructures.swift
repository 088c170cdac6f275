// The structures of advertising data (Core specification 5.3, Vol 3 Part C 11): a length, a type,
// and so many bytes less one.

/// Advertising data or a scan response, taken apart.
struct AdvertisingStructures: Equatable {
  /// The types that the air has to do with (Assigned Numbers 2.3).
  enum Kind {
    static let flags: UInt8 = 0x01
    static let serviceLists: ClosedRange<UInt8> = 0x02...0x07
    static let shortenedName: UInt8 = 0x08
    static let completeName: UInt8 = 0x09
    static let manufacturerData: UInt8 = 0xFF
  }

  /// The most bytes that a legacy advertisement or a scan response holds.
  static let longestByteCount = 31

  /// Type and data of each.
  var structures: [(type: UInt8, data: [UInt8])]

  /// Takes data apart as far as it is well formed.
  init(_ bytes: [UInt8]) {
    structures = []
    var rest = bytes[...]
    while let length = rest.first, length > 0, rest.count > Int(length) {
      let structure = rest.dropFirst().prefix(Int(length))
      structures.append((structure[structure.startIndex], Array(structure.dropFirst())))
      rest = rest.dropFirst(1 + Int(length))
    }
  }

  /// The data, put together.
  var bytes: [UInt8] {
    structures.flatMap { [UInt8($0.data.count + 1), $0.type] + $0.data }
  }

  /// How many more bytes a structure's data may have.
  var room: Int { Self.longestByteCount - bytes.count - 2 }

  mutating func remove(where isUnwanted: (UInt8) -> Bool) {
    structures.removeAll { isUnwanted($0.type) }
  }

  /// The name, complete or shortened.
  var name: [UInt8]? { structures.first { Self.isName($0.type) }?.data }

  static func isName(_ type: UInt8) -> Bool {
    type == Kind.shortenedName || type == Kind.completeName
  }

  static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}
