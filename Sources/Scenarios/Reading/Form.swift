// What may stand at a place of a scenario file: the reference says it in words, the schema in JSON.

/// What a value looks like, as far as that can be told without the values around it.
indirect enum Shape: Sendable {
  /// Any word, number or text.
  case text
  case time
  /// A number, bare or with a unit.
  case number(Quantity)
  /// A whole number, decimal or hexadecimal.
  case integer(ClosedRange<Int>)
  /// So many records: a number, or a range of them as `3..5`.
  case count(ClosedRange<Int>)
  /// One of these words.
  case words([String])
  /// One of these words, in any case of letters.
  case names([String])
  case flag
  case list(Shape)
  case mapping(Mapping)
  /// A mapping with any keys; its values have this shape.
  case table(Shape)
  case either([Shape])
  /// Anything at all.
  case any
  /// What has a definition of its own in the schema.
  case defined(Definition)

  /// The definitions of the schema.
  enum Definition: String, Sendable, CaseIterable {
    case meter, load, step, expectation, pattern, event, record, fault, lift
  }
}

/// What may stand under a key.
struct Form: Sendable {
  /// In a few words, for people.
  let text: String
  let shape: Shape

  init(_ text: String, _ shape: Shape) {
    self.text = text
    self.shape = shape
  }

  static let time = Form("time", .time)
  static let flag = Form("`true`, `false`", .flag)
  static let text = Form("text", .text)

  static func words(_ words: [String]) -> Form {
    Form(words.map { "`\($0)`" }.joined(separator: ", "), .words(words))
  }

  static func words<Choice: RawRepresentable<String> & CaseIterable>(_ kind: Choice.Type) -> Form {
    words(kind.allCases.map(\.rawValue))
  }

  static func integer(_ range: ClosedRange<Int>) -> Form {
    Form(
      range.upperBound == .max
        ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)",
      .integer(range))
  }

  static func number(_ quantity: Quantity, _ range: ClosedRange<Double>, unit: String) -> Form {
    Form("\(plain(range.lowerBound)) to \(plain(range.upperBound)) \(unit)", .number(quantity))
  }
}
