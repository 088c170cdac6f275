// One value from text.

/// Sets the one field of a name.
struct FieldSetter: FieldCodec {
  typealias Failure = FieldSettingError

  let wanted: String
  let text: String
  /// Whether the name was met.
  private(set) var isFound = false

  init(_ name: String, to text: String) {
    wanted = name
    self.text = text
  }

  /// Whether this field is the one.
  private mutating func means(_ name: String) -> Bool {
    guard name == wanted else { return false }
    isFound = true
    return true
  }

  private func number(_ name: String) throws(FieldSettingError) -> Int {
    guard let number = Int(text) else {
      throw .value(field: name, text: text, takes: "a whole number")
    }
    return number
  }

  mutating func scaled(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Double,
    countsPerUnit: Double, documented: ClosedRange<Double>?
  ) throws(FieldSettingError) {
    guard means(name()) else { return }
    guard let number = Double(text), number.isFinite else {
      throw .value(field: wanted, text: text, takes: "a number")
    }
    value = number
  }

  mutating func whole(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Int,
    documented: ClosedRange<Int>?
  ) throws(FieldSettingError) {
    guard means(name()) else { return }
    value = try number(wanted)
  }

  mutating func signed(
    _ name: @autoclosure () -> String, signAt signOffset: Int, at offset: Int, width: Int,
    sign: inout Int, magnitude: inout Int
  ) throws(FieldSettingError) {
    guard means(name()) else { return }
    let value = try number(wanted)
    sign = value < 0 ? 1 : 0
    // The least number of all has no opposite; the frame holds neither.
    magnitude = value == .min ? .max : abs(value)
  }

  mutating func groups(at offset: Int, _ groups: inout [DataGroup]) throws(FieldSettingError) {
    try eachGroup(at: offset, &groups)
  }

  mutating func characters(
    _ name: @autoclosure () -> String, at offset: Int, _ value: inout FourCharacters
  ) throws(FieldSettingError) {
    guard means(name()) else { return }
    guard let characters = FourCharacters(text) else {
      throw .value(field: wanted, text: text, takes: "four printable characters")
    }
    value = characters
  }
}
