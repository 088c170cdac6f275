// What the verbs say of themselves, and what they refuse.

import Faults
import Testing

@Suite struct VocabularyTests {
  @Test func namesAreUniqueAndEveryVerbExplainsItself() {
    let names = FaultVocabulary.all.map { $0.fullName }
    #expect(Set(names).count == names.count)
    for verb in FaultVocabulary.all {
      #expect(verb.summary.hasSuffix("."))
      #expect(verb.example.contains("\(verb.level.rawValue): \(verb.name)"))
      #expect(!verb.proof.isEmpty)
      #expect(verb.parameters.allSatisfy { !$0.summary.isEmpty })
      #expect(verb.parameters.allSatisfy { $0.default.map($0.accepts) ?? true })
    }
  }

  @Test func argumentsAreChecked() throws {
    let error = try #require(FaultVocabulary.verb(level: .gatt, name: "error"))
    #expect(throws: FaultArgumentError.missing(parameter: "code")) { try error.make([:]) }
    #expect(throws: FaultArgumentError.unknown(parameter: "cod")) {
      try error.make(["cod": .integer(1)])
    }
    #expect(throws: FaultArgumentError.unacceptable(parameter: "code", allowed: "0x01 to 0xFF")) {
      try error.make(["code": .integer(256)])
    }
    #expect(throws: FaultArgumentError.self) {
      try error.make(["code": .integer(1), "to": .text("reading")])
    }
    #expect(throws: FaultArgumentError.self) {
      try error.make(["code": .integer(1), "characteristic": .text("FFXY")])
    }
    #expect(throws: FaultArgumentError.self) { try error.make(["code": .text("1")]) }
    _ = try error.make(["code": .integer(0x80), "to": .text("read"), "times": .integer(1)])
  }

  @Test(arguments: [
    (FaultLevel.advertising, "interval", "every", 20...10_240),
    (.link, "connectionParameters", "interval", 8...4000),
    (.link, "connectionParameters", "timeout", 100...32_000),
    (.link, "supervisionTimeout", "of", 100...32_000),
  ])
  func timesHaveLimits(
    _ level: FaultLevel, _ name: String, _ parameter: String, _ range: ClosedRange<Int>
  ) throws {
    let verb = try #require(FaultVocabulary.verb(level: level, name: name))
    for milliseconds in [range.lowerBound, range.upperBound] {
      _ = try verb.make([parameter: .duration(.milliseconds(milliseconds))])
    }
    for milliseconds in [range.lowerBound - 1, range.upperBound + 1] {
      #expect(throws: FaultArgumentError.self) {
        try verb.make([parameter: .duration(.milliseconds(milliseconds))])
      }
    }
  }

  @Test func aParameterDescribesItself() throws {
    let verb = try #require(FaultVocabulary.verb(level: .gatt, name: "noAnswer"))
    #expect(
      verb.parameters.first?.description == """
        to (mtuExchange | serviceDiscovery | characteristicDiscovery | descriptorDiscovery | read \
        | write | subscribe | any, default any): what the central asks for
        """)
  }

  private typealias Kind = (FaultParameter.Kind, takes: [FaultValue], refuses: [FaultValue])
  private static let kinds: [Kind] = [
    (
      .duration, [.duration(.zero), .duration(.seconds(9))], [.duration(.seconds(-1)), .integer(1)]
    ),
    (.integer(2...4), [.integer(2), .integer(4)], [.integer(1), .integer(5), .flag(true)]),
    (.byte, [.integer(0), .integer(255)], [.integer(-1), .integer(256), .text("1")]),
    (.errorCode, [.integer(1), .integer(255)], [.integer(0), .integer(256)]),
    (.choice(["a", "b"]), [.text("b")], [.text("c"), .text("")]),
    (.flag, [.flag(false), .flag(true)], [.integer(1), .text("true")]),
    (.bytes(1...2), [.bytes([0]), .bytes([1, 2])], [.bytes([]), .bytes([1, 2, 3]), .text("0")]),
    (.text, [.text(""), .text("any")], [.integer(1), .flag(true)]),
  ]

  @Test(arguments: kinds.indices) func aKindTakesItsOwnValues(index: Int) {
    let (kind, takes, refuses) = Self.kinds[index]
    let parameter = FaultParameter("x", kind, summary: "Any.")
    for value in takes { #expect(parameter.accepts(value), "\(kind): \(value)") }
    for value in refuses { #expect(!parameter.accepts(value), "\(kind): \(value)") }
  }
}
