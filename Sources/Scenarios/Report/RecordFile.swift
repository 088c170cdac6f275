// A run's records as a file: JSON, one record a line, so that two runs can be compared by bytes.

import FoundationEssentials
import Records

/// Writes and reads records.
public enum RecordFile {
  /// The details that may differ between two runs of one scenario; `normalised` writes a mark in
  /// their place. Everything else has to be equal. At most ten names stand here.
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
      try JSONDecoder().decode(Line.self, from: Data(line)).record()
    }
  }

  /// A record as a line: as `Record` codes itself, but with bytes in hexadecimal and without what is
  /// not there.
  private struct Line: Codable {
    var time_ns: VirtualTime
    var witness: Witness
    var sequence: Int
    var adapter: Int?
    var connection: Int?
    var kind: String
    var details: [String: Detail]?
    var bytes: String?

    init(_ record: Record, normalised: Bool) {
      time_ns = record.time
      witness = record.witness
      sequence = record.sequence
      adapter = record.adapter
      connection = record.connection
      kind = record.kind
      var details = record.details
      if normalised {
        for name in RecordFile.normalisedDetails where details[name] != nil {
          details[name] = .text(RecordFile.mark)
        }
      }
      self.details = details.isEmpty ? nil : details
      bytes = record.bytes.isEmpty ? nil : hexadecimal(record.bytes)
    }

    func record() throws -> Record {
      guard let bytes = bytesOfHexadecimal(bytes ?? "") else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "bytes are not hexadecimal"))
      }
      var record = Record(
        time: time_ns, witness: witness, adapter: adapter, connection: connection, kind: kind,
        details: details ?? [:], bytes: bytes)
      record.sequence = sequence
      return record
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
