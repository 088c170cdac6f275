// What a witness saw: the one kind of thing that reports, expectations and verdicts are made from.

/// Who saw it. The order is the order in which records of one moment are kept.
public enum Witness: String, Sendable, Codable, CaseIterable, Comparable {
  /// The radio: HCI packets and what they add up to.
  case air
  /// The meter: GATT calls that reached it, and what it sent.
  case emulator
  /// The central under test, by its own word.
  case central
  /// The harness: commands it gave, faults it laid, steps it took.
  case harness

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// In the order above.
  public static func < (a: Witness, b: Witness) -> Bool { a.rank < b.rank }
}

/// One value in a record's details.
public enum Detail: Sendable, Hashable {
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
}

/// One event as a witness saw it.
public struct Record: Sendable, Hashable, Codable {
  /// When it happened.
  public var time: VirtualTime
  /// Who saw it.
  public var witness: Witness
  /// Where it stands among the records of its witness, from 0; given by the stream.
  public var sequence: Int
  /// The adapter that it happened on: N of hciN.
  public var adapter: Int?
  /// The link that it belongs to: the air counts links from 1.
  public var connection: Int?
  /// What happened, as a dotted lower-case word: `attempt.start`, `connected`, `state`.
  public var kind: String
  /// The particulars, by name, with the unit in the name (`delay_ns`, `volts`).
  public var details: [String: Detail]
  /// The packet, PDU or payload itself, where there is one.
  public var bytes: [UInt8]

  /// A record to hand to a stream, which numbers it.
  public init(
    time: VirtualTime, witness: Witness, adapter: Int? = nil, connection: Int? = nil,
    kind: String, details: [String: Detail] = [:], bytes: [UInt8] = []
  ) {
    self.time = time
    self.witness = witness
    self.sequence = 0
    self.adapter = adapter
    self.connection = connection
    self.kind = kind
    self.details = details
    self.bytes = bytes
  }

  /// The order records are kept in: by time, then witness, then sequence.
  public static func comesBefore(_ a: Record, _ b: Record) -> Bool {
    (a.time, a.witness, a.sequence) < (b.time, b.witness, b.sequence)
  }
}

extension Detail: Codable {
  /// Decodes the JSON value of the same kind; a whole number is an integer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Encodes as the bare JSON value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    }
  }
}

extension Detail: CustomStringConvertible {
  /// The value as a person reads it.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    }
  }
}

extension Detail: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
}
