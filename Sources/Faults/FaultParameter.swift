// What a fault can be told, and what it was told.

import SharedProtocols

/// A value as a scenario gives it.
public enum FaultValue: Sendable, Hashable {
  case duration(Duration)
  case integer(Int)
  case text(String)
  case flag(Bool)
  case bytes([UInt8])
}

/// One parameter of a verb: the scenario reader, the help and the schema are made from it.
public struct FaultParameter: Sendable {
  /// What values it takes.
  public enum Kind: Sendable, Equatable {
    case duration
    case integer(ClosedRange<Int>)
    /// A number from 0 to 255, best written in hex.
    case byte
    /// An error code from 1 to 255, best written in hex; 0 would be success.
    case errorCode
    case choice([String])
    case flag
    case text
    /// So many bytes, as hex digits in pairs.
    case bytes(ClosedRange<Int>)
  }

  /// Its key in a `fault:` step.
  public let name: String
  /// What values it takes.
  public let kind: Kind
  /// Whether it must be given.
  public let isRequired: Bool
  /// What holds when it is not given; nil where the summary says what happens then.
  public let `default`: FaultValue?
  /// What it is for, in one phrase.
  public let summary: String

  /// A parameter of this name.
  public init(
    _ name: String, _ kind: Kind, isRequired: Bool = false, default: FaultValue? = nil,
    summary: String
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.default = `default`
    self.summary = summary
  }

  /// Whether a value is one that the parameter takes.
  public func accepts(_ value: FaultValue) -> Bool {
    switch (kind, value) {
    case (.duration, .duration(let duration)): duration >= .zero
    case (.integer(let range), .integer(let integer)): range.contains(integer)
    case (.byte, .integer(let integer)): (0...0xFF).contains(integer)
    case (.errorCode, .integer(let integer)): (1...0xFF).contains(integer)
    case (.choice(let words), .text(let word)): words.contains(word)
    case (.flag, .flag), (.text, .text): true
    case (.bytes(let range), .bytes(let bytes)): range.contains(bytes.count)
    default: false
    }
  }
}

extension FaultParameter: CustomStringConvertible {
  /// One line for the help: name, values, default and summary.
  public var description: String {
    var notes = [kind.description]
    if isRequired { notes.append("required") }
    if let defaultText { notes.append("default \(defaultText)") }
    return "\(name) (\(notes.joined(separator: ", "))): \(summary)"
  }

  /// The default as it stands in a scenario; nil without one.
  public var defaultText: String? { `default`.map(text) }

  private func text(of value: FaultValue) -> String {
    switch value {
    case .duration(let duration): "\(duration)"
    case .integer(let integer):
      kind == .byte || kind == .errorCode
        ? "0x" + (integer < 16 ? "0" : "") + String(integer, radix: 16, uppercase: true)
        : String(integer)
    case .text(let text): text
    case .flag(let flag): String(flag)
    case .bytes(let bytes): bytes.spacedHex
    }
  }
}

extension FaultParameter.Kind: CustomStringConvertible {
  /// The values in words.
  public var description: String {
    switch self {
    case .duration: "a duration"
    case .integer(let range) where range.upperBound == .max: "\(range.lowerBound) or more"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .byte: "0x00 to 0xFF"
    case .errorCode: "0x01 to 0xFF"
    case .choice(let words): words.joined(separator: " | ")
    case .flag: "true | false"
    case .text: "text"
    case .bytes(let range) where range.lowerBound == range.upperBound:
      "\(range.lowerBound) bytes in hex"
    case .bytes(let range): "\(range.lowerBound) to \(range.upperBound) bytes in hex"
    }
  }
}
