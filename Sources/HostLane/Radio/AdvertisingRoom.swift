// Whether what a meter wants to say fits into an advertisement, and which part does not.

import MeterEmulator
import TestBench

/// The two packets of legacy advertising as bluetoothd fills them: flags, services and manufacturer
/// data go into the advertising data, the name into the scan response. Each holds 31 bytes.
public struct AdvertisingRoom: Sendable, Hashable {
  /// One part and the bytes that it takes, with its own length and type.
  public struct Part: Sendable, Hashable {
    /// What it is: `services`.
    public let name: String
    /// In bytes.
    public let byteCount: Int
  }

  /// How many bytes either packet holds.
  public static let byteCount = 31
  private static let headerByteCount = 2
  /// The parts of the advertising data in the order of their importance.
  public let advertisingData: [Part]
  /// The parts of the scan response.
  public let scanResponse: [Part]
  private let name: String

  /// The room that this takes.
  public init(_ announcement: MeterAnnouncement) {
    let header = Self.headerByteCount
    var data = [Part(name: "flags", byteCount: header + 1)]
    if !announcement.services.isEmpty {
      data.append(
        Part(name: "service UUIDs", byteCount: header + 2 * announcement.services.count))
    }
    // bluetoothd sends no company without data.
    if let manufacturer = announcement.manufacturer, !manufacturer.data.isEmpty {
      let count = header + 2 + manufacturer.data.count
      data.append(Part(name: "manufacturer data", byteCount: count))
    }
    advertisingData = data
    name = announcement.name
    scanResponse = [Part(name: "name", byteCount: header + announcement.name.utf8.count)]
  }

  /// What does not fit, with what to do about it; nil where all does.
  public var problem: BenchError? {
    if let excess = Self.excess(of: scanResponse) {
      return BenchError(
        "the name '\(name)' does not fit the advertisement: in the scan response it takes "
          + "\(Self.byteCount + excess) bytes (length and type 2, name \(name.utf8.count)), and 31 "
          + "is all there are",
        remedy: "Shorten it by \(excess) byte\(excess == 1 ? "" : "s").")
    }
    if let excess = Self.excess(of: advertisingData) {
      let parts = advertisingData.map { "\($0.name) \($0.byteCount)" }.joined(separator: ", ")
      let last = advertisingData.last?.name ?? ""
      return BenchError(
        "the advertisement has no room for the \(last): \(parts) bytes, and 31 is all there are",
        remedy: "Shorten the \(last) by \(excess) byte\(excess == 1 ? "" : "s").")
    }
    return nil
  }

  private static func excess(of parts: [Part]) -> Int? {
    let excess = parts.reduce(0) { $0 + $1.byteCount } - byteCount
    return excess > 0 ? excess : nil
  }
}
