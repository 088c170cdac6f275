// What happens to an emulated meter, as JSON lines for programs to read.

import FoundationEssentials
import Records

/// A record as one line of JSON: `event`, `time_ns`, its details, and its bytes in hexadecimal.
///
/// The notifications of one frame make one event, `frame`, with the frame's number.
public struct EventLine {
  /// The line without its end; nil for a record that has none.
  public let text: String

  /// The line of a record, if it has one.
  public init?(_ record: Record) {
    var values = record.details
    var kind = record.kind
    var bytes = record.bytes
    if kind == "notify" {
      guard Self.beginsFrame(record) else { return nil }
      kind = "frame"
      values["piece"] = nil
      bytes = []
    }
    values["event"] = .text(kind)
    values["time_ns"] = .integer(Int(record.time.nanoseconds))
    if !bytes.isEmpty { values["bytes"] = .text(hexadecimal(bytes)) }
    text = jsonLine(values)
  }

  /// Whether a notification is the first of its frame.
  static func beginsFrame(_ record: Record) -> Bool {
    record.details["piece"] ?? 1 == 1
  }
}

/// The values as one line of JSON, in the order of their names.
func jsonLine(_ values: [String: Detail]) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do {
    return String(decoding: try encoder.encode(values), as: UTF8.self)
  } catch {
    // A number that JSON has no word for, which nothing here makes.
    return "{\"event\":\"problem\",\"text\":\"unprintable\"}"
  }
}

/// Two small digits a byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
