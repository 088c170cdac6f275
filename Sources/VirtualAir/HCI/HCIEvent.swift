// The events that the air sends in the controller's stead (Core specification 5.3, Vol 4 Part E
// 7.7), as whole H4 packets.

import SharedProtocols

/// Makes event packets.
enum HCIEvent {
  /// Event codes, for reading what the controller says.
  static let commandComplete: UInt8 = 0x0E
  static let commandStatus: UInt8 = 0x0F
  static let lowEnergyMeta: UInt8 = 0x3E
  /// The subevent of an advertising report, after `lowEnergyMeta`.
  static let advertisingReport: UInt8 = 0x02

  private static func packet(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    [PacketKind.event.rawValue, code, UInt8(parameters.count)] + parameters
  }

  /// Command Status: the command was taken, or refused with an error.
  static func status(_ status: UInt8, of command: CommandCode) -> [UInt8] {
    packet(commandStatus, [status, 1] + command.rawValue.littleEndian2)
  }

  /// Command Complete with what the command returns, its status first.
  static func complete(_ command: CommandCode, _ result: [UInt8]) -> [UInt8] {
    packet(commandComplete, [1] + command.rawValue.littleEndian2 + result)
  }

  /// Number Of Completed Packets: the host may send this many more.
  static func completedPackets(_ count: UInt16, handle: UInt16) -> [UInt8] {
    packet(0x13, [1] + handle.littleEndian2 + count.littleEndian2)
  }

  /// Disconnection Complete.
  static func disconnected(handle: UInt16, reason: UInt8) -> [UInt8] {
    packet(0x05, [HCIStatus.success] + handle.littleEndian2 + [reason])
  }

  /// LE Connection Complete. `role`: 0 central, 1 peripheral; the address is the peer's.
  static func connected(
    status: UInt8, handle: UInt16, role: UInt8, peer: RadioAddress, parameters: ConnectionParameters
  ) -> [UInt8] {
    packet(
      lowEnergyMeta,
      [0x01, status] + handle.littleEndian2 + [role] + peer.bytes + parameters.bytes + [0])
  }

  /// LE Advertising Report with one report.
  static func report(
    type: UInt8, address: RadioAddress, data: [UInt8], rssi: Int8
  ) -> [UInt8] {
    packet(
      lowEnergyMeta,
      [advertisingReport, 1, type] + address.bytes + [UInt8(data.count)] + data
        + [UInt8(bitPattern: rssi)])
  }

  /// LE Connection Update Complete.
  static func connectionUpdated(handle: UInt16, _ parameters: ConnectionParameters) -> [UInt8] {
    packet(
      lowEnergyMeta, [0x03, HCIStatus.success] + handle.littleEndian2 + parameters.bytes)
  }

  /// LE Read Remote Features Complete: encryption is all that the air offers.
  static func remoteFeatures(handle: UInt16) -> [UInt8] {
    packet(
      lowEnergyMeta,
      [0x04, HCIStatus.success] + handle.littleEndian2 + [0x01, 0, 0, 0, 0, 0, 0, 0])
  }

  /// Read Remote Version Information Complete: Bluetooth 5.0 by the Linux Foundation, as btvirt
  /// has it for itself.
  static func remoteVersion(handle: UInt16) -> [UInt8] {
    packet(0x0C, [HCIStatus.success] + handle.littleEndian2 + [0x09, 0xF1, 0x05, 0, 0])
  }

  /// LE Long Term Key Request, with the random number and the diversifier as the central gave them.
  static func longTermKeyRequest(handle: UInt16, _ randomAndDiversifier: [UInt8]) -> [UInt8] {
    packet(lowEnergyMeta, [0x05] + handle.littleEndian2 + randomAndDiversifier)
  }

  /// Encryption Change.
  static func encryptionChanged(handle: UInt16, status: UInt8, isOn: Bool) -> [UInt8] {
    packet(0x08, [status] + handle.littleEndian2 + [isOn ? 1 : 0])
  }

  /// Encryption Key Refresh Complete: what a link that was encrypted already gets instead.
  static func keyRefreshed(handle: UInt16) -> [UInt8] {
    packet(0x30, [HCIStatus.success] + handle.littleEndian2)
  }
}
