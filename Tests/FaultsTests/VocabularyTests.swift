// What the verbs say of themselves, and what they refuse.

import Faults
import Testing

@Suite struct VocabularyTests {
  @Test func namesAreUniqueAndEveryVerbExplainsItself() {
    let names = FaultVocabulary.all.map { $0.fullName }
    #expect(
      names == [
        "payload.badChecksum", "gatt.noAnswer", "gatt.error", "link.outOfRange",
        "link.disconnect", "link.connectFailure",
      ])
    for verb in FaultVocabulary.all {
      #expect(verb.summary.hasSuffix("."))
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

  @Test func aParameterDescribesItself() throws {
    let verb = try #require(FaultVocabulary.verb(level: .gatt, name: "noAnswer"))
    #expect(
      verb.parameters.first?.description == """
        to (mtuExchange | serviceDiscovery | characteristicDiscovery | descriptorDiscovery | read \
        | write | subscribe | any, default any): what the central asks for
        """)
  }
}
