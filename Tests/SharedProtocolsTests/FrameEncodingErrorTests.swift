// What does not fit into a frame is refused by the name of its field.

import SharedProtocols
import Testing

@Suite struct FrameEncodingErrorTests {
  private func encode(_ change: (inout UMMeasurement) -> Void) throws -> [UInt8] {
    var measurement = UMMeasurement()
    change(&measurement)
    return try UMFrame(model: .um25c, measurement: measurement).encoded()
  }

  @Test func theLargestVoltageFitsAndOneCountMoreDoesNot() throws {
    #expect(try encode { $0.volts = 65.535 }[2...3] == [0xFF, 0xFF])
    #expect(throws: FrameEncodingError.outOfRange(field: "volts", value: 65.536, limit: 65.535)) {
      try encode { $0.volts = 65.536 }
    }
  }

  @Test(arguments: [-1.0, .infinity, -.infinity])
  func aNumberThatIsNoReadingIsRefused(value: Double) {
    #expect(throws: FrameEncodingError.outOfRange(field: "amperes", value: value, limit: 6.5535)) {
      try encode { $0.amperes = value }
    }
  }

  @Test func notANumberIsRefused() {
    #expect(throws: FrameEncodingError.self) { try encode { $0.watts = .nan } }
  }

  @Test func wholeNumbersAreHeldToTheirField() {
    #expect(throws: FrameEncodingError.outOfRange(field: "celsius", value: -1, limit: 65535)) {
      try encode { $0.celsius = -1 }
    }
    #expect(
      throws: FrameEncodingError.outOfRange(
        field: "groups[9].milliwattHours", value: 4_294_967_296, limit: 4_294_967_295)
    ) { try encode { $0.groups[9].milliwattHours = 1 << 32 } }
  }

  @Test(arguments: [0, 9, 11])
  func thereAreTenGroups(count: Int) {
    #expect(throws: FrameEncodingError.groupCount(found: count, expected: 10)) {
      try encode { $0.groups = Array(repeating: DataGroup(), count: count) }
    }
  }

  @Test func theMessageNamesFieldValueAndRange() {
    let error = FrameEncodingError.outOfRange(field: "volts", value: 70, limit: 65.535)
    #expect(error.description == "volts is 70.0, and a frame holds 0 to 65.535")
  }
}
