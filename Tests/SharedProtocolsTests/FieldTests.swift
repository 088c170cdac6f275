// Measurements as names and values.

import SharedProtocols
import Records
import Testing

@Suite struct FieldTests {
  @Test func everyFieldOfEveryModelCanBeSetByTheNameThatItIsListedWith() throws {
    for model in UMModel.allCases {
      var random = SeededGenerator(seed: 3)
      let wanted = UMFrame(model: model, measurement: .random(of: model, using: &random))
      var built = UMFrame(model: model, measurement: UMMeasurement())
      for field in wanted.fields { try built.set(field.name, to: field.text) }
      #expect(built == wanted)
    }
    var random = SeededGenerator(seed: 4)
    let wanted = TC66Frame(measurement: .random(using: &random))
    var built = TC66Frame(measurement: TC66Measurement())
    for field in wanted.fields { try built.set(field.name, to: field.text) }
    #expect(built == wanted)
  }

  @Test func whatCannotBeSetIsExplained() throws {
    var frame = UMFrame(model: .um24c, measurement: UMMeasurement())
    #expect(throws: FieldSettingError.name("volt")) { try frame.set("volt", to: "5") }
    // A UM24C's frame has no such byte.
    #expect(throws: FieldSettingError.name("unknownByte")) { try frame.set("unknownByte", to: "5") }
    for text in ["", "5V", "nan", "inf", "0x1p99999"] {
      #expect(throws: FieldSettingError.value(field: "volts", text: text, takes: "a number")) {
        try frame.set("volts", to: text)
      }
    }
    let error = FieldSettingError.value(field: "celsius", text: "1.5", takes: "a whole number")
    #expect(throws: error) { try frame.set("celsius", to: "1.5") }
    #expect(frame == UMFrame(model: .um24c, measurement: UMMeasurement()))
    var tc66 = TC66Frame(measurement: TC66Measurement())
    #expect(throws: FieldSettingError.self) { try tc66.set("firmware", to: "1.180") }
    #expect(throws: Never.self) { try tc66.set("temperatureDegrees", to: "\(Int.min)") }
    #expect(throws: FrameEncodingError.self) { try tc66.encoded() }
    try tc66.set("temperatureDegrees", to: "0")
    #expect(tc66 == TC66Frame(measurement: TC66Measurement()), "zero has no sign")
  }
}

extension MeasurementField {
  /// The value as it is typed.
  fileprivate var text: String {
    switch value {
    case .number(let number): "\(number)"
    case .whole(let number): "\(number)"
    case .text(let text): text
    }
  }
}
