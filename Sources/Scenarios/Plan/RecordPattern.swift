// What a record must look like to meet an expectation.

import Records

/// A kind of record of one witness, with what its details must be.
public struct RecordPattern: Sendable {
  /// What one detail must be.
  public enum Match: Sendable {
    case equals(Detail)
    case near(Double, tolerance: Double)
  }

  /// What the bytes of an attribute PDU, or of an HCI packet, must be.
  public struct PDU: Sendable, Hashable {
    /// The attribute that it is about.
    public var handle: Int?
    /// What it begins with, nil for any byte.
    public var beginning: [UInt8?] = []
    /// So many bytes are before that: the header of an HCI packet, whose parameters are meant.
    public var headerBytes = 0
  }

  /// Who must have seen it.
  public var witness: Witness
  /// The record's kind.
  public var kind: String
  /// On which adapter; nil on any.
  public var adapter: Int?
  /// The details that matter, in the order of the file.
  public var details: [(name: String, match: Match)]
  /// What the record's bytes must be; nil for any.
  public var pdu: PDU?
  /// What the central is called that it is about, where there are several.
  var central: String?

  /// A record of this kind, whatever its details.
  init(
    _ witness: Witness, _ kind: String, adapter: Int? = nil,
    details: [(name: String, match: Match)] = []
  ) {
    self.witness = witness
    self.kind = kind
    self.adapter = adapter
    self.details = details
  }

  /// Whether the record is of the right kind, whatever its details.
  func concerns(_ record: Record) -> Bool {
    record.witness == witness && record.kind == kind
      && (adapter == nil || record.adapter == adapter)
  }

  /// Whether the record is what the pattern asks for.
  func matches(_ record: Record) -> Bool {
    concerns(record) && details.allSatisfy { $0.match.accepts(record.details[$0.name]) }
      && pdu?.accepts(record.bytes) != false
  }

  /// The pattern in words: `measurement with volts 5.08 ±0.001`.
  var text: String {
    let kind = "\(central.map { "\($0)'s " } ?? "")\(self.kind)"
    if self.kind == "state", details.count == 1, let only = details.first, only.name == "state" {
      return "\(kind) \(only.match.text)"
    }
    let parts =
      details.map { "\(wordFor($0.name)) \($0.match.text(of: $0.name))" } + (pdu?.texts ?? [])
    return parts.isEmpty ? kind : "\(kind) with " + parts.joined(separator: ", ")
  }
}

extension RecordPattern.PDU {
  /// Whether an attribute PDU is as asked for.
  func accepts(_ bytes: [UInt8]) -> Bool {
    guard handle == nil || handle == Self.handle(of: bytes),
      bytes.count >= headerBytes + beginning.count
    else { return false }
    return zip(beginning, bytes.dropFirst(headerBytes)).allSatisfy { $0 == nil || $0 == $1 }
  }

  var texts: [String] {
    let digits = beginning.map { byte in byte.map { hexadecimal(Int($0)).dropFirst(2) } ?? "??" }
    let what = headerBytes == 0 ? "bytes" : "parameters"
    return (handle.map { ["handle \(hexadecimal($0))"] } ?? [])
      + (digits.isEmpty ? [] : ["\(what) \(digits.joined(separator: " "))"])
  }

  /// The attribute that a PDU is about, where it names one: the first that it names (Core specification
  /// 5.3, Vol 3 Part F 3.4).
  static func handle(of pdu: [UInt8]) -> Int? {
    let offset: Int
    switch pdu.first {
    // An Error Response names the request first.
    case 0x01: offset = 2
    case 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x17, 0x1B, 0x1D, 0x52, 0xD2: offset = 1
    default: return nil
    }
    guard pdu.count >= offset + 2 else { return nil }
    return Int(pdu[offset]) | Int(pdu[offset + 1]) << 8
  }
}

extension RecordPattern.Match {
  /// Whether a record's detail is what is asked for; numbers compare whatever their type.
  func accepts(_ detail: Detail?) -> Bool {
    guard let detail else { return false }
    switch self {
    case .equals(let wanted):
      if let a = detail.numeric, let b = wanted.numeric { return a == b }
      return detail == wanted
    case .near(let wanted, let tolerance):
      guard let number = detail.numeric else { return false }
      // The slack is for decimal fractions that binary cannot hold, never for a real difference.
      return abs(number - wanted) <= tolerance + max(abs(wanted), 1) * 1e-9
    }
  }

  /// Whether it asks for just this word.
  func `is`(_ word: String) -> Bool {
    if case .equals(.text(word)) = self { true } else { false }
  }

  var text: String {
    switch self {
    case .equals(let detail): detail.description
    case .near(let number, let tolerance): "\(plain(number)) ±\(plain(tolerance))"
    }
  }

  func text(of name: String) -> String {
    if case .equals(let detail) = self { detail.text(of: name) } else { text }
  }
}

extension Detail {
  /// The number, if it is one.
  var numeric: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .text, .flag: nil
    }
  }

  /// The value as a person wants to read it: reasons, statuses and opcodes in hexadecimal,
  /// nanoseconds as a time.
  func text(of name: String) -> String {
    guard case .integer(let integer) = self else { return description }
    if ["reason", "status", "opcode", "code", "subevent"].contains(name),
      (0...0xFFFF).contains(integer)
    {
      return hexadecimal(integer)
    }
    if name.hasSuffix("_ns") { return Duration.nanoseconds(integer).text }
    return description
  }
}

/// A detail's name as scenarios and messages use it: `delay_ns` is a `delay` with a unit.
func wordFor(_ detail: String) -> String {
  detail.hasSuffix("_ns") ? String(detail.dropLast(3)) : detail
}

/// 8 as 0x08.
func hexadecimal(_ number: Int) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return "0x" + (digits.count % 2 == 0 ? digits : "0" + digits)
}
