// The payload faults: what each makes of a frame, byte by byte, and when it counts as fired.

import Faults
import MeterEmulator
import Records
import SharedProtocols
import Testing

/// A meter without faults gives these frames; the load is constant, so all are equal.
private let good = FaultBench().frames(1)[0]

@Suite struct FrameFaultTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let values: [String: FaultValue]
    /// What becomes of the chunks of a good frame, where the frame before was good too.
    let expected: @Sendable ([[UInt8]]) -> [[UInt8]]
    var testDescription: String { name }
  }

  private static func split(_ bytes: [UInt8], _ size: Int = 20) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
  }

  private static let cases: [Case] = [
    Case(name: "truncate", values: ["bytes": .integer(30)]) { [$0[0], Array($0[1].prefix(10))] },
    Case(name: "extend", values: ["with": .bytes([1, 2])]) { $0.dropLast() + [$0[6] + [1, 2]] },
    Case(name: "flipBits", values: ["offset": .integer(21), "mask": .integer(0x81)]) { chunks in
      var chunks = chunks
      chunks[1][1] ^= 0x81
      return chunks
    },
    Case(name: "staleBytes", values: ["bytes": .integer(3)]) {
      split($0[6].suffix(3) + $0.flatMap { $0 })
    },
    Case(name: "dropChunk", values: ["chunk": .integer(2)]) { [$0[0]] + $0[2...] },
    Case(name: "duplicateChunk", values: ["chunk": .integer(2)]) { Array($0[...1] + $0[1...]) },
    Case(name: "reorderChunks", values: ["chunk": .integer(1)]) {
      [$0[1], $0[0]] + $0[2...]
    },
    Case(name: "resplit", values: ["bytes": .integer(7)]) { split($0.flatMap { $0 }, 7) },
    Case(name: "interleave", values: [:]) { $0.flatMap { [$0, $0] } },
    Case(name: "replay", values: ["frame": .bytes([9, 8, 7])]) { _ in [[9, 8, 7]] },
  ]

  @Test(arguments: cases) private func oneFrameIsStruckAndNoOther(example: Case) throws {
    let test = FaultBench()
    let plain = test.answers(1)[0]
    let fault = try test.lay(
      .payload, example.name, example.values.merging(["frames": .integer(1)]) { $1 })
    let answers = test.answers(2)
    #expect(answers == [example.expected(plain), plain])
    #expect(fault.firings == 1)
    #expect(test.fired == [answers[0].flatMap { $0 }])
  }

  @Test(arguments: cases) private func liftedItLeavesFramesAlone(example: Case) throws {
    let test = FaultBench()
    let plain = test.answers(1)[0]
    let fault = try test.lay(.payload, example.name, example.values)
    #expect(test.answers(2).allSatisfy { $0 != plain })
    fault.lift()
    // A frame that was struck is the frame before the next one, which is left alone.
    #expect(test.answers(1) == [plain])
    #expect(fault.firings == 2)
  }

  @Test func theFrameComesBeforeTheOneThatIsSentAgain() throws {
    let test = FaultBench()
    let old = test.answers(1)[0]
    // Without a current, so that nothing adds up between the two.
    test.targets.meter.load = try Load(volts: 9, amperes: 0)
    _ = try test.lay(.payload, "interleave", ["frames": .integer(1)])
    let answers = test.answers(2)
    let new = answers[1]
    #expect(old[0] != new[0])
    #expect(answers[0] == zip(new, old).flatMap { [$0, $1] })
  }

  @Test(arguments: ["staleBytes", "interleave"])
  func theFirstFrameOfAMeterHasNoneBefore(name: String) throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, name, name == "staleBytes" ? ["bytes": .integer(3)] : [:])
    #expect(test.frames(1) == [good])
    #expect(fault.firings == 0)
  }

  @Test(arguments: ["dropChunk", "duplicateChunk", "reorderChunks"])
  func aFrameWithoutSuchAChunkPasses(name: String) throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, name, ["chunk": .integer(8)])
    #expect(test.frames(1) == [good])
    #expect(fault.firings == 0)
  }

  @Test func aByteThatIsNotThereIsNotStruck() throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "flipBits", ["offset": .integer(130)])
    #expect(test.frames(1) == [good])
    #expect(fault.firings == 0)
  }

  @Test func aFrameOfNothingFiresAndNothingGoesOut() throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "truncate", ["bytes": .integer(0)])
    #expect(test.answers(1).isEmpty)
    #expect(fault.firings == 1)
  }

  @Test func garbageFollowsFromItsSeedAndIsNeverTheSameTwice() throws {
    func noise(_ seed: Int) throws -> [[UInt8]] {
      let test = FaultBench()
      _ = try test.lay(.payload, "garbage", ["seed": .integer(seed)])
      return test.frames(2)
    }
    let first = try noise(7)
    #expect(first.map(\.count) == [130, 130])
    #expect(first[0] != first[1])
    #expect(try noise(7) == first)
    #expect(try noise(8) != first)
  }

  @Test(arguments: UMModel.allCases)
  func anotherModelIsNamedAndAllElseIsAsItWas(model: UMModel) throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "wrongModel", ["model": .text(model.rawValue)])
    let frame = test.frames(1)[0]
    #expect(try UMFrame(decoding: frame).model == model)
    #expect(frame[2..<128] == good[2..<128])
    #expect(fault.firings == (model == .um25c ? 0 : 1))
  }

  @Test func theOtherKeyOpensAFrameUnderTheOtherKeyAndTheUsualOneDoesNot() throws {
    let test = FaultBench(
      meter: MeterConfiguration(model: .tc66c, profile: .factory, name: "BT24-M"))
    let plain = test.frames(1)[0]
    let fault = try test.lay(.payload, "wrongKey", ["frames": .integer(1)])
    let frames = test.frames(2)
    #expect(frames[0].count == 192)
    #expect(throws: TC66DecodingError.self) { try TC66Frame(decoding: frames[0]) }
    #expect(
      try TC66Frame.encrypted(TC66Frame.decrypted(plain), key: Array(repeating: 0, count: 32))
        == frames[0])
    #expect(frames[1] == plain)
    #expect(fault.firings == 1)
  }

  @Test func whatIsNotEncryptedHasNoWrongKey() throws {
    let test = FaultBench()
    let fault = try test.lay(.payload, "wrongKey")
    #expect(test.frames(1) == [good])
    #expect(fault.firings == 0)
  }
}
