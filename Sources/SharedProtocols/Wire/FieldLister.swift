// Values to names, texts and remarks.

/// Lists the fields with what is remarkable about them.
struct FieldLister: FieldCodec {
  typealias Failure = Never

  private(set) var fields: [MeasurementField] = []

  private static func remark<Number: Comparable>(
    _ value: Number, _ documented: ClosedRange<Number>?
  ) -> String? {
    guard let documented, !documented.contains(value) else { return nil }
    return "documented are \(documented.lowerBound) to \(documented.upperBound)"
  }

  mutating func scaled(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Double,
    countsPerUnit: Double, documented: ClosedRange<Double>?
  ) {
    fields.append(
      MeasurementField(
        name: name(), value: .number(value), remark: Self.remark(value, documented)))
  }

  mutating func whole(
    _ name: @autoclosure () -> String, at offset: Int, width: Int, _ value: inout Int,
    documented: ClosedRange<Int>?
  ) {
    fields.append(
      MeasurementField(name: name(), value: .whole(value), remark: Self.remark(value, documented)))
  }

  mutating func signed(
    _ name: @autoclosure () -> String, signAt signOffset: Int, at offset: Int, width: Int,
    sign: inout Int, magnitude: inout Int
  ) {
    fields.append(
      MeasurementField(
        name: name(), value: .whole(sign == 1 ? -magnitude : magnitude),
        remark: sign > 1 ? "its sign is \(sign); documented are 0 and 1" : nil))
  }

  mutating func groups(at offset: Int, _ groups: inout [DataGroup]) {
    eachGroup(at: offset, &groups)
  }

  mutating func characters(
    _ name: @autoclosure () -> String, at offset: Int, _ value: inout FourCharacters
  ) {
    fields.append(
      MeasurementField(
        name: name(), value: .text("\(value)"),
        remark: value.isPrintable ? nil : "documented is printable ASCII"))
  }
}
