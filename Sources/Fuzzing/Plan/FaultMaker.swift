// Faults by chance, from nothing but what the vocabulary says of its verbs: a new verb is fuzzed with
// as soon as it is there.

import Faults
import Records

/// Makes faults of some levels.
struct FaultMaker {
  private let verbs: [any FaultVerb.Type]
  /// What texts in verbs are: UUIDs, names, addresses.
  private let texts: [String]
  /// How often a verb is given other arguments when it does not take those that were made for it.
  private static let tries = 8

  /// To a central a meter under another address is another meter, and that it does not come back to the
  /// one it was told of says nothing of it.
  static let leftOut = ["advertising.addressChange"]

  /// A maker of faults of these levels, for a meter with these UUIDs.
  init(levels: [FaultLevel], uuids: [String]) {
    texts = uuids + ["2A00", "UM25C-7F3A", "TC66-7F3A", "HC-08", "C0:01:02:03:04:05"]
    verbs = FaultVocabulary.all.filter {
      levels.contains($0.level) && !Self.leftOut.contains($0.fullName)
    }
  }

  /// A fault: every level is as likely, and every verb within it.
  func fault(_ random: inout SeededGenerator) -> FuzzFault {
    while true {
      let levels = FaultLevel.allCases.filter { level in verbs.contains { $0.level == level } }
      guard let level = levels.randomElement(using: &random),
        let verb = verbs.filter({ $0.level == level }).randomElement(using: &random)
      else { preconditionFailure("a maker of faults without a verb") }
      for _ in 0..<Self.tries {
        let fault = FuzzFault(
          level: level, verb: verb.name, arguments: arguments(verb.parameters, &random))
        if fault.isAcceptable { return fault }
      }
    }
  }

  private func arguments(
    _ parameters: [FaultParameter], _ random: inout SeededGenerator
  ) -> [FuzzFault.Argument] {
    parameters.compactMap { parameter in
      // A fault that is told much seldom finds what it is about.
      guard parameter.isRequired || UInt8.random(in: 0..<4, using: &random) == 0 else { return nil }
      return .init(name: parameter.name, value: value(parameter.kind, &random))
    }
  }

  private func value(
    _ kind: FaultParameter.Kind, _ random: inout SeededGenerator
  ) -> FaultValue {
    switch kind {
    case .duration: .duration(.milliseconds(sized(1...8000, &random)))
    case .integer(let range): .integer(integer(range, &random))
    case .byte: .integer(Int.random(in: 0...0xFF, using: &random))
    case .errorCode: .integer(Int.random(in: 1...0xFF, using: &random))
    case .choice(let words): .text(words.randomElement(using: &random) ?? "")
    case .flag: .flag(Bool.random(using: &random))
    case .text: .text(texts.randomElement(using: &random) ?? "")
    case .bytes(let range): .bytes(bytes(range, &random))
    }
  }

  /// A number of a range without an end is small; of any other it is an end now and then.
  private func integer(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> Int {
    guard range.upperBound < .max else {
      return range.lowerBound + sized(1...4, &random) - 1
    }
    switch UInt8.random(in: 0..<8, using: &random) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    case 2...4: return Int.random(in: range, using: &random)
    default:
      let span = range.upperBound - range.lowerBound
      return range.lowerBound + (span == 0 ? 0 : sized(1...span, &random))
    }
  }

  /// A number each of whose sizes is as likely, as 1 to 2, 2 to 4, 4 to 8.
  private func sized(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> Int {
    let bits = range.upperBound.bitWidth - range.upperBound.leadingZeroBitCount
    let limit = 1 << Int.random(in: 1...bits, using: &random)
    return Int.random(in: range.lowerBound...min(limit, range.upperBound), using: &random)
  }

  /// What of the protocols begins with: attribute PDUs, frames, advertising structures.
  private static let beginnings: [[UInt8]] = [
    [0x01], [0x13], [0x1B], [0x1D], [0x0B], [0x09, 0x63], [0x09, 0xC9], [0x0D, 0x4C], [0xFF, 0xF1],
    [0x70, 0x61, 0x63, 0x31], [0x02, 0x01, 0x06], [0x03, 0x03, 0xF0, 0xFF], [0x01, 0x01, 0x06],
  ]

  private func bytes(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> [UInt8] {
    let most = min(range.upperBound, 200)
    let count = max(range.lowerBound, most == 0 ? 0 : sized(1...most, &random))
    var bytes =
      Bool.random(using: &random) ? Self.beginnings.randomElement(using: &random) ?? [] : []
    while bytes.count < count { bytes.append(UInt8.random(in: 0...0xFF, using: &random)) }
    return Array(bytes.prefix(count))
  }
}
