// Why bytes that came from a meter are no measurement of it.

import SharedProtocols

/// One reason to skip what came.
public enum Rejection: Error, Sendable, Hashable {
  /// It is no frame of the UM series.
  case um(UMDecodingError)
  /// It is no frame of a TC66C: all that is wrong, at least one thing, at most one a block.
  case tc66c([TC66DecodingError])
  /// It is no value of a documented TC66C.
  case documentedTC66C(TC66DocumentedValueError)
  /// It is a good frame, but of another model than the meter's.
  case otherModel(found: MeterModel, expected: MeterModel)

  /// What is wrong in one word.
  public enum Reason: String, Sendable, CaseIterable {
    /// More or fewer bytes than a frame has.
    case length
    /// The frame names another model, or none that is known.
    case modelID = "modelId"
    /// The last bytes of a UM frame.
    case tail
    /// A TC66C's block does not begin with its mark.
    case block
    /// A TC66C's block does not end in its checksum.
    case crc
    /// The flags of a documented TC66C's value.
    case flags
  }

  /// The first thing that is wrong, with what was expected and what was found as people write it.
  public struct Finding: Sendable, Hashable {
    /// What is wrong in one word.
    public var reason: Reason
    /// The TC66C's block, counted from 1.
    public var block: Int?
    /// What should be there.
    public var expected: String?
    /// What is there.
    public var found: String
  }

  /// The first thing that is wrong.
  public var first: Finding {
    switch self {
    case .um(let error): Finding(error)
    case .tc66c(let errors):
      errors.first.map(Finding.init) ?? Finding(reason: .block, found: "nothing wrong")
    case .documentedTC66C(let error): Finding(error)
    case .otherModel(let found, let expected):
      Finding(reason: .modelID, expected: expected.rawValue, found: found.rawValue)
    }
  }
}

extension Rejection: CustomStringConvertible {
  /// One line with all that is wrong.
  public var description: String {
    switch self {
    case .um(let error): "\(error)"
    case .tc66c(let errors): errors.map(\.description).joined(separator: "; ")
    case .documentedTC66C(let error): "\(error)"
    case .otherModel(let found, let expected):
      "the measurement is a \(found.rawValue)'s, and the meter was taken for a \(expected.rawValue)"
    }
  }
}

extension Rejection.Finding {
  fileprivate init(_ error: UMDecodingError) {
    switch error {
    case .length(let found):
      self.init(reason: .length, expected: "\(UMFrame.byteCount)", found: "\(found)")
    case .modelID(let found): self.init(reason: .modelID, found: hex(found, digits: 4))
    case .tail(let expected, let found):
      self.init(reason: .tail, expected: expected.spacedHex, found: found.spacedHex)
    }
  }

  fileprivate init(_ error: TC66DecodingError) {
    switch error {
    case .length(let found):
      self.init(reason: .length, expected: "\(TC66Frame.byteCount)", found: "\(found)")
    case .mark(let block, let found):
      self.init(reason: .block, block: block, expected: "pac\(block)", found: "\(found)")
    case .product(let found): self.init(reason: .modelID, expected: "TC66", found: "\(found)")
    case .checksum(let block, let expected, let found):
      self.init(
        reason: .crc, block: block, expected: hex(expected, digits: 4),
        found: hex(found, digits: found >> 16 == 0 ? 4 : 8))
    }
  }

  fileprivate init(_ error: TC66DocumentedValueError) {
    switch error {
    case .length(let found):
      self.init(
        reason: .length, expected: "\(TC66DocumentedValue.byteCount)", found: "\(found)")
    case .flags(let found): self.init(reason: .flags, found: hex(found, digits: 2))
    }
  }
}

/// A number in capital hex digits with zeros before it.
private func hex(_ number: some BinaryInteger, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(digits - text.count, 0)) + text
}
