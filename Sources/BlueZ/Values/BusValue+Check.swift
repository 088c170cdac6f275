// Whether a value may be sent. libdbus ends the process when it is given a malformed string, path or
// signature, so nothing reaches it unchecked.

import CDBus

extension BusValue {
  /// How deep values may be nested, variants included: what libdbus accepts on reading.
  static let maximumDepth = 64
  /// The longest array that D-Bus allows, in bytes.
  static let maximumArrayBytes = 1 << 26

  /// Throws what makes the values unfit to be sent.
  static func check(_ values: [BusValue]) throws(BusError) {
    try checkSignature(values.map(\.signature).joined(), isSingle: false)
    for value in values { try value.check(depth: 0) }
  }

  private static func checkSignature(_ signature: String, isSingle: Bool) throws(BusError) {
    let isValid =
      isSingle
      ? dbus_signature_validate_single(signature, nil) : dbus_signature_validate(signature, nil)
    guard isValid != 0, !signature.utf8.contains(0) else {
      throw .invalidArguments("\(signature.debugDescription) is not a D-Bus signature")
    }
  }

  private func check(depth: Int) throws(BusError) {
    guard depth <= Self.maximumDepth else {
      throw .invalidArguments("values are nested more than \(Self.maximumDepth) deep")
    }
    switch self {
    case .byte, .bool, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double: return
    case .string(let string):
      guard !string.utf8.contains(0) else {
        throw .invalidArguments("the string \(string.debugDescription) holds a NUL")
      }
    case .objectPath(let path):
      guard isObjectPath(path) else {
        throw .invalidArguments("\(path.debugDescription) is not an object path")
      }
    case .signature(let signature): try Self.checkSignature(signature, isSingle: false)
    case .unixDescriptor(let descriptor):
      guard descriptor.descriptor != nil else {
        throw .invalidArguments("the file descriptor was taken before it was sent")
      }
    case .bytes(let bytes):
      guard bytes.count <= Self.maximumArrayBytes else {
        throw .invalidArguments("\(bytes.count) bytes are more than D-Bus carries in an array")
      }
    case .array(let signature, let elements):
      // Not only the whole: "a" before "ss" would make a valid signature, of two types.
      try Self.checkSignature("a" + signature, isSingle: true)
      for element in elements { try element.check(is: signature, depth: depth + 1) }
    case .dictionary(let key, let value, let entries):
      try Self.checkSignature(signature, isSingle: true)
      try Self.checkSignature(value, isSingle: true)
      for entry in entries {
        try entry.key.check(is: key, depth: depth + 2)
        try entry.value.check(is: value, depth: depth + 2)
      }
    case .properties(let properties):
      for (key, value) in properties {
        try BusValue.string(key).check(depth: depth + 2)
        try BusValue.variant(value).check(depth: depth + 2)
      }
    case .structure(let fields):
      for field in fields { try field.check(depth: depth + 1) }
    case .variant(let value):
      // A variant's content has a signature of its own, which nothing around it has checked.
      try Self.checkSignature(value.signature, isSingle: true)
      try value.check(depth: depth + 1)
    }
  }

  private func check(is wanted: String, depth: Int) throws(BusError) {
    guard signature == wanted else {
      throw .invalidArguments(
        "an element of type \(signature) stands among those of type \(wanted)")
    }
    try check(depth: depth)
  }
}

/// Whether the text is a D-Bus object path.
func isObjectPath(_ text: String) -> Bool {
  !text.utf8.contains(0) && dbus_validate_path(text, nil) != 0
}
