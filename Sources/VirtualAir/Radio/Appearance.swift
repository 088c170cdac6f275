// What a radio shows, where that is not what its host said. bluetoothd advertises every 1.28 s,
// puts the name into the scan response, and starts again while connected: meters do none of this.

import SharedProtocols

/// The kinds of legacy advertising, by their HCI numbers.
public enum AdvertisingType: UInt8, Sendable, CaseIterable {
  /// Can be connected to and scanned (ADV_IND).
  case connectable = 0
  /// Can be connected to by one central (ADV_DIRECT_IND).
  case directed = 1
  /// Can be scanned, not connected to (ADV_SCAN_IND).
  case scannable = 2
  /// Neither (ADV_NONCONN_IND).
  case nonConnectable = 3
  /// Can be connected to by one central, seldom repeated.
  case directedLowDuty = 4

  /// Whether a central can connect.
  public var isConnectable: Bool { self != .scannable && self != .nonConnectable }

  /// Whether a scanning central gets a scan response.
  public var isScannable: Bool { self == .connectable || self == .scannable }

  /// The event type of an advertising report.
  var reportType: UInt8 { self == .directedLowDuty ? AdvertisingType.directed.rawValue : rawValue }

  /// The word in a record.
  var word: String {
    switch self {
    case .connectable: "connectable"
    case .directed, .directedLowDuty: "directed"
    case .scannable: "scannable"
    case .nonConnectable: "nonConnectable"
    }
  }
}

/// What the radio shows instead of what its host set. A nil leaves the host's word.
public struct Appearance: Sendable, Equatable {
  /// The advertising data, at most 31 bytes.
  public var advertisingData: [UInt8]?
  /// The scan response, at most 31 bytes.
  public var scanResponse: [UInt8]?
  /// Milliseconds from one advertisement to the next.
  public var intervalMilliseconds = 100
  /// The kind of advertising.
  public var type: AdvertisingType?
  /// The address in advertisements and on links.
  public var address: BluetoothAddress?
  /// Whether `address` is a random one.
  public var addressIsRandom = false
  /// How strong others hear it, in dBm.
  public var rssi: Int8 = -60
  /// Whether it stops advertising while a central is connected, as a meter does.
  public var silentWhileConnected = true

  /// What the host says, every 100 ms, at −60 dBm, silent while connected.
  public init() {}
}
