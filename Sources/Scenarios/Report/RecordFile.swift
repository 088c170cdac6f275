// A run's records as a file: JSON, one record a line, so that two runs can be compared by bytes.

import FoundationEssentials
import Records
import VirtualAir

/// Writes and reads records.
public enum RecordFile {
  /// The details that may differ between two runs of one scenario; `normalised` writes a mark in
  /// their place, and so may the bytes of LE Set Random Address, and the process numbers in what the bus
  /// says of a refused call (`pid=42`), which a central passes on. Everything else has to be equal. At most
  /// ten names stand here.
  public static let normalisedDetails = ["address", "busName", "objectPath", "process"]
  /// What stands for a normalised value.
  public static let mark = "*"

  /// The records in their order, one a line.
  public static func write(_ records: [Record], normalised: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = ""
    for record in records.sorted(by: Record.comesBefore) {
      let line = try encoder.encode(Line(record, normalised: normalised))
      text += String(decoding: line, as: UTF8.self) + "\n"
    }
    return text
  }

  /// The records of a file's text.
  public static func read(_ text: String) throws -> [Record] {
    try text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      try JSONDecoder().decode(Line.self, from: Data(line)).record
    }
  }

  /// A record as a line: as `Record` codes itself, but with bytes in hexadecimal and without what is
  /// not there.
  struct Line: Sendable, Codable {
    private(set) var record: Record

    private enum CodingKeys: String, CodingKey {
      case time = "time_ns"
      case witness, sequence, adapter, connection, kind, details, bytes
    }

    init(_ record: Record, normalised: Bool = false) {
      self.record = record
      guard normalised else { return }
      for name in RecordFile.normalisedDetails where record.details[name] != nil {
        self.record.details[name] = .text(RecordFile.mark)
      }
      if case .text(let message) = record.details["message"], message.contains("pid=") {
        self.record.details["message"] = .text(
          message.replacing(/pid=[0-9]+/, with: "pid=\(RecordFile.mark)"))
      }
      // A host makes up a random address anew in each run; its opcode and length stay.
      if record.kind == "hci.command",
        record.details["opcode"] == .integer(HCINames.setRandomAddress)
      {
        self.record.bytes = Array(record.bytes.prefix(3))
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let digits = try container.decodeIfPresent(String.self, forKey: .bytes) ?? ""
      guard let bytes = bytesOfHexadecimal(digits) else {
        throw DecodingError.dataCorruptedError(
          forKey: .bytes, in: container, debugDescription: "not hexadecimal")
      }
      record = Record(
        time: try container.decode(VirtualTime.self, forKey: .time),
        witness: try container.decode(Witness.self, forKey: .witness),
        adapter: try container.decodeIfPresent(Int.self, forKey: .adapter),
        connection: try container.decodeIfPresent(Int.self, forKey: .connection),
        kind: try container.decode(String.self, forKey: .kind),
        details: try container.decodeIfPresent([String: Detail].self, forKey: .details) ?? [:],
        bytes: bytes)
      record.sequence = try container.decode(Int.self, forKey: .sequence)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(record.time, forKey: .time)
      try container.encode(record.witness, forKey: .witness)
      try container.encode(record.sequence, forKey: .sequence)
      try container.encodeIfPresent(record.adapter, forKey: .adapter)
      try container.encodeIfPresent(record.connection, forKey: .connection)
      try container.encode(record.kind, forKey: .kind)
      if !record.details.isEmpty { try container.encode(record.details, forKey: .details) }
      if !record.bytes.isEmpty {
        try container.encode(hexadecimal(record.bytes), forKey: .bytes)
      }
    }
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

private func bytesOfHexadecimal(_ text: String) -> [UInt8]? {
  let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
  guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
