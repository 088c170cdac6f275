// Putting values into a libdbus message.

import CDBus

private typealias Iterator = UnsafeMutablePointer<DBusMessageIter>

/// Appends the values to the message's arguments. When this throws, the message is of no use.
func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
  try BusValue.check(values)
  var iterator = meterloop_dbus_iterator()
  dbus_message_iter_init_append(message, &iterator)
  for value in values { try write(value, &iterator) }
}

private func write(_ value: BusValue, _ iterator: Iterator) throws(BusError) {
  switch value {
  case .byte(let number): try writeBasic(number, METERLOOP_DBUS_BYTE, iterator)
  case .bool(let bool):
    try writeBasic(dbus_bool_t(bool ? 1 : 0), METERLOOP_DBUS_BOOLEAN, iterator)
  case .int16(let number): try writeBasic(number, METERLOOP_DBUS_INT16, iterator)
  case .uint16(let number): try writeBasic(number, METERLOOP_DBUS_UINT16, iterator)
  case .int32(let number): try writeBasic(number, METERLOOP_DBUS_INT32, iterator)
  case .uint32(let number): try writeBasic(number, METERLOOP_DBUS_UINT32, iterator)
  case .int64(let number): try writeBasic(number, METERLOOP_DBUS_INT64, iterator)
  case .uint64(let number): try writeBasic(number, METERLOOP_DBUS_UINT64, iterator)
  case .double(let number): try writeBasic(number, METERLOOP_DBUS_DOUBLE, iterator)
  case .string(let text): try writeText(text, METERLOOP_DBUS_STRING, iterator)
  case .objectPath(let text): try writeText(text, METERLOOP_DBUS_OBJECT_PATH, iterator)
  case .signature(let text): try writeText(text, METERLOOP_DBUS_SIGNATURE, iterator)
  case .unixDescriptor(let owner):
    // libdbus duplicates the descriptor into the message.
    try writeBasic(owner.descriptor ?? -1, METERLOOP_DBUS_UNIX_FD, iterator)
  case .bytes(let bytes):
    try container(METERLOOP_DBUS_ARRAY, "y", iterator) { (inner) throws(BusError) in
      try writeBytes(bytes, inner)
    }
  case .array(let element, let elements):
    try container(METERLOOP_DBUS_ARRAY, element, iterator) { (inner) throws(BusError) in
      for element in elements { try write(element, inner) }
    }
  case .dictionary(let key, let value, let entries):
    try container(METERLOOP_DBUS_ARRAY, "{\(key)\(value)}", iterator) { (inner) throws(BusError) in
      for entry in entries { try writeEntry(entry, inner) }
    }
  case .properties(let properties):
    try container(METERLOOP_DBUS_ARRAY, "{sv}", iterator) { (inner) throws(BusError) in
      for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
        try writeEntry(BusEntry(.string(key), .variant(value)), inner)
      }
    }
  case .structure(let fields):
    try container(METERLOOP_DBUS_STRUCT, nil, iterator) { (inner) throws(BusError) in
      for field in fields { try write(field, inner) }
    }
  case .variant(let value):
    try container(METERLOOP_DBUS_VARIANT, value.signature, iterator) { (inner) throws(BusError) in
      try write(value, inner)
    }
  }
}

private func writeEntry(_ entry: BusEntry, _ iterator: Iterator) throws(BusError) {
  try container(METERLOOP_DBUS_DICT_ENTRY, nil, iterator) { (inner) throws(BusError) in
    try write(entry.key, inner)
    try write(entry.value, inner)
  }
}

private func writeBasic<Number: BitwiseCopyable>(
  _ number: Number, _ type: CInt, _ iterator: Iterator
) throws(BusError) {
  var number = number
  guard dbus_message_iter_append_basic(iterator, type, &number) != 0 else { throw .exhausted }
}

private func writeText(_ text: String, _ type: CInt, _ iterator: Iterator) throws(BusError) {
  let isWritten = text.withCString { characters in
    var characters: UnsafePointer<CChar>? = characters
    return dbus_message_iter_append_basic(iterator, type, &characters)
  }
  guard isWritten != 0 else { throw .exhausted }
}

private func writeBytes(_ bytes: [UInt8], _ iterator: Iterator) throws(BusError) {
  guard !bytes.isEmpty else { return }
  let isWritten = bytes.withUnsafeBufferPointer { buffer in
    var start = buffer.baseAddress
    return dbus_message_iter_append_fixed_array(
      iterator, METERLOOP_DBUS_BYTE, &start, CInt(buffer.count))
  }
  guard isWritten != 0 else { throw .exhausted }
}

private func container(
  _ type: CInt, _ signature: String?, _ iterator: Iterator,
  _ body: (Iterator) throws(BusError) -> Void
) throws(BusError) {
  var inner = meterloop_dbus_iterator()
  guard dbus_message_iter_open_container(iterator, type, signature, &inner) != 0 else {
    throw .exhausted
  }
  do throws(BusError) {
    try body(&inner)
  } catch {
    dbus_message_iter_abandon_container(iterator, &inner)
    throw error
  }
  guard dbus_message_iter_close_container(iterator, &inner) != 0 else { throw .exhausted }
}
