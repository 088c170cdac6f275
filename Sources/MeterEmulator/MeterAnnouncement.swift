// What a meter wants on the air, and the bytes that say it.

import SharedProtocols

/// How a meter advertises, apart from what it says of itself. The raw advertisements of meters on
/// sale were never published: every default here is ours.
public struct AdvertisingStyle: Sendable, Hashable, Codable {
  /// Where the name stands.
  public enum NamePlace: String, Sendable, Codable, CaseIterable {
    /// In the advertisement, or where it does not fit there in the scan response.
    case advertisement
    /// In the scan response, so that only an active scan finds it.
    case scanResponse
    /// Nowhere: it is found in the Generic Access service, after a connect.
    case nowhere
  }

  /// The flags: 0x06 is generally discoverable without BR/EDR, 0x02 with it.
  public var flags: UInt8
  /// From one advertisement to the next.
  public var interval: Duration
  /// Where the name stands.
  public var name: NamePlace
  /// Whether it is silent while a central is connected, which was seen of the newer TC66C.
  public var isSilentWhileConnected: Bool

  /// The flags 0x06 every 100 ms, the name in the advertisement, silent while connected.
  public init(
    flags: UInt8 = 0x06, interval: Duration = .milliseconds(100), name: NamePlace = .advertisement,
    isSilentWhileConnected: Bool = true
  ) {
    self.flags = flags
    self.interval = interval
    self.name = name
    self.isSilentWhileConnected = isSilentWhileConnected
  }
}

/// What a meter wants on the air. bluetoothd lays it out in its own way; the bench's radio shows
/// `packets`.
public struct MeterAnnouncement: Sendable, Hashable {
  /// A scan response holds 31 bytes, two of them the length and type of the name. bluetoothd cuts a
  /// longer one.
  public static let longestNameBytes = 29

  /// Manufacturer data.
  public struct Manufacturer: Sendable, Hashable {
    /// The company, sent little-endian before the data.
    public var companyID: UInt16
    /// The data without the company.
    public var data: [UInt8]
  }

  /// The complete local name.
  public var name: String
  /// The services advertised.
  public var services: [BluetoothUUID]
  /// The manufacturer data; meters on sale send none.
  public var manufacturer: Manufacturer?
  /// The rest.
  public var style: AdvertisingStyle

  /// The advertisement and the scan response: flags, the list of services, the name, the manufacturer
  /// data. What does not fit is thrown with its length.
  public func packets() throws(AnnouncementError) -> (advertisement: [UInt8], scanResponse: [UInt8])
  {
    var advertisement = Self.field(0x01, [style.flags])
    if !services.isEmpty { advertisement += Self.field(0x03, services.flatMap(\.littleEndian)) }
    let name = Self.field(0x09, Array(self.name.utf8))
    let data =
      manufacturer.map {
        Self.field(0xFF, Self.littleEndian($0.companyID) + $0.data)
      } ?? []
    var scanResponse: [UInt8] = []
    switch style.name {
    case .advertisement where advertisement.count + name.count + data.count <= Self.longestPacket:
      advertisement += name
    case .advertisement, .scanResponse: scanResponse = name
    case .nowhere: break
    }
    advertisement += data
    for packet in [advertisement, scanResponse] where packet.count > Self.longestPacket {
      throw AnnouncementError(byteCount: packet.count)
    }
    return (advertisement, scanResponse)
  }

  private static let longestPacket = AnnouncementError.longestPacketBytes

  private static func field(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: content.count + 1), type] + content
  }

  private static func littleEndian(_ value: UInt16) -> [UInt8] {
    [UInt8(value & 0xFF), UInt8(value >> 8)]
  }
}

/// An announcement that does not fit its packet.
public struct AnnouncementError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What an advertisement or a scan response holds.
  public static let longestPacketBytes = 31
  /// What it would need.
  public let byteCount: Int

  /// One line that names both.
  public var description: String {
    "the advertisement would need \(byteCount) bytes; it holds \(Self.longestPacketBytes)"
  }
}

extension BluetoothUUID {
  fileprivate var littleEndian: [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
}
