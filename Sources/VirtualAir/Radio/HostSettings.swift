// What a host told its controller about advertising and scanning, read from its commands.

/// How a host advertises.
struct AdvertisingSettings {
  var isEnabled = false
  var type = AdvertisingType.connectable
  var usesRandomAddress = false
  var data: [UInt8] = []
  var scanResponse: [UInt8] = []

  /// LE Set Advertising Parameters.
  mutating func setParameters(_ parameters: [UInt8]) {
    guard parameters.count >= 6 else { return }
    type = AdvertisingType(rawValue: parameters[4]) ?? .connectable
    usesRandomAddress = parameters[5] & 1 == 1
  }

  /// The bytes of LE Set Advertising Data or LE Set Scan Response Data: a length, then 31 bytes.
  static func data(_ parameters: [UInt8]) -> [UInt8] {
    Array(parameters.dropFirst().prefix(Int(min(parameters.first ?? 0, 31))))
  }
}

/// How a host scans.
struct ScanSettings {
  var isEnabled = false
  var isActive = false
  var onlyAcceptList = false

  /// LE Set Scan Parameters.
  mutating func setParameters(_ parameters: [UInt8]) {
    guard parameters.count >= 7 else { return }
    isActive = parameters[0] == 1
    onlyAcceptList = parameters[6] & 1 == 1
  }
}

/// An LE Create Connection that waits for its peer to be heard.
struct ConnectionRequest {
  /// The peer; nil for whoever of the accept list is heard first.
  let peer: RadioAddress?
  let usesRandomAddress: Bool
  let parameters: ConnectionParameters

  /// From the parameters of the command.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 25, let parameters = ConnectionParameters(bytes[13...]),
      let peer = RadioAddress(bytes[5..<12])
    else { return nil }
    self.peer = bytes[4] == 1 ? nil : peer
    usesRandomAddress = bytes[12] & 1 == 1
    self.parameters = parameters
  }
}
