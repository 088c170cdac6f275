// Taking values out of a libdbus message, whoever sent it. libdbus has checked the message's form
// (UTF-8, paths, lengths); what is left is how deep it goes and how much it holds.

import CDBus

private typealias Iterator = UnsafeMutablePointer<DBusMessageIter>

/// The message's arguments.
func arguments(of message: OpaquePointer) throws(BusError) -> [BusValue] {
  var iterator = meterloop_dbus_iterator()
  guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
  return try readAll(&iterator, depth: 0)
}

private func readAll(_ iterator: Iterator, depth: Int) throws(BusError) -> [BusValue] {
  var values: [BusValue] = []
  while dbus_message_iter_get_arg_type(iterator) != METERLOOP_DBUS_INVALID {
    values.append(try read(iterator, depth: depth))
    dbus_message_iter_next(iterator)
  }
  return values
}

private func read(_ iterator: Iterator, depth: Int) throws(BusError) -> BusValue {
  guard depth <= BusValue.maximumDepth else {
    throw .inconsistent("values are nested more than \(BusValue.maximumDepth) deep")
  }
  switch dbus_message_iter_get_arg_type(iterator) {
  case METERLOOP_DBUS_BYTE: return .byte(readBasic(iterator, 0))
  case METERLOOP_DBUS_BOOLEAN: return .bool(readBasic(iterator, dbus_bool_t(0)) != 0)
  case METERLOOP_DBUS_INT16: return .int16(readBasic(iterator, 0))
  case METERLOOP_DBUS_UINT16: return .uint16(readBasic(iterator, 0))
  case METERLOOP_DBUS_INT32: return .int32(readBasic(iterator, 0))
  case METERLOOP_DBUS_UINT32: return .uint32(readBasic(iterator, 0))
  case METERLOOP_DBUS_INT64: return .int64(readBasic(iterator, 0))
  case METERLOOP_DBUS_UINT64: return .uint64(readBasic(iterator, 0))
  case METERLOOP_DBUS_DOUBLE: return .double(readBasic(iterator, 0))
  case METERLOOP_DBUS_STRING: return .string(readText(iterator))
  case METERLOOP_DBUS_OBJECT_PATH: return .objectPath(readText(iterator))
  case METERLOOP_DBUS_SIGNATURE: return .signature(readText(iterator))
  case METERLOOP_DBUS_UNIX_FD:
    // libdbus hands out a duplicate, or -1 when the process has no descriptor left.
    let descriptor = readBasic(iterator, CInt(-1))
    guard descriptor >= 0 else { throw .exhausted }
    return .unixDescriptor(BusDescriptor(adopting: descriptor))
  case METERLOOP_DBUS_VARIANT:
    return .variant(try readInner(iterator, depth: depth).first ?? .structure([]))
  case METERLOOP_DBUS_STRUCT: return .structure(try readInner(iterator, depth: depth))
  case METERLOOP_DBUS_ARRAY: return try readArray(iterator, depth: depth)
  case let type: throw .inconsistent("the message holds a value of the unknown type \(type)")
  }
}

private func readInner(_ iterator: Iterator, depth: Int) throws(BusError) -> [BusValue] {
  var inner = meterloop_dbus_iterator()
  dbus_message_iter_recurse(iterator, &inner)
  return try readAll(&inner, depth: depth + 1)
}

private func readArray(_ iterator: Iterator, depth: Int) throws(BusError) -> BusValue {
  switch dbus_message_iter_get_element_type(iterator) {
  case METERLOOP_DBUS_BYTE: return .bytes(readBytes(iterator))
  case METERLOOP_DBUS_DICT_ENTRY: return try readDictionary(iterator, depth: depth)
  default:
    let element = String(try signature(of: iterator).dropFirst())
    return .array(of: element, try readInner(iterator, depth: depth))
  }
}

private func readDictionary(_ iterator: Iterator, depth: Int) throws(BusError) -> BusValue {
  // a{kv…}: the key is one letter, for it is basic.
  let signature = try signature(of: iterator)
  let key = String(signature.dropFirst(2).prefix(1))
  let value = String(signature.dropFirst(3).dropLast())
  var entries: [BusEntry] = []
  var element = meterloop_dbus_iterator()
  dbus_message_iter_recurse(iterator, &element)
  while dbus_message_iter_get_arg_type(&element) == METERLOOP_DBUS_DICT_ENTRY {
    let pair = try readInner(&element, depth: depth + 1)
    guard pair.count == 2 else { throw .inconsistent("a dictionary entry is not a pair") }
    entries.append(BusEntry(pair[0], pair[1]))
    dbus_message_iter_next(&element)
  }
  guard key == "s", value == "v" else { return .dictionary(key: key, value: value, entries) }
  var properties: [String: BusValue] = [:]
  for entry in entries {
    // Only the outer variant belongs to the list; one inside it is the value's own.
    guard case .string(let name) = entry.key, case .variant(let value) = entry.value else {
      continue
    }
    properties[name] = value
  }
  return .properties(properties)
}

private func readBytes(_ iterator: Iterator) -> [UInt8] {
  var inner = meterloop_dbus_iterator()
  dbus_message_iter_recurse(iterator, &inner)
  var start: UnsafePointer<UInt8>?
  var count: CInt = 0
  dbus_message_iter_get_fixed_array(&inner, &start, &count)
  // The pointer means nothing when there are no bytes.
  guard count > 0, let start else { return [] }
  return Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

private func readBasic<Number: BitwiseCopyable>(_ iterator: Iterator, _ start: Number) -> Number {
  var number = start
  dbus_message_iter_get_basic(iterator, &number)
  return number
}

private func readText(_ iterator: Iterator) -> String {
  var characters: UnsafePointer<CChar>?
  dbus_message_iter_get_basic(iterator, &characters)
  return characters.map { String(cString: $0) } ?? ""
}

private func signature(of iterator: Iterator) throws(BusError) -> String {
  guard let text = dbus_message_iter_get_signature(iterator) else { throw .exhausted }
  defer { dbus_free(text) }
  return String(cString: text)
}
