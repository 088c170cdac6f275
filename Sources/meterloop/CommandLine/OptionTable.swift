// A subcommand's options, parsed by GLib and explained by it in --help.

import CGLib

/// A call of the program that cannot be understood: exit code 1.
struct UsageError: Error {
  let message: String
}

/// What a subcommand takes. Options are declared once; help and parsing both come from here.
struct OptionTable {
  /// One option.
  struct Option {
    let name: String
    let letter: Character?
    /// What the value is called in the help; nil for a switch.
    let value: String?
    let help: String
    /// Whether it may be given several times.
    var repeats = false
  }

  let command: String
  let operands: String
  let summary: String
  let details: String
  let options: [Option]
  /// Whether a program with its own options follows `--`; otherwise operands do.
  var endsInProgram = false

  /// What a call said.
  struct Parsed {
    fileprivate(set) var switches: Set<String> = []
    fileprivate(set) var values: [String: [String]] = [:]
    fileprivate(set) var operands: [String] = []
    /// The program that came after `--`, untouched.
    fileprivate(set) var command: [String]?

    func has(_ name: String) -> Bool { switches.contains(name) }
    func value(_ name: String) -> String? { values[name]?.last }
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value as a whole number in `range`; nil when the option was not given.
    func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
      guard let text = value(name) else { return nil }
      guard let number = Int(text), range.contains(number) else {
        throw UsageError(
          message: "--\(name) takes a whole number from \(range.lowerBound) to "
            + "\(range.upperBound), not '\(text)'")
      }
      return number
    }
  }

  /// The help text.
  var help: String {
    withContext { context, _ in
      guard let text = g_option_context_get_help(context, 1, nil) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
  }

  /// Understands the words after the subcommand.
  func parse(_ arguments: [String]) throws(UsageError) -> Parsed {
    var parsed = Parsed()
    let divider = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let mine = apart(Array(arguments[..<divider]))
    let rest = Array(arguments[divider...].dropFirst())
    if endsInProgram, divider < arguments.endIndex { parsed.command = rest }
    var failure: String?
    withContext { context, storage in
      var list = ([command] + mine).map { g_strdup($0) } + [nil]
      var vector = list.withUnsafeMutableBufferPointer { g_strdupv($0.baseAddress) }
      for pointer in list { g_free(pointer) }
      defer { g_strfreev(vector) }
      var error: UnsafeMutablePointer<GError>?
      if g_option_context_parse_strv(context, &vector, &error) == 0 {
        failure = error.map { String(cString: $0.pointee.message) } ?? "unknown options"
        g_clear_error(&error)
        return
      }
      for (option, cell) in zip(options, storage.cells) {
        if option.value == nil {
          if cell.load(as: gboolean.self) != 0 { parsed.switches.insert(option.name) }
        } else {
          let found = strings(cell.load(as: StringVector?.self))
          if !found.isEmpty { parsed.values[option.name] = found }
        }
      }
      parsed.operands = strings(storage.rest.load(as: StringVector?.self))
      if !endsInProgram { parsed.operands += rest }
    }
    if let failure { throw UsageError(message: failure) }
    for option in options where !option.repeats && parsed.all(option.name).count > 1 {
      throw UsageError(message: "--\(option.name) is given twice")
    }
    return parsed
  }
}

extension OptionTable {
  /// `-j1` as `-j 1`: GLib takes no value in the same word as a letter.
  private func apart(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words {
      let letter = word.hasPrefix("-") ? word.dropFirst().first : nil
      let isValue = result.last.map { last in
        options.contains { $0.value != nil && ("--" + $0.name == last || $0.isLetter(last)) }
      }
      if isValue != true, word.count > 2, let letter,
        options.contains(where: { $0.value != nil && $0.letter == letter })
      {
        result += ["-\(letter)", String(word.dropFirst(2))]
      } else {
        result.append(word)
      }
    }
    return result
  }
}

extension OptionTable.Option {
  /// Whether the word is this option by its letter.
  fileprivate func isLetter(_ word: String) -> Bool { letter.map { "-\($0)" == word } ?? false }
}

private typealias StringVector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

private func strings(_ vector: StringVector?) -> [String] {
  guard var cursor = vector else { return [] }
  var found: [String] = []
  while let text = cursor.pointee {
    found.append(String(cString: text))
    cursor += 1
  }
  return found
}

extension OptionTable {
  /// Where GLib puts what it found: one pointer's room an option, then the operands.
  private struct Storage {
    var cells: [UnsafeMutableRawPointer] = []
    let rest: UnsafeMutableRawPointer
  }

  /// Runs `body` with a GLib parser of these options; everything it holds is freed afterwards.
  ///
  /// All values are of the file name kind: GLib takes those as they are, in any locale, while its
  /// strings must be of the locale's character set.
  @discardableResult
  private func withContext<Result>(_ body: (OpaquePointer?, Storage) -> Result) -> Result {
    var texts: [UnsafeMutablePointer<CChar>?] = []
    func text(_ string: String?) -> UnsafePointer<CChar>? {
      guard let string else { return nil }
      let copy = g_strdup(string)
      texts.append(copy)
      return UnsafePointer(copy)
    }
    func cell() -> UnsafeMutableRawPointer {
      let size = MemoryLayout<StringVector?>.size
      let pointer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: size)
      pointer.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      return pointer
    }
    var storage = Storage(rest: cell())
    var entries: [GOptionEntry] = []
    for option in options {
      let place = cell()
      storage.cells.append(place)
      entries.append(
        GOptionEntry(
          long_name: text(option.name),
          short_name: option.letter?.asciiValue.map { gchar(bitPattern: $0) } ?? 0, flags: 0,
          arg: option.value == nil ? G_OPTION_ARG_NONE : G_OPTION_ARG_FILENAME_ARRAY,
          arg_data: place,
          description: text(option.help), arg_description: text(option.value)))
    }
    entries.append(
      GOptionEntry(
        long_name: text(G_OPTION_REMAINING), short_name: 0, flags: 0,
        arg: G_OPTION_ARG_FILENAME_ARRAY, arg_data: storage.rest, description: nil,
        arg_description: text(operands)))
    entries.append(GOptionEntry())
    g_set_prgname("meterloop \(command)")
    let context = g_option_context_new(nil)
    // GLib's own --help would end the process.
    g_option_context_set_help_enabled(context, 0)
    g_option_context_set_summary(context, summary)
    g_option_context_set_description(context, details)
    g_option_context_add_main_entries(context, entries, nil)
    defer {
      for (option, place) in zip(options, storage.cells) {
        if option.value != nil { g_strfreev(place.load(as: StringVector?.self)) }
        place.deallocate()
      }
      g_strfreev(storage.rest.load(as: StringVector?.self))
      storage.rest.deallocate()
      g_option_context_free(context)
      for pointer in texts { g_free(pointer) }
    }
    return body(context, storage)
  }
}
